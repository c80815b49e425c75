import * as PersonalTokenText from "@latchkey/domain/personal-token/PersonalTokenText"
import * as Token from "@latchkey/domain/core/Token"
import {
  accessToken,
  introspect,
  newEmail,
  password,
  revoke,
  signOut,
  signUp,
  tokens
} from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { withApiKey } from "@latchkey/test-support/operator"
import type { Service } from "@latchkey/test-support/Service"
import { audience, turnOn } from "@latchkey/test-support/tokens"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"

const storage = makeInterceptedStorage()
let service: Service
let asApi: Record<string, string>
beforeAll(async () => {
  service = await start({ storage: storage.layer })
  await turnOn(service)
  asApi = (await withApiKey(service, "viewer")).headers
})
afterAll(() => service.stop())
beforeEach(() => service.advance(3_600_000))

/** A personal access token in the right form, which no one has. */
const unknown = () =>
  Redacted.value(PersonalTokenText.format(Option.getOrThrow(Token.parse(randomBytes(32).toString("base64url")))))

const created = async () => {
  const browser = service.browser()
  await browser.post(signUp, { email: newEmail(), password })
  const { id, token } = (await browser.post(tokens, { name: "Backups" })).json
  return { browser, id: String(id), token: String(token) }
}

const revoked = async () => {
  const { browser, id, token } = await created()
  await browser.send("DELETE", `${tokens}/${id}`)
  return token
}

/** Sends a token, and returns the reply and the calls of the store that are about it. */
const observe = async (path: string, token: string, headers: Record<string, string> = {}) => {
  let reply: Awaited<ReturnType<ReturnType<Service["browser"]>["post"]>> | undefined
  const calls = await storage.callsDuring(async () => {
    reply = await service.browser().post(path, { token }, headers)
  })
  const { date: _, ...others } = reply?.headers ?? {}
  // What depends on the time only: instances are cached for a second, and uses of API keys are stored once a minute.
  const ofToken = calls.filter((call) => !/^InstanceRepository\.|^ApiKeyRepository\.touch$/.test(call))
  return { status: reply?.status, text: reply?.text, headers: others, calls: ofToken }
}

test("introspection does the same work for a token that was revoked and one that never was", async () => {
  const first = await observe(introspect, unknown(), asApi)
  expect([first.status, first.text]).toEqual([200, '{"active":false}'])
  expect(first.calls).toContain("PersonalTokenRepository.findActive")
  expect(await observe(introspect, await revoked(), asApi)).toEqual(first)
})

test("introspection does the same work for access tokens of a session that has ended, and of one that never was", async () => {
  const { browser } = await created()
  const { browser: other } = await created()
  const issued = async (of: typeof browser) => String((await of.post(accessToken, { audience })).json["accessToken"])
  const [one, another] = [await issued(browser), await issued(other)]
  await browser.post(signOut)
  await other.post("/v1/auth/account/delete", { password })
  const first = await observe(introspect, one, asApi)
  expect(first.text).toBe('{"active":false}')
  expect((await observe(introspect, another, asApi)).calls).toEqual(first.calls)
})

test("revoking replies in the same way to every token, and does the same work for those that do not work", async () => {
  const first = await observe(revoke, unknown())
  expect([first.status, first.text]).toEqual([200, '{"ok":true}'])
  expect(await observe(revoke, await revoked())).toEqual(first)
  const { calls: _, ...worked } = await observe(revoke, (await created()).token)
  const { calls: _calls, ...others } = first
  expect(worked).toEqual(others)
})

test("a token one letter off is not active, ends nothing, and costs no query", async () => {
  const { token } = await created()
  for (let at = 0; at < token.length; at += 5) {
    const letter = token[at] === "A" ? "B" : "A"
    const similar = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`
    expect((await observe(introspect, similar, asApi)).text).toBe('{"active":false}')
    expect((await observe(revoke, similar)).calls).toEqual([])
  }
  expect((await observe(introspect, token, asApi)).text).toContain('"active":true')
})

test("neither repeats the token, nor says whose it was", async () => {
  const { browser, id, token } = await created()
  const { text } = await browser.get("/v1/auth/session")
  const { email, userId } = JSON.parse(text)
  const active = await observe(introspect, token, asApi)
  expect(active.text).toContain(userId)
  for (const secret of [token, email]) expect(JSON.stringify(active)).not.toContain(secret)
  const ended = await observe(revoke, token)
  for (const fact of [token, email, userId, id]) expect(JSON.stringify(ended)).not.toContain(fact)
})
