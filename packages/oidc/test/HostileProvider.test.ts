/** The first part of a title is the module of the OpenID Foundation's tests for relying parties, where there is one. */
import { assert, describe } from "@effect/vitest"
import type { Client, Connection, ProvidedUser } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as HostileProvider from "@latchkey/test-support/oidc/HostileProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { type JWTPayload, SignJWT, UnsecuredJWT } from "jose"
import { createPublicKey, generateKeyPairSync, sign } from "node:crypto"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { clientFor, connectionTo, failureOf, newVisit, signIn, test } from "./support.ts"

const undo: Array<() => void | Promise<void>> = []
let provider: HostileProvider.HostileProvider
let honest: Pick<HostileProvider.HostileProvider, "algorithm" | "keys" | "user">

beforeAll(async () => {
  provider = await HostileProvider.start((one) => undo.push(one))
  honest = { algorithm: provider.algorithm, keys: provider.keys, user: provider.user }
})
beforeEach(() => Object.assign(provider, honest, { lies: {} }))
afterAll(async () => {
  for (const one of undo) await one()
})

/** Signs in at the provider with a client that knows nothing of it yet. */
const attempt = (lies: HostileProvider.Lies = {}, changes: Partial<Connection> = {}) =>
  Effect.gen(function* () {
    Object.assign(provider, { lies })
    const client = yield* clientFor(provider)
    return yield* signIn(client, connectionTo(provider.issuer, changes), provider.signIn)
  })

const user = (claims: JWTPayload = {}) => attempt({ claims: (told) => ({ ...told, ...claims }) })

const without = (name: string) => (claims: JWTPayload) => {
  const { [name]: _, ...rest } = claims
  return rest
}

const seconds = () => Math.floor(Date.now() / 1000)

/** An ID token that lies in one place is rejected, and the log has the word. */
const rejected: ReadonlyArray<readonly [string, () => HostileProvider.Lies, string]> = [
  ["invalid-iss: another issuer", () => ({ claims: (told) => ({ ...told, iss: "https://evil.example" }) }), "iss"],
  ["an issuer that ends with a slash", () => ({ claims: (told) => ({ ...told, iss: `${told.iss}/` }) }), "iss"],
  ["no issuer", () => ({ claims: without("iss") }), "iss"],
  ["missing-sub: no subject", () => ({ claims: without("sub") }), "sub"],
  ["an empty subject", () => ({ claims: (told) => ({ ...told, sub: "" }) }), "sub"],
  ["a subject of 256 characters", () => ({ claims: (told) => ({ ...told, sub: "s".repeat(256) }) }), "sub"],
  ["a subject of 10 KB", () => ({ claims: (told) => ({ ...told, sub: "s".repeat(10_240) }) }), "sub"],
  ["a subject that is not ASCII", () => ({ claims: (told) => ({ ...told, sub: "Zoë" }) }), "sub"],
  ["a subject that is a number", () => ({ claims: (told) => ({ ...told, sub: 1 as never }) }), "sub"],
  ["invalid-aud: another client", () => ({ claims: (told) => ({ ...told, aud: "client-2" }) }), "aud"],
  ["missing-aud: no audience", () => ({ claims: without("aud") }), "aud"],
  ["another audience beside this client", () => ({ claims: (told) => ({ ...told, aud: ["client-1", "x"] }) }), "aud"],
  ["another authorized party", () => ({ claims: (told) => ({ ...told, azp: "client-2" }) }), "azp"],
  [
    "another authorized party, and two audiences",
    () => ({ claims: (told) => ({ ...told, aud: ["client-1", "client-2"], azp: "client-2" }) }),
    "azp"
  ],
  ["missing-iat: no time of issue", () => ({ claims: without("iat") }), "iat"],
  ["a time of issue that is a text", () => ({ claims: (told) => ({ ...told, iat: "now" as never }) }), "iat"],
  ["a time of issue in 62 seconds", () => ({ claims: (told) => ({ ...told, iat: seconds() + 62 }) }), "iat"],
  ["a time of issue 12 minutes ago", () => ({ claims: (told) => ({ ...told, iat: seconds() - 720 }) }), "iat"],
  ["no time of expiry", () => ({ claims: without("exp") }), "exp"],
  ["a time of expiry 61 seconds ago", () => ({ claims: (told) => ({ ...told, exp: seconds() - 61 }) }), "exp"],
  [
    "a time from which it is valid in 62 seconds",
    () => ({ claims: (told) => ({ ...told, nbf: seconds() + 62 }) }),
    "nbf"
  ],
  ["nonce-invalid: another nonce", () => ({ claims: (told) => ({ ...told, nonce: "another" }) }), "nonce"],
  ["no nonce", () => ({ claims: without("nonce") }), "nonce"],
  ["idtoken-sig-none: no signature", () => ({ idToken: (told) => new UnsecuredJWT(told).encode() }), "alg"],
  [
    "invalid-sig-rs256: a signature of another RSA key",
    () => ({ idToken: async (told) => signedBy(await HostileProvider.makeKey("RS256"), told, provider.keys.RS256) }),
    "signature"
  ],
  [
    "invalid-sig-es256: a signature of another EC key",
    () => ({ idToken: async (told) => signedBy(await HostileProvider.makeKey("ES256"), told, provider.keys.ES256) }),
    "signature"
  ],
  [
    "a signature of another Ed25519 key",
    () => ({ idToken: async (told) => signedBy(await HostileProvider.makeKey("EdDSA"), told, provider.keys.EdDSA) }),
    "signature"
  ],
  [
    "HS256 with the public key as the secret",
    () => ({
      idToken: (told) => {
        const { publicJwk } = provider.keys.RS256
        const pem = createPublicKey({ key: publicJwk as never, format: "jwk" }).export({ type: "spki", format: "pem" })
        return new SignJWT(told).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(pem))
      }
    }),
    "alg"
  ],
  [
    "HS256 with the client secret",
    () => ({
      idToken: (told) =>
        new SignJWT(told).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from("the secret of the client"))
    }),
    "alg"
  ],
  [
    "PS256, which its key could sign",
    () => ({
      idToken: async (told) => {
        const key = await HostileProvider.makeKey("PS256")
        Object.assign(provider, { keys: { ...provider.keys, RS256: key } })
        return signedBy(key, told, key)
      }
    }),
    "alg"
  ],
  ["a key in its own header", () => ({ idToken: (told) => withKeyInHeader(told) }), "kid"],
  [
    "a critical header that is unknown",
    () => ({
      idToken: (told) =>
        new SignJWT(told)
          .setProtectedHeader({ alg: "RS256", kid: provider.keys.RS256.publicJwk.kid ?? "", crit: ["x"], x: 1 })
          .sign(provider.keys.RS256.privateKey, { crit: { x: true } })
    }),
    "crit"
  ],
  [
    "kid-absent-multiple-jwks: no key id, and two keys that could be it",
    () => ({
      header: ({ kid: _, ...told }) => told,
      keys: ([rsa, ...others]) => [rsa ?? {}, { ...rsa, kid: "other" }, ...others]
    }),
    "kid"
  ],
  ["an unknown key id", () => ({ header: (told) => ({ ...told, kid: "unknown" }) }), "kid"],
  ["a key for encryption", () => ({ keys: (honest) => honest.map((jwk) => ({ ...jwk, use: "enc" })) }), "kid"],
  [
    "an RSA key of 1024 bits",
    () => ({
      keys: () => [{ ...weak.publicKey.export({ format: "jwk" }), kid: "weak" }] as never,
      idToken: signedByWeak
    }),
    "signature"
  ],
  ["what is no token", () => ({ idToken: () => "not a token" }), "id_token"],
  ["a token that is encrypted", () => ({ idToken: () => "e30.e30.e30.e30.e30" }), "aud"],
  ["claims that are a list", () => ({ idToken: () => `e30.${Buffer.from("[]").toString("base64url")}.` }), "id_token"],
  ["no ID token", () => ({ tokens: ({ id_token: _, ...told }) => told }), "id_token"],
  ["no access token", () => ({ tokens: ({ access_token: _, ...told }) => told }), "access_token"]
]

const weak = generateKeyPairSync("rsa", { modulusLength: 1024 })

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Signs with a key that is too short for the library of the provider. */
const signedByWeak = (claims: JWTPayload) => {
  const content = `${part({ alg: "RS256", kid: "weak" })}.${part(claims)}`
  return `${content}.${sign("sha256", Buffer.from(content), weak.privateKey).toString("base64url")}`
}

const signedBy = (
  { alg, privateKey }: HostileProvider.SigningKey,
  claims: JWTPayload,
  named: HostileProvider.SigningKey
) => new SignJWT(claims).setProtectedHeader({ alg, kid: named.publicJwk.kid ?? "" }).sign(privateKey)

const withKeyInHeader = async (claims: JWTPayload) => {
  const { privateKey, publicJwk } = await HostileProvider.makeKey("ES256")
  return new SignJWT(claims).setProtectedHeader({ alg: "ES256", jwk: publicJwk, kid: "mine" }).sign(privateKey)
}

describe("An ID token", () => {
  for (const [name, lies, word] of rejected) {
    test(`is rejected: ${name}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* failureOf(attempt(lies())), `not_verified ${word}`)
      }))
  }

  for (const algorithm of ["RS256", "ES256", "EdDSA"] as const) {
    test(`is accepted with a signature of ${algorithm}`, () =>
      Effect.gen(function* () {
        provider.algorithm = algorithm
        const { key } = yield* attempt()
        assert.deepStrictEqual(key, { issuer: provider.issuer, subject: "user-1" })
      }))
  }

  test("is accepted: kid-absent-single-jwks: no key id, and one key", () =>
    Effect.gen(function* () {
      const lies: HostileProvider.Lies = { header: ({ kid: _, ...told }) => told, keys: ([rsa]) => [rsa ?? {}] }
      assert.strictEqual(yield* failureOf(attempt(lies)), "verified")
    }))

  test("is accepted if the clocks differ by a minute", () =>
    Effect.gen(function* () {
      for (const claims of [{ iat: seconds() + 58 }, { exp: seconds() - 57 }, { iat: seconds() - 600 }]) {
        assert.strictEqual(yield* failureOf(user(claims)), "verified", JSON.stringify(claims))
      }
    }))

  test("is accepted for this client among several, as the authorized party", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* failureOf(user({ aud: ["client-1", "client-2"], azp: "client-1" })), "verified")
      assert.strictEqual(yield* failureOf(user({ aud: ["client-1"] })), "verified")
    }))

  test("is accepted with a subject of 255 characters", () =>
    Effect.gen(function* () {
      const { key } = yield* user({ sub: "s".repeat(255) })
      assert.strictEqual(key.subject, "s".repeat(255))
    }))
})

describe("Keys", () => {
  test("are fetched again for a key id that is unknown: signing-key-rotation", () =>
    Effect.gen(function* () {
      const client = yield* clientFor(provider)
      const connection = connectionTo(provider.issuer)
      const again = () => failureOf(signIn(client, connection, provider.signIn))
      assert.strictEqual(yield* again(), "verified")
      yield* TestClock.adjust("61 seconds")
      Object.assign(provider, {
        keys: { ...provider.keys, RS256: yield* Effect.promise(() => HostileProvider.makeKey("RS256")) }
      })
      assert.strictEqual(yield* again(), "verified")
    }))
})

describe("What a provider says about a user", () => {
  const said = (claims: JWTPayload, kind: Connection["kind"] = "oidc") =>
    attempt({ claims: (told) => ({ ...told, ...claims }) }, { kind })

  test("is read as the provider has written it", () =>
    Effect.gen(function* () {
      const expected: Partial<ProvidedUser> = {
        email: Option.some("Ada@Example.com"),
        emailVerified: true,
        hostedDomain: Option.some("example.com"),
        isDomainVerified: false,
        label: Option.some("Ada@Example.com"),
        amr: ["pwd", "mfa"]
      }
      const { key: _, ...rest } = yield* said({ email: "Ada@Example.com", hd: "example.com", amr: ["pwd", "mfa"] })
      assert.deepStrictEqual(rest, expected as never)
    }))

  test("has a verified email address only if it is the boolean true", () =>
    Effect.gen(function* () {
      for (const value of ["true", "false", 1, "1", null, {}, ["true"], false]) {
        assert.isFalse((yield* said({ email_verified: value })).emailVerified, JSON.stringify(value))
      }
      assert.isTrue((yield* said({ email_verified: true })).emailVerified)
    }))

  test("has a verified domain in the forms that Microsoft writes", () =>
    Effect.gen(function* () {
      for (const value of [true, 1, "1", "true"]) assert.isTrue((yield* said({ xms_edov: value })).isDomainVerified)
      for (const value of [false, 0, "0", "false", "yes", [true], null, {}]) {
        assert.isFalse((yield* said({ xms_edov: value })).isDomainVerified, JSON.stringify(value))
      }
    }))

  test("has a Unicode email address unchanged, and none that is no text", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* said({ email: "zoë@bücher.example" })).email, Option.some("zoë@bücher.example"))
      provider.user = { sub: "user-1" }
      const lies: HostileProvider.Lies = {
        claims: (told) => ({ ...told, email: ["ada@example.com"] }),
        userInfo: () => ({ sub: "user-1" })
      }
      assert.isTrue(Option.isNone((yield* attempt(lies)).email))
    }))

  test("has a label without control characters, of at most 254", () =>
    Effect.gen(function* () {
      const labelled = (claims: JWTPayload) =>
        Effect.map(
          attempt({ claims: ({ email: _, ...told }) => ({ ...told, ...claims }), userInfo: () => ({ sub: "user-1" }) }),
          ({ label }) => Option.getOrNull(label)
        )
      assert.strictEqual(yield* labelled({ preferred_username: "ada", name: "Ada L." }), "ada")
      assert.strictEqual(yield* labelled({ name: "Ada\u0000\n\u202eL." }), "AdaL.")
      assert.strictEqual(yield* labelled({ name: "\u0007" }), null)
      assert.strictEqual(yield* labelled({ name: `${"a".repeat(253)}😀` }), "a".repeat(253))
      assert.strictEqual(yield* labelled({ name: 7 }), null)
    }))

  test("has no methods unless they are a list of texts", () =>
    Effect.gen(function* () {
      for (const amr of ["mfa", ["mfa", 1], { mfa: true }, null]) {
        assert.deepStrictEqual((yield* said({ amr })).amr, [], JSON.stringify(amr))
      }
    }))
})

describe("UserInfo", () => {
  const lies = (userInfo: HostileProvider.Lies["userInfo"]): HostileProvider.Lies => ({
    claims: ({ email: _, email_verified: __, ...told }) => told,
    ...(userInfo === undefined ? {} : { userInfo })
  })

  test("is read if the ID token has no email address", () =>
    Effect.gen(function* () {
      const { email, emailVerified } = yield* attempt(lies(undefined))
      assert.deepStrictEqual([email, emailVerified], [Option.some("ada@example.com"), true])
    }))

  test("is not read if the ID token has one, or there is no endpoint", () =>
    Effect.gen(function* () {
      const before = provider.requests.length
      yield* attempt()
      const { email } = yield* attempt({ ...lies(undefined), metadata: ({ userinfo_endpoint: _, ...told }) => told })
      assert.isTrue(Option.isNone(email))
      assert.notInclude(provider.requests.slice(before), "GET /userinfo")
    }))

  test("userinfo-invalid-sub: is rejected for another user", () =>
    Effect.gen(function* () {
      const other = lies((told) => ({ ...told, sub: "user-2" }))
      assert.strictEqual(yield* failureOf(attempt(other)), "not_verified sub")
      assert.strictEqual(yield* failureOf(attempt(lies(({ sub: _, ...told }) => told))), "not_verified sub")
    }))

  test("decides nothing but the contact: neither domain nor methods", () =>
    Effect.gen(function* () {
      const more = lies((told) => ({ ...told, hd: "example.com", xms_edov: true, amr: ["mfa"] }))
      const { amr, hostedDomain, isDomainVerified } = yield* attempt(more)
      assert.deepStrictEqual([amr, hostedDomain, isDomainVerified], [[], Option.none(), false])
    }))

  test("is rejected if it rejects the access token", () =>
    Effect.gen(function* () {
      const denied: HostileProvider.Lies = {
        ...lies(undefined),
        replies: (path) =>
          path === "/userinfo"
            ? { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' }, body: "" }
            : undefined
      }
      assert.strictEqual(yield* failureOf(attempt(denied)), "not_verified userinfo")
    }))
})

describe("The metadata", () => {
  test("discovery-issuer-mismatch: are rejected for another issuer, also by a slash", () =>
    Effect.gen(function* () {
      for (const issuer of ["https://evil.example", `${provider.issuer}/`, "no URL", undefined]) {
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
      const location = `${provider.origin}/elsewhere`
      assert.strictEqual(yield* replying({ status: 307, headers: { location }, body: "" }), "unavailable")
      assert.notInclude(provider.requests, "POST /elsewhere")
    }))

  test("gets a code once: the second use is rejected", () =>
    Effect.gen(function* () {
      const client: Client = yield* clientFor(provider)
      const connection = connectionTo(provider.issuer)
      const visit = newVisit()
      const { parameters } = provider.signIn(yield* client.authorizationUrl(connection, visit))
      const exchange = () => failureOf(client.exchange(connection, { ...visit, parameters }))
      assert.strictEqual(yield* exchange(), "verified")
      assert.strictEqual(yield* exchange(), "not_verified invalid_grant")
    }))

  test("gets the verifier of the visit, so that the code of another visit is worth nothing", () =>
    Effect.gen(function* () {
      const client = yield* clientFor(provider)
      const connection = connectionTo(provider.issuer)
      const victim = newVisit()
      const attacker = newVisit()
      const { parameters } = provider.signIn(yield* client.authorizationUrl(connection, victim))
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
          const { authorization, form } = provider.tokenRequests.at(-1) ?? {
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

describe("A presented ID token", () => {
  const native = { nativeClientIds: ["ios-app", "android-app"] }

  const present = (claims: JWTPayload, changes: Partial<Connection> = native) =>
    Effect.gen(function* () {
      const client = yield* clientFor(provider)
      const idToken = yield* Effect.promise(() => provider.idToken({ nonce: "the nonce", ...claims }))
      return yield* client.verifyIdToken(connectionTo(provider.issuer, changes), {
        idToken: Redacted.make(idToken),
        nonce: "the nonce"
      })
    })

  test("is accepted for the client id and for the native ones, and for no other", () =>
    Effect.gen(function* () {
      for (const aud of ["client-1", "ios-app", "android-app"]) {
        const { email, key } = yield* present({ aud })
        assert.deepStrictEqual([key.subject, email], ["user-1", Option.some("ada@example.com")])
      }
      assert.strictEqual(yield* failureOf(present({ aud: "other-app" })), "not_verified aud")
      assert.strictEqual(yield* failureOf(present({ aud: "ios-app" }, {})), "not_verified aud")
    }))

  test("is accepted for the server, from a native app of it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* failureOf(present({ aud: "client-1", azp: "android-app" })), "verified")
      assert.strictEqual(yield* failureOf(present({ aud: "client-1", azp: "other-app" })), "not_verified azp")
    }))

  test("is not accepted for a native client id in the code flow", () =>
    Effect.gen(function* () {
      const claims = (told: JWTPayload) => ({ ...told, aud: "ios-app" })
      assert.strictEqual(yield* failureOf(attempt({ claims }, native)), "not_verified aud")
    }))

  test("is verified like any other: nonce, times, issuer and signature", () =>
    Effect.gen(function* () {
      const aud = "ios-app"
      assert.strictEqual(yield* failureOf(present({ aud, nonce: "another" })), "not_verified nonce")
      assert.strictEqual(yield* failureOf(present({ aud, exp: seconds() - 100 })), "not_verified exp")
      assert.strictEqual(yield* failureOf(present({ aud, iat: seconds() - 720 })), "not_verified iat")
      assert.strictEqual(yield* failureOf(present({ aud, iss: "https://evil.example" })), "not_verified iss")
      const forged = yield* Effect.promise(() => HostileProvider.makeKey("RS256", provider.keys.RS256.publicJwk.kid))
      provider.lies = { idToken: (told) => signedBy(forged, told, provider.keys.RS256) }
      assert.strictEqual(yield* failureOf(present({ aud })), "not_verified signature")
    }))
})
