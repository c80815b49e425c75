import { type Client, createClient } from "@latchkey/client"
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest"
import { endpoints } from "../src/internal/endpoints.ts"
import { type FakeServer, startFakeServer } from "./support/fakeServer.ts"
import { callBy, everythingIn, expectUnexpected, password, problemOf } from "@latchkey/test-support/results"

const credentials = { email: "ada@example.com", password }
const input = { ...credentials, token: "a-token" }
const methods = Object.keys(endpoints) as Array<keyof Client>
const problem = (code: string, more: object = {}) =>
  JSON.stringify({ type: `urn:latchkey:problem:${code}`, title: "T", status: 400, detail: "D.", code, ...more })

describe("A reply that is not Latchkey's", () => {
  let server: FakeServer
  let client: Client
  beforeAll(async () => {
    server = await startFakeServer()
    client = createClient({ baseUrl: server.origin })
  })
  afterAll(() => server.stop())
  beforeEach(() => server.received.splice(0))

  test.each(methods)("%s: a page with any status is unexpected_reply", async (method) => {
    for (const status of [200, 404, 502]) {
      server.reply(status, "<!doctype html><title>Hello</title>", { "content-type": "text/html" })
      expectUnexpected(await callBy(client, method, input), status)
    }
  })

  test.each([
    ["an empty body", 200, ""],
    ["null", 200, "null"],
    ["a string", 200, '"ok"'],
    ["an empty object", 200, "{}"],
    ["a list", 200, "[]"],
    ["one of two ids", 200, '{"userId":"user_1"}'],
    ["an id that is a number", 200, '{"userId":1,"sessionId":2}'],
    ["a problem with a success status", 200, problem("invalid_credentials")],
    ["a status without a body", 204, ""],
    ["a code that the endpoint does not have", 405, problem("method_not_allowed")],
    ["a code that another endpoint has", 401, problem("invalid_token")],
    ["a problem of another service", 401, problem("invalid_credentials", { type: "about:blank" })],
    ["a problem without a title", 401, problem("invalid_credentials", { title: undefined })],
    ["a code that is a property of every object", 400, problem("constructor")],
    ["errors that are not a list", 400, problem("invalid_request", { errors: {} })],
    ["missing errors", 400, problem("invalid_request")],
    ["an error in another format", 400, '{"error":"Bad Request"}'],
    ["truncated JSON", 200, '{"userId":"user_1","sessionId":']
  ])("%s is unexpected_reply", async (_, status, body) => {
    server.reply(status, status === 204 ? "" : body)
    expectUnexpected(await client.signIn(credentials), status)
  })

  test("a problem with an empty code is unexpected_reply", async () => {
    server.reply(401, problem(""))
    for (const method of methods) expectUnexpected(await callBy(client, method, input), 401)
  })

  test("a reply with additional fields is still Latchkey's", async () => {
    server.reply(200, '{"userId":"user_1","sessionId":"sess_1","since":"2027"}')
    expect(await client.signIn(credentials)).toMatchObject({
      ok: true,
      data: { userId: "user_1", sessionId: "sess_1" }
    })
  })

  test.each([null, "2026-11-21T10:16:41.303Z"])("a session is Latchkey's if claimedAt is %s", async (claimedAt) => {
    const active = { ...endpoints.session[2][0], userId: "user_1", sessionId: "sess_1", claimedAt }
    server.reply(200, JSON.stringify(active))
    expect(await client.session()).toEqual({ ok: true, data: active })
    server.reply(200, JSON.stringify({ ...active, claimedAt: undefined }))
    expectUnexpected(await client.session(), 200)
  })

  test.each([
    ["null", null, true],
    ["a session", endpoints.session[2][0], true],
    ["missing", undefined, false],
    ["an empty object", {}, false],
    ["a list", [], false],
    ["a list with a session", [endpoints.session[2][0]], false],
    ["a session without a user", { ...endpoints.session[2][0], userId: undefined }, false],
    ["false", false, false]
  ])("an optional session is Latchkey's or not if its session is %s", async (_, session, isLatchkeys) => {
    const optional = { session, emailVerificationRequired: false }
    server.reply(200, JSON.stringify(optional))
    const result = await client.findSession()
    if (isLatchkeys) expect(result).toEqual({ ok: true, data: optional })
    else expectUnexpected(result, 200)
  })

  test("a redirect is not followed, so that it cannot send the password to another server", async () => {
    const elsewhere = await startFakeServer()
    onTestFinished(elsewhere.stop)
    elsewhere.reply(200, '{"userId":"user_1","sessionId":"sess_1"}')
    for (const status of [301, 303, 307, 308]) {
      server.reply(status, "", { location: `${elsewhere.origin}/v1/auth/sign-in/email-password` })
      expectUnexpected(await client.signIn(credentials), status)
    }
    expect(elsewhere.received).toEqual([])
  })

  test.each([undefined, "", "soon", "Wed, 21 Oct 2026 07:28:00 GMT", "0", "-5", "0.5"])(
    "retryAfterSeconds is 1 if Retry-After is %s",
    async (header) => {
      server.reply(429, problem("signin_rate_limited"), header === undefined ? {} : { "retry-after": header })
      expect(problemOf(await client.signIn(credentials))).toMatchObject({ retryAfterSeconds: 1 })
    }
  )

  test.each([
    ["before the reply", 0],
    ["within the headers", 20],
    ["within the body", 100]
  ])("a connection that ends %s is network_error", async (_, bytes) => {
    const reply = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"userId":"user_1","sessionId":"sess_1"}`
    server.respondWith((_, response) => response.socket?.end(reply.slice(0, bytes)))
    for (const method of methods) {
      const failed = problemOf(await callBy(client, method, input))
      expect(failed).toMatchObject({ code: "network_error", cause: expect.any(TypeError) })
      expect(everythingIn(failed)).not.toContain(password)
      expect(everythingIn(failed)).not.toContain("a-token")
    }
  })

  test("a refused connection is network_error", async () => {
    const stopped = await startFakeServer()
    await stopped.stop()
    const result = await createClient({ baseUrl: stopped.origin }).signIn(credentials)
    expect(problemOf(result)).toMatchObject({ code: "network_error", cause: { cause: { code: "ECONNREFUSED" } } })
  })

  test.each([undefined, "", "auth.example.com", "https://exa mple"])(
    "the base URL %s is network_error, and no rejection",
    async (baseUrl) => {
      const result = await createClient({ baseUrl }).signIn(credentials)
      expect(problemOf(result)).toMatchObject({ code: "network_error", cause: expect.any(TypeError) })
      expect(everythingIn(result)).not.toContain(password)
    }
  )

  test("a custom fetch that throws synchronously is network_error", async () => {
    const cause = new Error("No network today")
    const fetch = () => {
      throw cause
    }
    expect(problemOf(await createClient({ fetch }).session())).toEqual({ code: "network_error", cause })
  })

  test("arguments of wrong types never cause a rejection", async () => {
    server.reply(400, problem("invalid_request", { errors: [] }))
    const circular: Record<string, unknown> = { email: "ada@example.com" }
    circular["password"] = circular
    for (const odd of [undefined, null, 7, "ada", [], { email: 1n }, circular, { toJSON: () => 1n }]) {
      const results = await Promise.all(methods.map((method) => callBy(client, method, odd)))
      expect(results.map(({ ok }) => ok)).toEqual(Array(methods.length).fill(false))
    }
    const signIn = client.signIn as (input: unknown, options: unknown) => ReturnType<Client["signIn"]>
    for (const options of [null, 7, {}, { signal: null }, { signal: 7 }]) {
      expect((await signIn(credentials, options)).ok).toBe(false)
    }
  })
})
