/** What the endpoints of a provider may not say. */
import { assert, describe } from "@effect/vitest"
import type { Client, Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as HostileProvider from "@latchkey/test-support/oidc/HostileProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { setUp } from "./hostile.ts"
import { until } from "@latchkey/test-support/outsideOfEffect"
import { clientFor, connectionTo, failureOf, newVisit, test } from "./support.ts"

const hostile = setUp()
const { attempt } = hostile

describe("The metadata", () => {
  test("discovery-issuer-mismatch: are rejected for another issuer, also by a slash", () =>
    Effect.gen(function* () {
      for (const issuer of ["https://evil.example", `${hostile.provider.issuer}/`, "no URL", undefined]) {
        const outcome = yield* failureOf(attempt({ metadata: (told) => ({ ...told, issuer }) }))
        assert.include(["not_verified issuer", "not_verified form"], outcome)
      }
    }))

  test("are rejected with an authorization endpoint that a browser must not open", () =>
    Effect.gen(function* () {
      for (const endpoint of ["javascript:alert(1)", "http://example.com/", "data:text/html,hi", undefined, 7]) {
        const lies = { metadata: (told: object) => ({ ...told, authorization_endpoint: endpoint }) }
        assert.strictEqual(yield* failureOf(attempt(lies)), "not_verified authorization_endpoint", String(endpoint))
      }
    }))

  test("cannot name keys or a token endpoint at a private address", () =>
    Effect.gen(function* () {
      for (const [name, outcome] of [
        ["jwks_uri", "unavailable"],
        ["token_endpoint", "unavailable"]
      ] as const) {
        const lies = { metadata: (told: object) => ({ ...told, [name]: "https://169.254.169.254/latest" }) }
        assert.strictEqual(yield* failureOf(attempt(lies)), outcome, name)
      }
    }))
})

describe("A response of the authorization endpoint", () => {
  const told = (sentBack: HostileProvider.Lies["sentBack"] & {}) => failureOf(attempt({ sentBack }))

  test("is rejected if it names another issuer, or none although one is announced (mix-up, RFC 9207)", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* told((honest) => ({ ...honest, iss: "https://evil.example" })), "not_verified iss")
      assert.strictEqual(yield* told(({ iss: _, ...honest }) => honest), "not_verified iss")
    }))

  test("is rejected with another state, or none", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* told((honest) => ({ ...honest, state: "another" })), "not_verified state")
      assert.strictEqual(yield* told(({ state: _, ...honest }) => honest), "not_verified state")
    }))

  test("is rejected without a code, and with tokens in the place of it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* told(({ code: _, ...honest }) => honest), "not_verified callbackParameters")
      assert.strictEqual(yield* told((honest) => ({ ...honest, id_token: "x" })), "not_verified form")
    }))

  test("with access_denied is the provider's or the user's no, and says so only to its own visit", () =>
    Effect.gen(function* () {
      const denied = ({ code: _, ...honest }: Readonly<Record<string, string>>) => ({
        ...honest,
        error: "access_denied"
      })
      assert.strictEqual(yield* told(denied), "access_denied")
      assert.strictEqual(yield* told((honest) => ({ ...denied(honest), state: "another" })), "not_verified state")
    }))

  test("with an error of the server is an outage, and with any other is rejected without its text in the log", () =>
    Effect.gen(function* () {
      const failing = (error: string) => told(({ code: _, ...honest }) => ({ ...honest, error }))
      assert.strictEqual(yield* failing("temporarily_unavailable"), "unavailable")
      assert.strictEqual(yield* failing("server_error"), "unavailable")
      assert.strictEqual(yield* failing("invalid_scope"), "not_verified invalid_scope")
      assert.strictEqual(yield* failing("ada@example.com"), "not_verified error")
    }))
})

describe("The token endpoint", () => {
  const replying = (reply: HostileProvider.Reply) =>
    failureOf(attempt({ replies: (path) => (path === "/token" ? reply : undefined) }))

  test("that does not know the client says that the settings are wrong", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* failureOf(attempt({ isKnown: () => false })), "not_verified invalid_client")
      const challenge = { status: 401, headers: { "www-authenticate": "Basic" }, body: { error: "invalid_client" } }
      assert.strictEqual(yield* replying(challenge), "not_verified invalid_client")
      const unauthorized = { status: 400, body: { error: "unauthorized_client" } }
      assert.strictEqual(yield* replying(unauthorized), "not_verified unauthorized_client")
    }))

  test("that has an error of its own is down", () =>
    Effect.gen(function* () {
      for (const status of [500, 502, 503, 429])
        assert.strictEqual(yield* replying({ status, body: "" }), "unavailable")
      assert.strictEqual(yield* replying({ status: 400, body: { error: "server_error" } }), "unavailable")
      assert.strictEqual(yield* replying({ body: "<p>Welcome to the proxy" }), "unavailable")
      assert.strictEqual(yield* replying({ status: 404, body: "<p>Not found" }), "unavailable")
    }))

  test("that redirects is not followed", () =>
    Effect.gen(function* () {
      const location = `${hostile.provider.origin}/elsewhere`
      assert.strictEqual(yield* replying({ status: 307, headers: { location }, body: "" }), "unavailable")
      assert.notInclude(hostile.provider.requests, "POST /elsewhere")
    }))

  test("gets a code once: the second use is rejected", () =>
    Effect.gen(function* () {
      const client: Client = yield* clientFor(hostile.provider)
      const connection = connectionTo(hostile.provider.issuer)
      const visit = newVisit()
      const { parameters } = hostile.provider.signIn(yield* client.authorizationUrl(connection, visit))
      const exchange = () => failureOf(client.exchange(connection, { ...visit, parameters }))
      assert.strictEqual(yield* exchange(), "verified")
      assert.strictEqual(yield* exchange(), "not_verified invalid_grant")
    }))

  test("gets the verifier of the visit, so that the code of another visit is worth nothing", () =>
    Effect.gen(function* () {
      const client = yield* clientFor(hostile.provider)
      const connection = connectionTo(hostile.provider.issuer)
      const victim = newVisit()
      const attacker = newVisit()
      const { parameters } = hostile.provider.signIn(yield* client.authorizationUrl(connection, victim))
      const injected = { ...attacker, parameters: { ...parameters, state: attacker.state } }
      assert.strictEqual(yield* failureOf(client.exchange(connection, injected)), "not_verified invalid_grant")
    }))

  test("gets the secret as the metadata say: by HTTP Basic unless they name only the form", () =>
    Effect.gen(function* () {
      const sentWith = (methods: ReadonlyArray<string> | undefined, changes: Partial<Connection> = {}) =>
        Effect.gen(function* () {
          const lies = {
            metadata: (told: object) => ({ ...told, token_endpoint_auth_methods_supported: methods })
          }
          yield* attempt(lies, changes)
          const { authorization, form } = hostile.provider.tokenRequests.at(-1) ?? {
            authorization: "",
            form: new URLSearchParams()
          }
          return [authorization?.split(" ", 1)[0], form.get("client_secret"), form.get("client_id")]
        })
      const basic = ["Basic", null, null]
      const post = [undefined, "the secret of the client", "client-1"]
      assert.deepStrictEqual(yield* sentWith(undefined), basic)
      assert.deepStrictEqual(yield* sentWith(["client_secret_post", "client_secret_basic"]), basic)
      assert.deepStrictEqual(yield* sentWith(["client_secret_post", "private_key_jwt"]), post)
      assert.deepStrictEqual(yield* sentWith(["client_secret_post"], { clientSecret: Option.none() }), [
        undefined,
        null,
        "client-1"
      ])
    }))
})

describe("A provider that never responds", () => {
  /** Begins to exchange a code. `closed`: whether the request of the token endpoint has ended. */
  const exchanging = Effect.gen(function* () {
    const client = yield* clientFor(hostile.provider)
    const connection = connectionTo(hostile.provider.issuer)
    const visit = newVisit()
    const { parameters } = hostile.provider.signIn(yield* client.authorizationUrl(connection, visit))
    let isOpen = false
    let isClosed = false
    hostile.provider.lies = {
      replies: (path, response) => {
        if (path !== "/token") return undefined
        isOpen = true
        response.on("close", () => {
          isClosed = true
        })
        return HostileProvider.silence
      }
    }
    const fiber = yield* Effect.fork(failureOf(client.exchange(connection, { ...visit, parameters })))
    yield* until(() => isOpen)
    return { fiber, closed: until(() => isClosed) }
  })

  test("is an outage after two seconds", () =>
    Effect.gen(function* () {
      const { closed, fiber } = yield* exchanging
      yield* TestClock.adjust("1999 millis")
      assert.isNull(fiber.unsafePoll())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* Fiber.join(fiber), "unavailable")
      yield* closed
    }))

  test("is left when the user leaves: interruption aborts the request", () =>
    Effect.gen(function* () {
      const { closed, fiber } = yield* exchanging
      yield* Fiber.interrupt(fiber)
      yield* closed
    }))
})

describe("Failures", () => {
  test("have no secret, token, code or address in the log and in their texts", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const recorder = Logger.make(({ annotations, message }) => {
        lines.push(JSON.stringify([message, [...annotations]]))
      })
      const secrets = ["the secret of the client", "ada@example.com", "user-1", "a description"]
      for (const lies of [
        { claims: (told: object) => ({ ...told, aud: "ada@example.com" }) },
        { claims: (told: object) => ({ ...told, nonce: "ada@example.com" }) },
        { userInfo: () => ({ sub: "ada@example.com" }), claims: ({ email: _, ...told }: { email?: unknown }) => told },
        { idToken: () => "ada@example.com" },
        { tokens: () => ({ error: "ada@example.com" }) },
        { isKnown: () => false },
        { sentBack: () => ({ error: "ada@example.com", error_description: "a description" }) },
        { replies: (path: string) => (path === "/token" ? { status: 503, body: "ada@example.com" } : undefined) },
        { replies: () => ({ body: "ada@example.com" }) }
      ]) {
        const failure = yield* Effect.flip(attempt(lies as HostileProvider.Lies)).pipe(
          Effect.provide(Logger.replace(Logger.defaultLogger, recorder))
        )
        lines.push(failure.message, failure._tag === "IdentityRejected" ? failure.reason : String(failure.detail))
      }
      assert.isAbove(lines.length, 20)
      const codes = hostile.provider.tokenRequests.map(({ form }) => form.get("code") ?? "")
      for (const secret of [...secrets, ...codes]) assert.notInclude(lines.join("\n"), secret)
    }))
})
