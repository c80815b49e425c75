import { type Client, createClient } from "@latchkey/client"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type FakeServer, startFakeServer } from "./support/fakeServer.ts"
import { callBy, password, problemOf } from "@latchkey/test-support/results"

const credentials = { email: "ada@example.com", password }
const signedIn = '{"userId":"user_1","sessionId":"sess_1"}'

/** The timeout of tests whose server may never respond, in milliseconds. */
const timeout = 5_000

describe("The requests of the client", () => {
  let server: FakeServer
  beforeAll(async () => {
    server = await startFakeServer()
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    server.received.splice(0)
    server.reply(200, signedIn)
  })

  test.each([
    ["signUp", "POST", "/v1/auth/sign-up/email-password", JSON.stringify(credentials)],
    ["signIn", "POST", "/v1/auth/sign-in/email-password", JSON.stringify(credentials)],
    ["session", "GET", "/v1/auth/session", ""],
    ["findSession", "GET", "/v1/auth/session/optional", ""],
    ["signOut", "POST", "/v1/auth/sign-out", ""],
    ["signOutAll", "POST", "/v1/auth/sign-out/all", ""],
    ["requestMagicLink", "POST", "/v1/auth/sign-in/magic-link", '{"email":"ada@example.com"}'],
    ["verifyMagicLinkCode", "POST", "/v1/auth/magic-link/verify-code", '{"code":"492817"}'],
    ["verifyMagicLink", "POST", "/v1/auth/magic-link/verify", '{"token":"a-token"}'],
    ["setPassword", "PUT", "/v1/auth/password", JSON.stringify({ password, currentPassword: "the old one" })],
    ["forgotPassword", "POST", "/v1/auth/password/forgot", '{"email":"ada@example.com"}'],
    ["resetPassword", "POST", "/v1/auth/password/reset", JSON.stringify({ token: "a-token", password })],
    ["changeEmail", "POST", "/v1/auth/email", '{"email":"ada@example.com","currentPassword":"the old one"}'],
    ["confirmEmail", "POST", "/v1/auth/email/confirm", '{"token":"a-token"}'],
    ["restoreEmail", "POST", "/v1/auth/email/restore", '{"token":"a-token"}'],
    ["acceptInvitation", "POST", "/v1/auth/invitation/accept", '{"token":"a-token"}'],
    ["verifySignUp", "POST", "/v1/auth/sign-up/verify", '{"token":"a-token"}'],
    ["beginFactorRecovery", "POST", "/v1/auth/second-factor/recovery", ""],
    ["cancelFactorRecovery", "DELETE", "/v1/auth/second-factor/recovery", ""],
    ["confirmFactorRecovery", "POST", "/v1/auth/second-factor/recovery/confirm", '{"token":"a-token"}'],
    ["cancelFactorRecoveryWithLink", "POST", "/v1/auth/second-factor/recovery/cancel", '{"token":"a-token"}'],
    ["sessions", "GET", "/v1/auth/sessions", ""],
    ["revokeSession", "DELETE", "/v1/auth/sessions/sess_1%2F..", ""],
    ["account", "GET", "/v1/auth/account", ""],
    ["updateAccount", "PATCH", "/v1/auth/account", '{"name":"Ada","userMetadata":{"theme":"dark"}}'],
    ["setLanguage", "PUT", "/v1/auth/account/language", '{"language":"de"}'],
    ["deleteAccount", "POST", "/v1/auth/account/delete", '{"currentPassword":"the old one"}'],
    ["keepAccount", "POST", "/v1/auth/account/delete/cancel", ""]
  ] as const)("%s sends its declared fields only, and no body without them", async (method, verb, url, body) => {
    const input = {
      ...credentials,
      token: "a-token",
      currentPassword: "the old one",
      language: "de",
      name: "Ada",
      userMetadata: { theme: "dark" },
      code: "492817",
      id: "sess_1/..",
      rememberMe: true
    }
    await callBy(createClient({ baseUrl: server.origin }), method, input)
    const [request] = server.received
    expect([request?.method, request?.url, request?.body]).toEqual([verb, url, body])
    expect(request?.headers["content-type"]).toBe(body === "" ? undefined : "application/json")
  })

  test("set no header except the content type, and include cookies", async () => {
    const inits: Array<RequestInit> = []
    const client = createClient({
      baseUrl: server.origin,
      fetch: (url, init) => {
        inits.push(init)
        return fetch(url, init)
      }
    })
    await client.signIn(credentials)
    await client.session()
    await client.signOut()
    expect(inits.map(({ headers }) => headers)).toEqual([{ "content-type": "application/json" }, {}, {}])
    for (const { cache, credentials, redirect } of inits) {
      expect([cache, credentials, redirect]).toEqual(["no-store", "include", "manual"])
    }
  })

  test.each([
    ["", ""],
    ["/", ""],
    ["/auth", "/auth"],
    ["/auth/", "/auth"],
    ["/a/b//", "/a/b"]
  ])("go to the prefix of a base URL that ends in '%s'", async (end, prefix) => {
    await createClient({ baseUrl: `${server.origin}${end}` }).session()
    expect(server.received.map(({ url }) => url)).toEqual([`${prefix}/v1/auth/session`])
  })

  const methods: ReadonlyArray<readonly [string, (client: Client, signal: AbortSignal) => Promise<unknown>]> = [
    ["signUp", ({ signUp }, signal) => signUp(credentials, { signal })],
    ["signIn", ({ signIn }, signal) => signIn(credentials, { signal })],
    ["session", ({ session }, signal) => session({ signal })],
    ["signOut", ({ signOut }, signal) => signOut({ signal })],
    ["signOutAll", ({ signOutAll }, signal) => signOutAll({ signal })],
    ["requestMagicLink", ({ requestMagicLink }, signal) => requestMagicLink(credentials, { signal })],
    ["verifyMagicLink", ({ verifyMagicLink }, signal) => verifyMagicLink({ token: "a-token" }, { signal })],
    ["setPassword", ({ setPassword }, signal) => setPassword({ password }, { signal })],
    ["sessions", ({ sessions }, signal) => sessions({ signal })],
    ["revokeSession", ({ revokeSession }, signal) => revokeSession({ id: "sess_1" }, { signal })]
  ]
  const aborted = { ok: false, problem: { code: "aborted" } }

  test.each(methods)(
    "%s: the signal aborts the call before, during and after the request",
    { timeout },
    async (_, use) => {
      const client = createClient({ baseUrl: server.origin })
      expect(await use(client, AbortSignal.abort())).toEqual(aborted)
      expect(server.received).toEqual([])

      const waiting = new AbortController()
      server.respondWith(() => waiting.abort(new Error("Cancelled")))
      expect(await use(client, waiting.signal)).toEqual(aborted)

      const reading = new AbortController()
      server.respondWith((_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).write('{"userId":', () => reading.abort())
      })
      expect(await use(client, reading.signal)).toEqual(aborted)
    }
  )

  test("are aborted by a timeout", { timeout }, async () => {
    server.respondWith(() => {})
    const client = createClient({ baseUrl: server.origin })
    expect(await client.session({ signal: AbortSignal.timeout(50) })).toEqual(aborted)
  })

  test("keep their result if the signal aborts after the reply", async () => {
    const controller = new AbortController()
    const result = await createClient({ baseUrl: server.origin }).signIn(credentials, controller)
    controller.abort()
    expect(result).toEqual({ ok: true, data: JSON.parse(signedIn) })
  })

  test("report network_error if the signal has not aborted", async () => {
    server.respondWith((_, response) => response.destroy())
    const { signal } = new AbortController()
    const result = await createClient({ baseUrl: server.origin }).signIn(credentials, { signal })
    expect(problemOf(result).code).toBe("network_error")
  })
})
