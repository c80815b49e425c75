import * as Option from "effect/Option"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { cookiesOf, send } from "@latchkey/test-support/HttpClient"
import { mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { onBothMounts, start } from "@latchkey/test-support/HttpService"
import {
  jsonType,
  newEmail,
  password,
  requestLink,
  session,
  signIn,
  signOut,
  signOutAll,
  signUp
} from "@latchkey/test-support/contract"
import { exchange } from "@latchkey/test-support/wire"

const attributesOf = (cookie: string) =>
  cookie
    .split("; ")
    .slice(1)
    .filter((attribute) => !attribute.startsWith("Max-Age"))
const publicHost = "auth.example.com"
const nameOf = (cookie: string) => cookie.split("=")[0]
const tokenCookie = /^__(client|session)=[A-Za-z0-9_-]{43};/

const signedUp = async (service: Service) => {
  const browser = service.browser()
  const reply = await browser.post(signUp, { email: newEmail(), password })
  const [client = "", own = ""] = await Promise.all([browser.cookie("__client"), browser.cookie("__session")])
  return { browser, reply, client, own }
}

onBothMounts("Cookies", (service) => {
  test("sign-up and a magic link set both, HttpOnly and host-only", async () => {
    const { browser, reply } = await signedUp(service())
    const email = newEmail()
    await browser.post(requestLink, { email })
    const withLink = await browser.get(await service().lastLink(email))
    for (const { setCookies } of [reply, withLink]) {
      expect(setCookies.map(nameOf)).toEqual(["__client", "__session"])
      for (const cookie of setCookies) {
        expect(cookie).toMatch(tokenCookie)
        expect(cookie.length).toBeLessThan(4096)
        expect(attributesOf(cookie)).toEqual(["Path=/", "HttpOnly", "SameSite=Lax"])
      }
      expect(setCookies[0]).toContain("Max-Age=34560000;")
      expect(setCookies[1]).toContain("Max-Age=2592000;")
    }
  })

  test("both have new tokens at every sign-in, and no body contains them", async () => {
    const email = newEmail()
    const browser = service().browser()
    const values: Array<string> = []
    const texts: Array<string> = []
    for (const path of [signUp, signIn, signIn]) {
      const reply = await browser.post(path, { email, password })
      values.push(...reply.setCookies.map((cookie) => cookie.split(/[=;]/)[1] ?? ""))
      texts.push(reply.text)
    }
    expect(new Set(values).size).toBe(6)
    for (const value of values) expect(texts.join("")).not.toContain(value)
  })

  test("sign-out clears __session with the attributes it was set with, and keeps __client", async () => {
    const { browser, reply, client } = await signedUp(service())
    const out = await browser.post(signOut)
    expect(out.setCookies).toHaveLength(1)
    const [cleared = ""] = out.setCookies
    expect(cleared).toMatch(/^__session=; Max-Age=0;/)
    expect(attributesOf(cleared)).toEqual(attributesOf(reply.setCookies[1] ?? ""))
    expect(await browser.cookie("__client")).toBe(client)
    expect(await browser.cookie("__session")).toBeUndefined()
  })

  test("requesting a magic link sets only __client", async () => {
    const reply = await service().browser().post(requestLink, { email: newEmail() })
    expect(reply.setCookies.map(nameOf)).toEqual(["__client"])
  })

  test("a session is active only together with the __client cookie of its own client", async () => {
    const ada = await signedUp(service())
    const eve = await signedUp(service())
    const ask = (cookie: string) => send("GET", `${service().origin}${session}`, { headers: { cookie } })
    expect((await ask(`__session=${ada.own}; __client=${ada.client}`)).status).toBe(200)
    for (const cookie of [
      `__session=${ada.own}`,
      `__client=${ada.client}`,
      `__session=${ada.own}; __client=${eve.client}`,
      `__session=${ada.client}; __client=${ada.own}`,
      `__session=${ada.own}; __client=`,
      `__session=; __client=${ada.client}`
    ]) {
      expect((await ask(cookie)).status, cookie).toBe(401)
    }
  })

  test("trap 23: empty and missing cookies are 401", async () => {
    for (const cookie of ["", "__session=", "__session=; __client=", "__session; __client", "; ;=;", "=", "="]) {
      const headers = { cookie }
      const reply = await send("GET", `${service().origin}${session}`, { headers })
      expect([reply.status, reply.json["code"]], cookie).toEqual([401, "unauthenticated"])
      expect((await send("POST", `${service().origin}${signOutAll}`, { headers })).status).toBe(401)
      expect((await send("POST", `${service().origin}${signOut}`, { headers })).status).toBe(200)
    }
  })

  test("two cookies of one name are 401, in either order, in one header or two", async () => {
    const { client, own } = await signedUp(service())
    const planted = await signedUp(service())
    const mine = `__session=${own}; __client=${client}`
    const repeated = [
      `${mine}; __session=${planted.own}`,
      `__session=${planted.own}; ${mine}`,
      `${mine}; __client=${planted.client}`,
      `__client=${planted.client}; ${mine}`,
      `${mine}; __session=${planted.own}; __client=${planted.client}`,
      `${mine}; __session=`,
      `${mine}; ${mine}`
    ]
    for (const cookie of [...repeated, [mine, `__session=${planted.own}`], [`__client=${planted.client}`, mine]]) {
      const reply = await send("GET", `${service().origin}${session}`, { headers: { cookie } })
      expect(reply.status, String(cookie)).toBe(401)
    }
  })

  test.each([
    ["other case", "__Session="],
    ["NBSP before the name", "\u00a0__session="],
    ["U+2000 before the name", "\u00e2\u0080\u0080__session="],
    ["a space after the name", "__session ="]
  ])("a similar name is ignored, and does not count as a repetition: %s", async (_, name) => {
    const { client, own } = await signedUp(service())
    const planted = await signedUp(service())
    const ask = (cookie: string) => send("GET", `${service().origin}${session}`, { headers: { cookie } })
    expect((await ask(`${name}${own}; __client=${client}`)).status).toBe(401)
    const withSimilar = await ask(`${name}${planted.own}; __session=${own}; __client=${client}`)
    expect(withSimilar.status).toBe(200)
  })

  test("$Version does not give quotes a meaning", async () => {
    const { client, own } = await signedUp(service())
    const ask = (cookie: string) => send("GET", `${service().origin}${session}`, { headers: { cookie } })
    expect((await ask(`$Version=1; __session=${own}; $Path=/; __client=${client}`)).status).toBe(200)
    expect((await ask(`$Version=1; __session="${own}"; __client="${client}"`)).status).toBe(401)
    expect((await ask(`$Version=1; a="; __session=${own}; b="; __client=${client}`)).status).toBe(200)
  })

  test("a changed token is 401", async () => {
    const { client, own } = await signedUp(service())
    const swapped = own.replace(/[a-z]/, (letter) => letter.toUpperCase())
    const changes = [own.slice(1), own.slice(0, -1), `${own}A`, `${own}=`, `${own},${own}`, `"${own}"`, `${own}%20`]
    for (const value of [...changes, swapped === own ? `${own}x` : swapped]) {
      const headers = { cookie: `__session=${value}; __client=${client}` }
      expect((await send("GET", `${service().origin}${session}`, { headers })).status, value).toBe(401)
    }
  })

  test("malformed Cookie headers are 4xx", async () => {
    for (const cookie of [
      "%ZZ",
      "\u00ff\u00fe",
      "a".repeat(8_000),
      "=;=;=",
      "__session=%ZZ; __client=%00",
      ";".repeat(8_000)
    ]) {
      const reply = await send("GET", `${service().origin}${session}`, { headers: { cookie } })
      expect(reply.status).toBe(401)
    }
    const huge = await send("GET", `${service().origin}${session}`, { headers: { cookie: "a".repeat(60_000) } })
    expect(huge.status).toBe(431)
    const bytes = `GET ${session} HTTP/1.1\r\nhost: x\r\ncookie: __session=\x00\x01\r\nconnection: close\r\n\r\n`
    expect(await exchange(service().port, bytes)).toMatch(/^HTTP\/1\.1 4\d\d /)
  })
})

describe.each(mountsUnderTest())("Cookie settings, mounted with %s", (mount) => {
  test.each([
    ["an https base URL", { baseUrl: "https://auth.example.com" }, ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]],
    [
      "a cookie domain",
      { baseUrl: "https://auth.example.com", cookieDomain: Option.some("example.com") },
      ["Domain=example.com", "Path=/", "HttpOnly", "Secure", "SameSite=Lax"]
    ],
    [
      "SameSite=None",
      { baseUrl: "https://auth.example.com", cookieSameSite: "none" as const },
      ["Path=/", "HttpOnly", "Secure", "SameSite=None"]
    ],
    [
      "SameSite=Strict",
      { baseUrl: "https://auth.example.com", cookieSameSite: "strict" as const },
      ["Path=/", "HttpOnly", "Secure", "SameSite=Strict"]
    ]
  ])("%s: setting and clearing use the same attributes", async (_, settings, attributes) => {
    const service = await start({ mount, settings })
    const host = "auth.example.com"
    const set = await send("POST", `${service.origin}${signUp}`, {
      headers: { host, "content-type": "application/json" },
      body: JSON.stringify({ email: newEmail(), password })
    })
    const cleared = await send("POST", `${service.origin}${signOut}`, { headers: { host } })
    await service.stop()
    expect(set.setCookies).toHaveLength(2)
    for (const cookie of [...set.setCookies, ...cleared.setCookies]) expect(attributesOf(cookie)).toEqual(attributes)
  })
})

describe.each(mountsUnderTest())("Cookies with the prefix __Host-, mounted with %s", (mount) => {
  let service: Service
  beforeAll(async () => {
    service = await start({ mount, settings: { baseUrl: `https://${publicHost}`, cookiePrefix: "host" } })
  })
  afterAll(() => service.stop())

  const call = (method: string, path: string, cookie: string, body?: unknown) =>
    send(method, `${service.origin}${path}`, {
      headers: { host: publicHost, cookie, accept: "text/html", ...(body === undefined ? {} : jsonType) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  const pairOf = (setCookies: ReadonlyArray<string>) => setCookies.map((cookie) => cookie.split(";")[0]).join("; ")
  const newCookies = async (email = newEmail()) =>
    pairOf((await call("POST", signUp, "", { email, password })).setCookies)
  const plain = (cookie: string) => cookie.replaceAll("__Host-", "")
  const emailOf = async (cookie: string) => (await call("GET", session, cookie)).json["email"]

  test("are set and cleared under these names", async () => {
    const email = newEmail()
    const own = await newCookies(email)
    expect(own).toMatch(/^__Host-__client=[\w-]{43}; __Host-__session=[\w-]{43}$/)
    expect(await emailOf(own)).toBe(email)
    const out = await call("POST", signOut, own)
    expect(out.setCookies).toEqual([expect.stringMatching(/^__Host-__session=; Max-Age=0; Path=\/;/)])
    expect((await call("GET", session, own)).status).toBe(401)
  })

  test("a sibling subdomain that plants plain cookies neither signs in, nor signs out, nor opens a link", async () => {
    const planted = plain(await newCookies())
    const email = newEmail()
    const own = await newCookies(email)
    expect((await call("GET", session, planted)).status).toBe(401)
    for (const cookie of [`${planted}; ${own}`, `${own}; ${planted}; ${planted}`]) {
      expect(await emailOf(cookie)).toBe(email)
    }

    const attacker = newEmail()
    const requested = plain(pairOf((await call("POST", requestLink, "", { email: attacker })).setCookies))
    const opened = await call("GET", await service.lastLink(attacker), `${own}; ${requested}`)
    expect([opened.status, cookiesOf(opened)]).toEqual([200, []])
    expect(opened.text).toContain("Continuing switches to")
  })

  test.runIf(mount !== "HttpApiBuilder")("are named so in the OpenAPI document", async () => {
    const reply = await call("GET", "/openapi.json", "")
    expect(reply.json["components"]).toMatchObject({
      securitySchemes: { client: { name: "__Host-__client" }, session: { name: "__Host-__session" } }
    })
    expect((await call("GET", "/docs", "")).text).toContain('"name":"__Host-__session"')
  })
})
