import { type Client, createClient } from "@latchkey/client"
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest"
import { endpoints } from "../src/internal/endpoints.ts"
import { callBy, everythingIn, expectUnexpected, password, problemOf } from "./support/results.ts"
import { type Stranger, startStranger } from "./support/stranger.ts"

const credentials = { email: "ada@example.com", password }
const input = { ...credentials, token: "a-token" }
const methods = Object.keys(endpoints) as Array<keyof Client>
const problem = (code: string, more: object = {}) =>
  JSON.stringify({ type: `urn:latchkey:problem:${code}`, title: "T", status: 400, detail: "D.", code, ...more })

describe("What is not an answer of Latchkey", () => {
  let stranger: Stranger
  let client: Client
  beforeAll(async () => {
    stranger = await startStranger()
    client = createClient({ baseUrl: stranger.origin })
  })
  afterAll(() => stranger.stop())
  beforeEach(() => stranger.seen.splice(0))

  test.each(methods)("is an unexpected reply where %s gets a page, whatever its status", async (method) => {
    for (const status of [200, 404, 502]) {
      stranger.says(status, "<!doctype html><title>Hello</title>", { "content-type": "text/html" })
      expectUnexpected(await callBy(client, method, input), status)
    }
  })

  test.each([
    ["nothing", 200, ""],
    ["null", 200, "null"],
    ["a text", 200, '"ok"'],
    ["an empty object", 200, "{}"],
    ["a list", 200, "[]"],
    ["one id of two", 200, '{"userId":"user_1"}'],
    ["an id that is a number", 200, '{"userId":1,"sessionId":2}'],
    ["a problem with a status of success", 200, problem("invalid_credentials")],
    ["a status without a body", 204, ""],
    ["a code that the endpoint does not have", 404, problem("not_found")],
    ["a code that another endpoint has", 401, problem("invalid_token")],
    ["a problem of another service", 401, problem("invalid_credentials", { type: "about:blank" })],
    ["a problem without a title", 401, problem("invalid_credentials", { title: undefined })],
    ["a code that every object has", 400, problem("constructor")],
    ["errors that are no list", 400, problem("invalid_request", { errors: {} })],
    ["no errors", 400, problem("invalid_request")],
    ["an error of another kind", 400, '{"error":"Bad Request"}'],
    ["JSON that breaks off", 200, '{"userId":"user_1","sessionId":']
  ])("is an unexpected reply: %s", async (_, status, body) => {
    stranger.says(status, status === 204 ? "" : body)
    expectUnexpected(await client.signIn(credentials), status)
  })

  test("is told from an answer that says more than it used to", async () => {
    stranger.says(200, '{"userId":"user_1","sessionId":"sess_1","since":"2027"}')
    expect(await client.signIn(credentials)).toMatchObject({
      ok: true,
      data: { userId: "user_1", sessionId: "sess_1" }
    })
  })

  test("is a redirect, which is not followed: no password goes where nobody meant to send it", async () => {
    const elsewhere = await startStranger()
    onTestFinished(elsewhere.stop)
    elsewhere.says(200, '{"userId":"user_1","sessionId":"sess_1"}')
    for (const status of [301, 303, 307, 308]) {
      stranger.says(status, "", { location: `${elsewhere.origin}/v1/auth/sign-in/email-password` })
      expectUnexpected(await client.signIn(credentials), status)
    }
    expect(elsewhere.seen).toEqual([])
  })

  test.each([undefined, "", "soon", "Wed, 21 Oct 2026 07:28:00 GMT", "0", "-5", "0.5"])(
    "may be Retry-After, which is 1 second when it is %s",
    async (header) => {
      stranger.says(429, problem("signin_rate_limited"), header === undefined ? {} : { "retry-after": header })
      expect(problemOf(await client.signIn(credentials))).toMatchObject({ retryAfterSeconds: 1 })
    }
  )

  test.each([
    ["before it answers", 0],
    ["within the headers", 20],
    ["within the body", 100]
  ])("is a network error when the connection is cut %s", async (_, bytes) => {
    const reply = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"userId":"user_1","sessionId":"sess_1"}`
    stranger.answers((_, response) => response.socket?.end(reply.slice(0, bytes)))
    for (const method of methods) {
      const cut = problemOf(await callBy(client, method, input))
      expect(cut).toMatchObject({ code: "network_error", cause: expect.any(TypeError) })
      expect(everythingIn(cut)).not.toContain(password)
      expect(everythingIn(cut)).not.toContain("a-token")
    }
  })

  test("is a network error when nobody listens", async () => {
    const gone = await startStranger()
    await gone.stop()
    const result = await createClient({ baseUrl: gone.origin }).signIn(credentials)
    expect(problemOf(result)).toMatchObject({ code: "network_error", cause: { cause: { code: "ECONNREFUSED" } } })
  })

  test.each([undefined, "", "auth.example.com", "https://exa mple"])(
    "is a network error, and no rejection, where the base URL is %s",
    async (baseUrl) => {
      const result = await createClient({ baseUrl }).signIn(credentials)
      expect(problemOf(result)).toMatchObject({ code: "network_error", cause: expect.any(TypeError) })
      expect(everythingIn(result)).not.toContain(password)
    }
  )

  test("is a network error when a fetch of one's own throws at once", async () => {
    const cause = new Error("No network today")
    const fetch = () => {
      throw cause
    }
    expect(problemOf(await createClient({ fetch }).session())).toEqual({ code: "network_error", cause })
  })

  test("is never a rejection, whatever a program without types hands over", async () => {
    stranger.says(400, problem("invalid_request", { errors: [] }))
    const circular: Record<string, unknown> = { email: "ada@example.com" }
    circular["password"] = circular
    for (const odd of [undefined, null, 7, "ada", [], { email: 1n }, circular, { toJSON: () => 1n }]) {
      const answers = await Promise.all(methods.map((method) => callBy(client, method, odd)))
      expect(answers.map(({ ok }) => ok)).toEqual(Array(methods.length).fill(false))
    }
    const signIn = client.signIn as (input: unknown, options: unknown) => ReturnType<Client["signIn"]>
    for (const options of [null, 7, {}, { signal: null }, { signal: 7 }]) {
      expect((await signIn(credentials, options)).ok).toBe(false)
    }
  })
})
