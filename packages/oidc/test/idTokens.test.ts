/** The first part of a title is the module of the OpenID Foundation's tests for relying parties, where there is one. */
import { assert, describe } from "@effect/vitest"
import type { Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as HostileProvider from "@latchkey/test-support/oidc/HostileProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { type JWTPayload, SignJWT, UnsecuredJWT } from "jose"
import { createPublicKey, generateKeyPairSync, sign } from "node:crypto"
import { setUp } from "./hostile.ts"
import { clientFor, connectionTo, failureOf, signIn, test } from "./support.ts"

const hostile = setUp()
const { attempt } = hostile

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
    () => ({
      idToken: async (told) => signedBy(await HostileProvider.makeKey("RS256"), told, hostile.provider.keys.RS256)
    }),
    "signature"
  ],
  [
    "invalid-sig-es256: a signature of another EC key",
    () => ({
      idToken: async (told) => signedBy(await HostileProvider.makeKey("ES256"), told, hostile.provider.keys.ES256)
    }),
    "signature"
  ],
  [
    "a signature of another Ed25519 key",
    () => ({
      idToken: async (told) => signedBy(await HostileProvider.makeKey("EdDSA"), told, hostile.provider.keys.EdDSA)
    }),
    "signature"
  ],
  [
    "HS256 with the public key as the secret",
    () => ({
      idToken: (told) => {
        const { publicJwk } = hostile.provider.keys.RS256
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
        Object.assign(hostile.provider, { keys: { ...hostile.provider.keys, RS256: key } })
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
          .setProtectedHeader({ alg: "RS256", kid: hostile.provider.keys.RS256.publicJwk.kid ?? "", crit: ["x"], x: 1 })
          .sign(hostile.provider.keys.RS256.privateKey, { crit: { x: true } })
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

/** Signs with a key that is too short for the library of the hostile.provider. */
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
        hostile.provider.algorithm = algorithm
        const { key } = yield* attempt()
        assert.deepStrictEqual(key, { issuer: hostile.provider.issuer, subject: "user-1" })
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

  test("expires by the clock of the app", () =>
    Effect.gen(function* () {
      // A token of the hostile provider lives five minutes.
      yield* TestClock.adjust("359 seconds")
      assert.strictEqual(yield* failureOf(attempt()), "verified")
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* failureOf(attempt()), "not_verified exp")
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
      const client = yield* clientFor(hostile.provider)
      const connection = connectionTo(hostile.provider.issuer)
      const again = () => failureOf(signIn(client, connection, hostile.provider.signIn))
      assert.strictEqual(yield* again(), "verified")
      yield* TestClock.adjust("61 seconds")
      Object.assign(hostile.provider, {
        keys: { ...hostile.provider.keys, RS256: yield* Effect.promise(() => HostileProvider.makeKey("RS256")) }
      })
      assert.strictEqual(yield* again(), "verified")
    }))
})

describe("A presented ID token", () => {
  const native = { nativeClientIds: ["ios-app", "android-app"] }

  const present = (claims: JWTPayload, changes: Partial<Connection> = native) =>
    Effect.gen(function* () {
      const client = yield* clientFor(hostile.provider)
      const idToken = yield* Effect.promise(() => hostile.provider.idToken({ nonce: "the nonce", ...claims }))
      return yield* client.verifyIdToken(connectionTo(hostile.provider.issuer, changes), {
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
      const forged = yield* Effect.promise(() =>
        HostileProvider.makeKey("RS256", hostile.provider.keys.RS256.publicJwk.kid)
      )
      hostile.provider.lies = { idToken: (told) => signedBy(forged, told, hostile.provider.keys.RS256) }
      assert.strictEqual(yield* failureOf(present({ aud })), "not_verified signature")
    }))
})
