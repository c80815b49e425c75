import { assert, describe, it } from "@effect/vitest"
import {
  type AuthorizationResponse,
  type Connection,
  IdentityProviderClient
} from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as MemoryIdentityProviderClient from "@latchkey/memory/MemoryIdentityProviderClient"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"

const connection: Connection = {
  ...Samples.identityProvider({ scopes: ["profile"], nativeClientIds: ["native-app"] }),
  clientSecret: Option.none()
}

const visit = {
  redirectUri: "https://app.example/callback",
  state: "state",
  nonce: "nonce",
  codeVerifier: Redacted.make("v".repeat(43))
}

const ada = { subject: "ada", email: "ada@example.com", emailVerified: true, hostedDomain: "example.com", amr: ["mfa"] }

const test = (
  title: string,
  body: Effect.Effect<void, unknown, MemoryIdentityProviderClient.Providers | IdentityProviderClient>
) => it.effect(title, () => Effect.provide(body, MemoryIdentityProviderClient.layer))

/** Ada signs in, and returns to the app. */
const returned = Effect.gen(function* () {
  const { authorizationUrl } = yield* IdentityProviderClient
  const { signIn } = yield* MemoryIdentityProviderClient.Providers
  return { ...visit, parameters: yield* signIn(yield* authorizationUrl(connection, visit), ada) }
})

const exchange = (response: AuthorizationResponse, of = connection) =>
  Effect.flatMap(IdentityProviderClient, (client) => client.exchange(of, response))

/** Returns the reason of a rejection, or the tag of another outcome. */
const outcome = <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.match(attempt, {
    onSuccess: () => "ok",
    onFailure: (error) => ("reason" in error ? String(error.reason) : error._tag)
  })

describe("MemoryIdentityProviderClient", () => {
  test(
    "asks for a code at the provider, with PKCE, and exchanges it for what the provider says of the user",
    Effect.gen(function* () {
      const { authorizationUrl } = yield* IdentityProviderClient
      const { origin, searchParams } = new URL(yield* authorizationUrl(connection, visit))
      assert.strictEqual(origin, connection.issuer)
      assert.deepInclude(Object.fromEntries(searchParams), {
        response_type: "code",
        client_id: connection.clientId,
        redirect_uri: visit.redirectUri,
        scope: "openid email profile",
        code_challenge_method: "S256"
      })
      assert.deepStrictEqual(yield* exchange(yield* returned), {
        key: { issuer: connection.issuer, subject: "ada" },
        email: Option.some("ada@example.com"),
        emailVerified: true,
        hostedDomain: Option.some("example.com"),
        isDomainVerified: false,
        label: Option.some("ada@example.com"),
        amr: ["mfa"]
      })
    })
  )

  test(
    "exchanges a code once, and within a minute",
    Effect.gen(function* () {
      const response = yield* returned
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual(yield* outcome(exchange(response)), "ok")
      assert.strictEqual(yield* outcome(exchange(response)), "not_verified")
      const late = yield* returned
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* outcome(exchange(late)), "not_verified")
    })
  )

  test(
    "exchanges no code of another client, provider, redirect URI, verifier, nonce or state",
    Effect.gen(function* () {
      const wrong: ReadonlyArray<[Partial<AuthorizationResponse>, Partial<Connection>?]> = [
        [{}, { clientId: "another-client" }],
        [{}, { issuer: "https://other.example" }],
        [{ redirectUri: "https://app.example/other" }],
        [{ codeVerifier: Redacted.make("w".repeat(43)) }],
        [{ nonce: "other" }],
        [{ state: "other" }]
      ]
      for (const [response, of] of wrong) {
        const attempt = exchange({ ...(yield* returned), ...response }, { ...connection, ...of })
        assert.strictEqual(yield* outcome(attempt), "not_verified")
      }
      const { parameters } = yield* returned
      for (const changed of [{ iss: "https://other.example" }, { code: "other" }]) {
        const attempt = exchange({ ...visit, parameters: { ...parameters, ...changed } })
        assert.strictEqual(yield* outcome(attempt), "not_verified")
      }
    })
  )

  test(
    "knows a provider that tenants share, whose users are those of a tenant",
    Effect.gen(function* () {
      const shared = { ...connection, issuer: "https://login.example/{tenantid}/v2.0" }
      const { authorizationUrl } = yield* IdentityProviderClient
      const { signIn } = yield* MemoryIdentityProviderClient.Providers
      const url = yield* authorizationUrl(shared, visit)
      const parameters = yield* signIn(url, { ...ada, issuer: "https://login.example/tenant/v2.0" })
      const { key } = yield* exchange({ ...visit, parameters }, shared)
      assert.strictEqual(key.issuer, "https://login.example/tenant/v2.0")
    })
  )

  test(
    "rejects a user who does not sign in, with the reason of the provider",
    Effect.gen(function* () {
      const { authorizationUrl } = yield* IdentityProviderClient
      const { refuse } = yield* MemoryIdentityProviderClient.Providers
      const url = yield* authorizationUrl(connection, visit)
      assert.strictEqual(yield* outcome(exchange({ ...visit, parameters: yield* refuse(url) })), "access_denied")
      const failed = { ...visit, parameters: yield* refuse(url, "server_error") }
      assert.strictEqual(yield* outcome(exchange(failed)), "not_verified")
    })
  )

  test(
    "verifies an ID token for the client or a native one, with its nonce, for an hour",
    Effect.gen(function* () {
      const { verifyIdToken } = yield* IdentityProviderClient
      const { idToken } = yield* MemoryIdentityProviderClient.Providers
      const app = { issuer: connection.issuer, clientId: "native-app", nonce: "nonce" }
      const verify = (changed: object, nonce = "nonce") =>
        Effect.flatMap(idToken({ ...app, ...changed }, ada), (token) =>
          outcome(verifyIdToken(connection, { idToken: token, nonce }))
        )
      assert.strictEqual(yield* verify({}), "ok")
      assert.strictEqual(yield* verify({ clientId: connection.clientId }), "ok")
      assert.strictEqual(yield* verify({ clientId: "another-app" }), "not_verified")
      assert.strictEqual(yield* verify({ issuer: "https://other.example" }), "not_verified")
      assert.strictEqual(yield* verify({}, "other"), "not_verified")
      const token = yield* idToken(app, ada)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* outcome(verifyIdToken(connection, { idToken: token, nonce: "nonce" })), "not_verified")
    })
  )

  test(
    "is unavailable while a provider is down, or slow, and the others are not",
    Effect.gen(function* () {
      const { authorizationUrl, check } = yield* IdentityProviderClient
      const { setHealth } = yield* MemoryIdentityProviderClient.Providers
      const response = yield* returned
      const unavailable = "IdentityProviderUnavailable"
      yield* setHealth(connection.issuer, "down")
      assert.strictEqual(yield* outcome(authorizationUrl(connection, visit)), unavailable)
      assert.strictEqual(yield* outcome(exchange(response)), unavailable)
      assert.deepInclude((yield* check(connection, visit.redirectUri))[0], { what: "discovery", ok: false })
      const other = { ...connection, issuer: "https://other.example" }
      assert.strictEqual(yield* outcome(authorizationUrl(other, visit)), "ok")
      yield* setHealth(connection.issuer, "slow")
      const slow = yield* Effect.fork(outcome(exchange(response)))
      yield* TestClock.adjust("1999 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(slow)))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* Fiber.join(slow), unavailable)
      yield* setHealth(connection.issuer, "up")
      assert.strictEqual(yield* outcome(exchange(response)), "ok")
      assert.deepInclude((yield* check(connection, visit.redirectUri))[0], { ok: true })
    })
  )
})
