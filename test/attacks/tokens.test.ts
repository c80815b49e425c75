import * as Memory from "@latchkey/memory/Memory"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { withoutArgon2 } from "@latchkey/test-support/withoutArgon2"
import { newEmail, password, requestLink, session, signIn, signUp } from "@latchkey/test-support/contract"
import { send } from "@latchkey/test-support/HttpClient"
import { type Service, startService } from "@latchkey/test-support/Service"

let service: Service
beforeAll(async () => {
  service = await startService({ ...withoutArgon2, storage: Memory.layer })
})
afterAll(() => service.stop())
beforeEach(() => service.advance(3_600_000))

const register = async () => {
  const browser = service.browser()
  const email = newEmail()
  const { json } = await browser.post(signUp, { email, password })
  const [client = "", own = ""] = await Promise.all([browser.cookie("__client"), browser.cookie("__session")])
  return { browser, email, client, own, ids: [String(json["userId"]), String(json["sessionId"])] }
}

const ask = async (own: string, client: string) =>
  (await send("GET", `${service.origin}${session}`, { headers: { cookie: `__session=${own}; __client=${client}` } }))
    .status

/** Returns values that a lenient parser could accept as the token. */
const similar = (token: string): ReadonlyArray<string> => {
  const swapped = token.replace(/[-_]/g, (letter) => (letter === "-" ? "_" : "-"))
  const standard = token.replaceAll("-", "+").replaceAll("_", "/")
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
  const last = alphabet.indexOf(token.at(-1) ?? "")
  return [
    token.slice(0, -1),
    token.slice(1),
    `${token}A`,
    `${token}=`,
    `A${token}`,
    token.toLowerCase(),
    token.toUpperCase(),
    swapped,
    standard,
    // The same 32 bytes to a decoder that ignores the unused bits.
    ...[1, 2, 3].map((bits) => `${token.slice(0, -1)}${alphabet[last | bits]}`),
    `${token.slice(0, 20)}\u00ad${token.slice(20)}`,
    encodeURIComponent(`${token} `),
    token.split("").reverse().join("")
  ].filter((value) => value !== token)
}

test("a cookie with a similar value is not valid", async () => {
  // Enough tokens that every character occurs, especially the two that are swapped.
  for (let times = 0; times < 5; times++) {
    const { client, own } = await register()
    expect(await ask(own, client)).toBe(200)
    for (const value of similar(own)) expect(await ask(Buffer.from(value).toString("latin1"), client), value).toBe(401)
    for (const value of similar(client)) expect(await ask(own, Buffer.from(value).toString("latin1")), value).toBe(401)
  }
})

test("a similar link token is invalid, and does not consume the link", async () => {
  const email = newEmail()
  await service.browser().post(requestLink, { email })
  const link = await service.lastLink(email)
  const [path = "", token = ""] = link.split("token=")
  for (const value of similar(token)) {
    const reply = await service.browser().get(`${path}token=${encodeURIComponent(value)}`)
    expect([reply.status, reply.json["code"]], value).toEqual([401, "invalid_token"])
  }
  service.advance(60_000)
  expect((await service.browser().get(link)).status).toBe(200)
})

test("all tokens are different, and none contains an id or an email address", async () => {
  const values: Array<string> = []
  for (let times = 0; times < 15; times++) {
    const { browser, client, email, ids, own } = await register()
    await browser.post(signIn, { email, password })
    const next = [await browser.cookie("__client"), await browser.cookie("__session")].map(String)
    for (const value of [client, own, ...next]) {
      expect(value).toMatch(/^[A-Za-z0-9_-]{43}$/)
      const decoded = `${value} ${Buffer.from(value, "base64url").toString("latin1")}`
      for (const known of [email, ...ids, ...ids.map((id) => id.split("_")[1] ?? id)])
        expect(decoded).not.toContain(known)
    }
    values.push(client, own, ...next)
  }
  expect(new Set(values).size).toBe(60)
})
