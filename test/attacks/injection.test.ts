import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { database } from "@latchkey/test-support/postgres/database"
import type { Contents } from "@latchkey/test-support/StoredContents"
import {
  asAdmin,
  instances,
  newEmail,
  password,
  requestLink,
  session,
  signIn,
  signOut,
  signUp,
  verify
} from "@latchkey/test-support/contract"
import { contentsOf, startOn } from "./support/postgres.ts"

const cleanUp = afterTests()
let service: Awaited<ReturnType<typeof startOn>>
let url: string

beforeAll(async () => {
  url = await database(cleanUp)
  service = await startOn(url)
  cleanUp(service.stop)
})
beforeEach(() => service.advance(3_600_000))

/** Returns what is stored, except for the rate limits and the failed sign-ins, which count every attempt. */
const stored = async (): Promise<Contents> => {
  const { rate_limits: _, sign_in_failures: __, ...contents } = await contentsOf(url)
  return contents
}

/** Text that an interpreter would run: SQL, LDAP, printf, templates, shells, paths, JSON queries. */
const payloads = [
  "' or '1'='1",
  "'; drop table latchkey.users; --",
  "' union select password_hash from latchkey.users --",
  "\\'; select pg_sleep(10); --",
  "$1",
  "*)(uid=*))(|(uid=*",
  "%s%s%n%x",
  "{{7*7}}#{7*7}<%=7*7%>",
  "$(sleep 10)`sleep 10`|sleep 10",
  "../../../../etc/passwd",
  '{"$ne":null}',
  "%00%27%22"
]

describe("Injected code", () => {
  test.each(payloads.map((payload) => [payload]))("changes nothing in any field: %j", async (payload) => {
    const email = newEmail()
    const victim = service.browser()
    await victim.post(signUp, { email, password })
    const before = await stored()
    const escaped = encodeURIComponent(payload)
    const replies = await Promise.all([
      service.browser().post(signIn, { email: `${payload}@example.com`, password }),
      service.browser().post(signIn, { email: payload, password }),
      service.browser().post(signIn, { email: `ada@${payload}.example`, password }),
      service.browser().post(signIn, { email, password: payload }),
      service.browser().post(signIn, { email, password: { $ne: payload } }),
      service.browser().get(`${verify}?token=${escaped}`),
      service.browser().post(verify, { token: payload }),
      service.browser().get(`/v1/auth/${escaped}`),
      service.browser().get(`${instances}/${escaped}`, asAdmin),
      service.browser({ cookie: `__session=${escaped}; __client=${payload}` }).get(session),
      service.browser({ "x-forwarded-for": payload, "user-agent": payload }).get(session)
    ])
    for (const { status, text } of replies) {
      expect([400, 401, 404]).toContain(status)
      expect(text).not.toMatch(/syntax|latchkey\.users|root:|\b49\b/)
    }
    // "$1" is a name (RFC 3986, 3.2.2). The others cannot be a host (RFC 9112, 3.2).
    const status = payload === "$1" ? 200 : 400
    expect((await service.browser({ host: payload }).post(signOut)).status).toBe(status)
    expect(await stored()).toEqual(before)
    expect((await victim.get(session)).json["email"]).toBe(email)
  })

  test.each([["o'brien"], ["a'--"], ["%s%n"], ["`id`"], ["{{7*7}}"], ["$1"], ["*"], ["|id"], ["a+b"], ["a.b"], ["ab"]])(
    "is an ordinary local part of an email address: %j",
    async (name) => {
      const email = `${name}@example.com`
      const browser = service.browser()
      const { json, status } = await browser.post(signUp, { email, password })
      expect(status).toBe(200)
      expect((await browser.get(session)).json).toMatchObject({ email, userId: json["userId"] })
      await browser.post(requestLink, { email })
      await service.deliver()
      expect((await service.emails()).at(-1)?.to).toBe(email)
      expect((await browser.post(signIn, { email, password })).json["userId"]).toBe(json["userId"])
    }
  )
})

describe("The name of an instance, which its emails have in their subject", () => {
  const breaks = ["\r\nBcc: eve@example.com", "\nBcc: eve", "\rBcc: eve", "\u0085Bcc: eve", "\u0000", "\u001b[31m"]

  test.each(breaks)("cannot contain line breaks or control characters: %j", async (text) => {
    for (const [method, path] of [
      ["POST", instances],
      ["PATCH", `${instances}/default`]
    ] as const) {
      const body = JSON.stringify({ name: `Acme${text}` })
      const headers = { ...asAdmin, "content-type": "application/json" }
      const reply = await service.browser().send(method, path, { headers, body })
      expect(reply.json["errors"]).toEqual([
        { field: "name", reason: "must be 1 to 100 characters, and no control characters" }
      ])
    }
  })

  test("appears unchanged in the subject, and escaped in the HTML", async () => {
    const name = `=?utf-8?q?Bcc?= "Acme", <eve@example.com>; 50% {{7*7}}`
    const created = await service
      .browser()
      .post(instances, { name, hosts: ["acme.example"], authConfig: { magic_link: true } }, asAdmin)
    expect(created.status).toBe(201)
    const email = newEmail()
    await service.browser({ host: "acme.example" }).post(requestLink, { email })
    await service.deliver()
    const sent = (await service.emails()).at(-1)
    expect([sent?.to, sent?.subject]).toEqual([email, `Your sign-in link for ${name}`])
    expect(sent?.html).not.toContain("<eve@")
  })
})
