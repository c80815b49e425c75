import { defaultId } from "@latchkey/domain/instance/Instance"
import { defaultTokenConfig } from "@latchkey/domain/instance/TokenConfig"
import type { Browser } from "@latchkey/test-support/Browser"
import {
  asAdmin,
  instances,
  newEmail,
  password,
  session,
  signOutAll,
  signUp,
  tokens
} from "@latchkey/test-support/contract"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { exchange } from "@latchkey/test-support/wire"
import { beforeAll, beforeEach, expect, test } from "vitest"

const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` })
const challenge = 'Bearer error="invalid_token"'

onBothMounts("Personal access tokens", (service) => {
  const configure = (personalTokens: boolean, include: ReadonlyArray<"metadata" | "name"> = []) =>
    service().instances((directory) =>
      directory.update(defaultId, {
        tokenConfig: { ...defaultTokenConfig, personalTokens, scopes: ["reports:read", "reports:write"] },
        sessionConfig: { include }
      })
    )
  beforeAll(() => configure(true))
  beforeEach(() => configure(true))

  const signedUp = async () => {
    const browser = service().browser()
    const { userId } = (await browser.post(signUp, { email: newEmail(), password })).json
    return { browser, userId: String(userId) }
  }
  const create = (browser: Browser, fields: object = {}, headers: Record<string, string> = {}) =>
    browser.post(tokens, { name: "Backups", ...fields }, headers)
  const check = (token: unknown, headers: Record<string, string> = {}) =>
    service()
      .browser()
      .get(session, { ...bearer(token), ...headers })

  test("are shown once, listed without the token, and revoked", async () => {
    const { browser, userId } = await signedUp()
    const fields = { name: "Nightly", scopes: ["reports:read"], expiresAt: "2999-01-01T00:00:00.000Z" }
    const created = await create(browser, fields)
    const { token, ...listed } = created.json
    expect([created.status, token]).toEqual([201, expect.stringMatching(/^lk_[\w-]{43}[0-9A-Za-z]{6}$/)])
    expect(listed).toEqual({
      id: expect.stringMatching(/^pat_/),
      ...fields,
      createdAt: expect.any(String),
      lastUsedAt: null
    })
    expect((await browser.get(tokens)).json).toEqual({ tokens: [listed] })
    expect((await check(token)).json).toMatchObject({ userId, tokenId: listed["id"], scopes: ["reports:read"] })
    expect((await browser.send("DELETE", `${tokens}/${String(listed["id"])}`)).json).toEqual({ ok: true })
    expect((await check(token)).status).toBe(401)
    expect((await browser.get(tokens)).json).toEqual({ tokens: [] })
    expect((await browser.send("DELETE", `${tokens}/${String(listed["id"])}`)).status).toBe(404)
  })

  test("say whose they are, and nothing of a session; what the instance includes, too", async () => {
    await configure(true, ["name", "metadata"])
    const { browser, userId } = await signedUp()
    const { id, token } = (await create(browser)).json
    const { json, status } = await check(token)
    expect([status, json]).toEqual([
      200,
      {
        userId,
        tokenId: id,
        instanceId: "default",
        email: expect.any(String),
        emailVerified: false,
        claimedAt: null,
        scopes: [],
        expiresAt: null,
        name: null,
        metadata: {}
      }
    ])
  })

  test("that do not work get 401 with the challenge of RFC 6750", async () => {
    const { browser } = await signedUp()
    const { token } = (await create(browser)).json
    await browser.post(signOutAll)
    for (const wrong of [token, "lk_wrong", "x".repeat(5000), `lk_${"A".repeat(49)}`]) {
      const reply = await check(wrong)
      expect([reply.status, reply.json["code"], reply.headers["www-authenticate"]]).toEqual([
        401,
        "unauthenticated",
        challenge
      ])
    }
    const without = await service().browser().get(session)
    expect([without.status, without.headers["www-authenticate"]]).toEqual([401, undefined])
  })

  test("count only from programs: not beside Origin, Sec-Fetch-Site or our cookies", async () => {
    const { browser, userId } = await signedUp()
    const { token } = (await create(browser)).json
    const statusWith = async (headers: Record<string, string>) => (await check(token, headers)).status
    expect(await statusWith({ "sec-fetch-mode": "cors" })).toBe(200)
    expect(await statusWith({ origin: "null" })).toBe(401)
    expect(await statusWith({ origin: service().origin })).toBe(401)
    expect(await statusWith({ "sec-fetch-site": "none" })).toBe(401)
    expect(await statusWith({ cookie: "__client=x" })).toBe(401)
    expect(await statusWith({ cookie: "other=x" })).toBe(200)
    const other = await signedUp()
    const both = await other.browser.get(session, bearer(token))
    expect([both.status, both.json["userId"]]).toEqual([200, other.userId])
    expect(other.userId).not.toBe(userId)
  })

  test("change nothing at Latchkey: every other endpoint for users ignores them", async () => {
    const { browser } = await signedUp()
    const { id, token } = (await create(browser)).json
    const program = service().browser()
    expect((await program.get(tokens, bearer(token))).status).toBe(401)
    expect((await create(program, {}, bearer(token))).status).toBe(401)
    expect((await program.send("DELETE", `${tokens}/${String(id)}`, { headers: bearer(token) })).status).toBe(401)
    expect((await program.post(signOutAll, {}, bearer(token))).status).toBe(401)
    expect((await check(token)).status).toBe(200)
  })

  test("in two Authorization lines are 400, because others may read the other one", async () => {
    const { browser } = await signedUp()
    const { token } = (await create(browser)).json
    const { host, port } = new URL(service().origin)
    const lines = [`Bearer ${String(token)}`, "Bearer lk_other"].map((value) => `Authorization: ${value}`)
    const head = [`GET ${session} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...lines]
    const reply = await exchange(Number(port), `${head.join("\r\n")}\r\n\r\n`)
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    expect(reply).toContain('{"field":"authorization","reason":"was given more than once"}')
  })

  test("need a recent authentication, own pages, and an instance that has them", async () => {
    const { browser } = await signedUp()
    const foreign = await create(browser, {}, { origin: "https://evil.example" })
    expect([foreign.status, foreign.json["code"]]).toEqual([403, "forbidden_origin"])
    service().advance(10 * 60_000)
    const old = await create(browser)
    expect([old.status, old.json["code"]]).toEqual([401, "reauthentication_required"])
    await configure(false)
    const off = await create((await signedUp()).browser)
    expect([off.status, off.json["code"]]).toEqual([403, "personal_tokens_disabled"])
  })

  test.each<[string, object, string, string]>([
    ["no name", { name: "" }, "name", "must be 1 to 100 characters, and no control characters"],
    ["a long name", { name: "x".repeat(101) }, "name", "must be 1 to 100 characters, and no control characters"],
    ["another scope", { scopes: ["admin"] }, "scopes", "must be scopes that the instance has"],
    ["an expiry in the past", { expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt", "must be in the future"]
  ])("with %s are 400", async (_, fields, field, reason) => {
    const { browser } = await signedUp()
    const { json, status } = await create(browser, fields)
    expect([status, json["errors"]]).toEqual([400, [{ field, reason }]])
    expect((await browser.get(tokens)).json).toEqual({ tokens: [] })
  })

  test("with more than a hundred scopes, or a body that is too large, are refused", async () => {
    const { browser } = await signedUp()
    const many = Array.from({ length: 20_000 }, (_, at) => String(at))
    expect((await create(browser, { scopes: many })).status).toBe(413)
    expect((await create(browser, { scopes: many.slice(0, 101) })).status).toBe(400)
  })

  test("are listed and revoked by operators", async () => {
    const { browser, userId } = await signedUp()
    const { id, token } = (await create(browser)).json
    const path = `${instances}/default/users/${userId}/tokens`
    const operator = service().browser()
    expect((await operator.get(path, asAdmin)).json).toEqual((await browser.get(tokens)).json)
    const removed = await operator.send("DELETE", `${path}/${String(id)}`, { headers: asAdmin })
    expect([removed.status, (await check(token)).status]).toEqual([200, 401])
    const again = await operator.send("DELETE", `${path}/${String(id)}`, { headers: asAdmin })
    expect(again.status).toBe(404)
    expect((await operator.get(path.replace(userId, "user_unknown"), asAdmin)).status).toBe(404)
  })
})
