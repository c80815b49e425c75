import { type Client, createClient } from "@latchkey/client"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { callBy, password, problemOf } from "./support/results.ts"
import { type Stranger, startStranger } from "./support/stranger.ts"

const credentials = { email: "ada@example.com", password }
const signedIn = '{"userId":"user_1","sessionId":"sess_1"}'

/** Ends what would never end. */
const soon = 5_000

describe("The requests of the client", () => {
  let stranger: Stranger
  beforeAll(async () => {
    stranger = await startStranger()
  })
  afterAll(() => stranger.stop())
  beforeEach(() => {
    stranger.seen.splice(0)
    stranger.says(200, signedIn)
  })

  test.each([
    ["signUp", "POST", "/v1/auth/sign-up/email-password", JSON.stringify(credentials)],
    ["signIn", "POST", "/v1/auth/sign-in/email-password", JSON.stringify(credentials)],
    ["session", "GET", "/v1/auth/session", ""],
    ["signOut", "POST", "/v1/auth/sign-out", ""],
    ["signOutEverywhere", "POST", "/v1/auth/sign-out/all", ""],
    ["requestMagicLink", "POST", "/v1/auth/sign-in/magic-link", '{"email":"ada@example.com"}'],
    ["verifyMagicLink", "POST", "/v1/auth/magic-link/verify", '{"token":"a-token"}'],
    ["setPassword", "PUT", "/v1/auth/password", JSON.stringify({ password, currentPassword: "the old one" })],
    ["sessions", "GET", "/v1/auth/sessions", ""],
    ["endSession", "DELETE", "/v1/auth/sessions/sess_1%2F..", ""]
  ] as const)(
    "%s sends its fields and no others, and JSON only where there is any",
    async (method, verb, url, body) => {
      const input = {
        ...credentials,
        token: "a-token",
        currentPassword: "the old one",
        id: "sess_1/..",
        rememberMe: true
      }
      await callBy(createClient({ baseUrl: stranger.origin }), method, input)
      const [request] = stranger.seen
      expect([request?.method, request?.url, request?.body]).toEqual([verb, url, body])
      expect(request?.headers["content-type"]).toBe(body === "" ? undefined : "application/json")
    }
  )

  test("have no headers of their own but the content type, and cookies with them", async () => {
    const inits: Array<RequestInit> = []
    const client = createClient({
      baseUrl: stranger.origin,
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
  ])("go where a base URL that ends in '%s' leads", async (end, prefix) => {
    await createClient({ baseUrl: `${stranger.origin}${end}` }).session()
    expect(stranger.seen.map(({ url }) => url)).toEqual([`${prefix}/v1/auth/session`])
  })

  const methods: ReadonlyArray<readonly [string, (client: Client, signal: AbortSignal) => Promise<unknown>]> = [
    ["signUp", ({ signUp }, signal) => signUp(credentials, { signal })],
    ["signIn", ({ signIn }, signal) => signIn(credentials, { signal })],
    ["session", ({ session }, signal) => session({ signal })],
    ["signOut", ({ signOut }, signal) => signOut({ signal })],
    ["signOutEverywhere", ({ signOutEverywhere }, signal) => signOutEverywhere({ signal })],
    ["requestMagicLink", ({ requestMagicLink }, signal) => requestMagicLink(credentials, { signal })],
    ["verifyMagicLink", ({ verifyMagicLink }, signal) => verifyMagicLink({ token: "a-token" }, { signal })]
  ]
  const aborted = { ok: false, problem: { code: "aborted" } }

  test.each(methods)("of %s end with its signal, whenever that comes", { timeout: soon }, async (_, use) => {
    const client = createClient({ baseUrl: stranger.origin })
    expect(await use(client, AbortSignal.abort())).toEqual(aborted)
    expect(stranger.seen).toEqual([])

    const waiting = new AbortController()
    stranger.answers(() => waiting.abort(new Error("No longer wanted")))
    expect(await use(client, waiting.signal)).toEqual(aborted)

    const reading = new AbortController()
    stranger.answers((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"userId":', () => reading.abort())
    })
    expect(await use(client, reading.signal)).toEqual(aborted)
  })

  test("end when their time is up", { timeout: soon }, async () => {
    stranger.answers(() => {})
    const client = createClient({ baseUrl: stranger.origin })
    expect(await client.session({ signal: AbortSignal.timeout(50) })).toEqual(aborted)
  })

  test("are not undone by a signal that comes after the reply", async () => {
    const controller = new AbortController()
    const result = await createClient({ baseUrl: stranger.origin }).signIn(credentials, controller)
    controller.abort()
    expect(result).toEqual({ ok: true, data: JSON.parse(signedIn) })
  })

  test("fail by themselves with a signal that has not come", async () => {
    stranger.answers((_, response) => response.destroy())
    const { signal } = new AbortController()
    const result = await createClient({ baseUrl: stranger.origin }).signIn(credentials, { signal })
    expect(problemOf(result).code).toBe("network_error")
  })
})
