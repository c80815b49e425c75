/** The whole flow, with `oidc-provider`. */
import { assert, describe } from "@effect/vitest"
import type { Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as OpenIdClient from "@latchkey/oidc/OpenIdClient"
import * as GoodProvider from "@latchkey/test-support/oidc/GoodProvider"
import { openLocalServer } from "@latchkey/test-support/oidc/localServer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { started, until } from "@latchkey/test-support/outsideOfEffect"
import { clientFor, connectionTo, detailOf, failureOf, newVisit, redirectUri, signIn, test } from "./support.ts"

const connectionOf = (
  { issuer }: GoodProvider.GoodProvider,
  { clientId, clientSecret }: GoodProvider.RegisteredClient,
  changes: Partial<Connection> = {}
) =>
  connectionTo(issuer, {
    clientId,
    clientSecret: clientSecret === "" ? Option.none() : Option.some(Redacted.make(clientSecret)),
    ...changes
  })

/** A provider with a client, and an adapter for it. */
const provided = (options: GoodProvider.Options = {}, registration: Partial<GoodProvider.Registration> = {}) =>
  Effect.gen(function* () {
    const provider = yield* started((cleanUp) => GoodProvider.start(cleanUp, options))
    provider.users.set("ada", { email: "ada@example.com", email_verified: true, name: "Ada Lovelace" })
    const connection = connectionOf(provider, provider.register({ redirectUris: [redirectUri], ...registration }))
    const client = yield* clientFor(provider)
    const as = (login: string) => signIn(client, connection, (url) => provider.signIn(url, login))
    return { as, client, connection, provider }
  })

describe("A sign-in with oidc-provider", () => {
  for (const options of [
    { emailIn: "userinfo" },
    { emailIn: "id_token" },
    { algorithm: "ES256" },
    { algorithm: "Ed25519" }
  ] as const) {
    test(`returns the user: ${JSON.stringify(options)}`, () =>
      Effect.gen(function* () {
        const { as, provider } = yield* provided(options)
        assert.deepStrictEqual(yield* as("ada"), {
          key: { issuer: provider.issuer, subject: "ada" },
          email: Option.some("ada@example.com"),
          emailVerified: true,
          hostedDomain: Option.none(),
          isDomainVerified: false,
          label: Option.some("ada@example.com"),
          amr: []
        } as never)
        const asked = provider.requests.includes("GET /me")
        assert.strictEqual(asked, "emailIn" in options ? options.emailIn === "userinfo" : true)
      }))
  }

  for (const authentication of ["client_secret_basic", "none"] as const) {
    test(`knows the client by ${authentication}`, () =>
      Effect.gen(function* () {
        const { as } = yield* provided({}, { authentication })
        assert.strictEqual(yield* failureOf(as("ada")), "verified")
      }))
  }

  test("asks for openid, email and what is configured, with PKCE, state and nonce", () =>
    Effect.gen(function* () {
      const { client, connection, provider } = yield* provided()
      const visit = newVisit()
      const url = new URL(yield* client.authorizationUrl({ ...connection, scopes: ["profile", "email"] }, visit))
      assert.strictEqual(url.origin + url.pathname, `${provider.issuer}/auth`)
      const { code_challenge, ...parameters } = Object.fromEntries(url.searchParams)
      assert.deepStrictEqual(parameters, {
        response_type: "code",
        client_id: connection.clientId,
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state: visit.state,
        nonce: visit.nonce,
        code_challenge_method: "S256"
      })
      assert.match(code_challenge ?? "", /^[\w-]{43}$/)
      assert.notInclude(url.href, Redacted.value(visit.codeVerifier))
    }))

  test("has a user whose address is not verified, and one without an address", () =>
    Effect.gen(function* () {
      const { as, provider } = yield* provided()
      const { email, emailVerified } = yield* as("grace")
      assert.deepStrictEqual([email, emailVerified], [Option.some("grace@example.com"), false])
      provider.users.set("nobody", {})
      const { email: none, label } = yield* as("nobody")
      assert.deepStrictEqual([none, label], [Option.none(), Option.none()])
    }))

  test("ends with access_denied if the user leaves the page", () =>
    Effect.gen(function* () {
      const { client, connection, provider } = yield* provided()
      assert.strictEqual(yield* failureOf(signIn(client, connection, provider.cancel)), "access_denied")
    }))

  test("uses a code once, for its own visit", () =>
    Effect.gen(function* () {
      const { client, connection, provider } = yield* provided()
      const visit = newVisit()
      const url = yield* client.authorizationUrl(connection, visit)
      const { parameters } = yield* Effect.promise(() => provider.signIn(url, "ada"))
      const exchange = (of = visit) => failureOf(client.exchange(connection, { ...of, parameters }))
      assert.strictEqual(yield* exchange({ ...visit, nonce: "another" }), "not_verified nonce")
      assert.strictEqual(yield* exchange(), "not_verified invalid_grant")
    }))

  test("needs the secret of the client, and says in the log that the settings are wrong", () =>
    Effect.gen(function* () {
      const { client, connection, provider } = yield* provided()
      const wrong = { ...connection, clientSecret: Option.some(Redacted.make("wrong")) }
      const attempt = signIn(client, wrong, (url) => provider.signIn(url, "ada"))
      assert.strictEqual(yield* failureOf(attempt), "not_verified invalid_client")
    }))

  test("verifies with a new key after a rotation, and once a minute at most", () =>
    Effect.gen(function* () {
      const { as, provider } = yield* provided()
      const keyRequests = () => provider.requests.filter((request) => request === "GET /jwks").length
      assert.strictEqual(yield* failureOf(as("ada")), "verified")
      yield* Effect.promise(provider.rotateKeys)
      assert.strictEqual(yield* failureOf(as("ada")), "not_verified kid")
      assert.strictEqual(keyRequests(), 1)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* failureOf(as("ada")), "verified")
      assert.strictEqual(keyRequests(), 2)
      yield* Effect.promise(provider.rotateKeys)
      for (const _ of [1, 2, 3]) assert.strictEqual(yield* failureOf(as("ada")), "not_verified kid")
      assert.strictEqual(keyRequests(), 2)
    }))

  test("is an outage while the provider is down, and works again as soon as it is up", () =>
    Effect.gen(function* () {
      const { as, client, connection, provider } = yield* provided()
      yield* Effect.promise(provider.stop)
      assert.strictEqual(yield* detailOf(as("ada")), "127.0.0.1: ECONNREFUSED")
      yield* TestClock.adjust("1 millis")
      yield* Effect.promise(provider.restart)
      const visit = newVisit()
      const url = yield* client.authorizationUrl(connection, visit)
      const { parameters } = yield* Effect.promise(() => provider.signIn(url, "ada"))
      yield* Effect.promise(provider.stop)
      assert.strictEqual(yield* failureOf(client.exchange(connection, { ...visit, parameters })), "unavailable")
      yield* Effect.promise(provider.restart)
      assert.strictEqual(yield* failureOf(client.exchange(connection, { ...visit, parameters })), "verified")
    }))

  test("is the same through the layer of the port", () =>
    Effect.gen(function* () {
      const { connection, provider } = yield* provided()
      const services = yield* Layer.build(OpenIdClient.layer({ privateHosts: [provider.host] }))
      const client = yield* Effect.provide(IdentityProviderClient.IdentityProviderClient, services)
      assert.isTrue(client.isConfigured)
      const { key } = yield* signIn(client, connection, (url) => provider.signIn(url, "ada"))
      assert.strictEqual(key.subject, "ada")
    }))
})

describe("Two providers", () => {
  test("of one instance get no code of each other (mix-up)", () =>
    Effect.gen(function* () {
      const [first, second] = yield* Effect.all([provided(), provided()])
      const client = yield* clientFor(first.provider, second.provider)
      const visit = newVisit()
      const url = yield* client.authorizationUrl(first.connection, visit)
      const { parameters } = yield* Effect.promise(() => first.provider.signIn(url, "ada"))
      const before = second.provider.requests.length
      assert.strictEqual(
        yield* failureOf(client.exchange(second.connection, { ...visit, parameters })),
        "not_verified iss"
      )
      assert.notInclude(second.provider.requests.slice(before), "POST /token")
    }))

  test("do not wait for each other: one that never responds costs the other nothing", () =>
    Effect.gen(function* () {
      const { as, connection } = yield* provided()
      const silent = yield* started(async (cleanUp) => {
        let arrived = 0
        const server = await openLocalServer(() => {
          arrived += 1
        }, cleanUp)
        return { ...server, arrived: () => arrived }
      })
      const both = yield* clientFor(silent, { host: new URL(connection.issuer).host })
      const attempts = yield* Effect.forEach(Array(20).fill(silent.origin), (issuer: string) =>
        Effect.fork(failureOf(both.authorizationUrl(connectionTo(issuer), newVisit())))
      )
      assert.strictEqual(yield* failureOf(as("ada")), "verified")
      const url = yield* both.authorizationUrl(connection, newVisit())
      assert.include(url, connection.issuer)
      yield* until(() => silent.arrived() > 0)
      yield* TestClock.adjust("2 seconds")
      const outcomes = yield* Effect.forEach(attempts, Fiber.join)
      assert.deepStrictEqual(new Set(outcomes), new Set(["unavailable"]))
      // They waited for one request together, and not one after the other.
      assert.strictEqual(silent.arrived(), 1)
    }))
})
