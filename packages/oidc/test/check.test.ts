/** What an operator reads about the settings of a provider. */
import { assert, describe } from "@effect/vitest"
import type { Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as AppleImitation from "@latchkey/test-support/oidc/AppleImitation"
import * as GitHubImitation from "@latchkey/test-support/oidc/GitHubImitation"
import * as GoodProvider from "@latchkey/test-support/oidc/GoodProvider"
import * as HostileProvider from "@latchkey/test-support/oidc/HostileProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { started } from "@latchkey/test-support/outsideOfEffect"
import { clientFor, connectionTo, redirectUri, test } from "./support.ts"

const checked = (
  provider: { readonly host: string; readonly issuer: string },
  changes: Partial<Connection> = {},
  at = redirectUri
) =>
  Effect.gen(function* () {
    const client = yield* clientFor(provider)
    return yield* client.check(connectionTo(provider.issuer, changes), at)
  })

/** Returns what is wrong, as `what: detail`. */
const wrong = (...parameters: Parameters<typeof checked>) =>
  Effect.map(checked(...parameters), (findings) =>
    findings.filter(({ ok }) => !ok).map(({ detail, what }) => `${what}: ${detail}`)
  )

describe("The check of a provider", () => {
  test("of oidc-provider finds nothing wrong, and names the redirect URI to register", () =>
    Effect.gen(function* () {
      const provider = yield* started(GoodProvider.start)
      const findings = yield* checked(provider)
      assert.deepStrictEqual(
        findings.map(({ ok, what }) => [what, ok]),
        ["discovery", "keys", "algorithms", "flow", "pkce", "client_secret", "redirect_uri"].map((what) => [what, true])
      )
      assert.include(findings.at(-1)?.detail, redirectUri)
    }))

  test("says what is wrong with the metadata, each in its own words", () =>
    Effect.gen(function* () {
      const provider = yield* started((cleanUp) => HostileProvider.start(cleanUp))
      const lying = (changes: object, settings: Partial<Connection> = {}) =>
        Effect.suspend(() => {
          provider.lies = { metadata: (honest) => ({ ...honest, ...changes }) }
          return wrong(provider, settings)
        })
      assert.deepStrictEqual(yield* lying({ issuer: "https://sso.example.com/" }), [
        "discovery: The metadata name another issuer: set the issuer to https://sso.example.com/"
      ])
      assert.deepStrictEqual(yield* lying({ jwks_uri: undefined }), [
        "keys: The metadata name no keys (jwks_uri), or there are none"
      ])
      assert.deepStrictEqual(yield* lying({ id_token_signing_alg_values_supported: ["PS256", "HS256"] }), [
        "algorithms: ID tokens are signed with PS256, HS256: configure one of RS256, ES256, EdDSA, Ed25519"
      ])
      assert.deepStrictEqual(yield* lying({ response_types_supported: ["id_token"] }), [
        "flow: The provider does not support the authorization code flow (response type code)"
      ])
      assert.deepStrictEqual(yield* lying({ code_challenge_methods_supported: ["plain"] }), [
        "pkce: The provider supports PKCE, but not with S256"
      ])
      assert.deepStrictEqual(yield* lying({ token_endpoint: "http://10.0.0.1/token" }), [
        "token_endpoint: The metadata name no token_endpoint with https and a public address"
      ])
      assert.deepStrictEqual(yield* lying({ authorization_endpoint: "javascript:alert(1)" }), [
        "authorization_endpoint: The metadata name no authorization_endpoint with https and a public address"
      ])
      assert.deepStrictEqual(yield* lying({ token_endpoint_auth_methods_supported: ["private_key_jwt"] }), [
        "client_secret: The provider does not accept clients with a client secret: it names private_key_jwt"
      ])
      const open = { clientSecret: Option.none() }
      assert.deepStrictEqual(yield* lying({ token_endpoint_auth_methods_supported: ["client_secret_basic"] }, open), [
        "client_secret: The provider does not accept clients without a client secret: it names client_secret_basic"
      ])
      provider.lies = { keys: () => [] }
      assert.deepStrictEqual(yield* wrong(provider), [
        "keys: The provider publishes no key that could verify an ID token"
      ])
    }))

  test("says why the metadata cannot be read", () =>
    Effect.gen(function* () {
      const provider = yield* started((cleanUp) => HostileProvider.start(cleanUp))
      const url = `${provider.issuer}/.well-known/openid-configuration`
      provider.lies = { replies: () => ({ status: 404, body: "Not found" }) }
      assert.deepStrictEqual(yield* wrong(provider), [
        `discovery: ${url} cannot be read: the response has no metadata of a provider`
      ])
      yield* Effect.promise(provider.stop)
      assert.deepStrictEqual(yield* wrong(provider), [`discovery: ${url} cannot be read: 127.0.0.1: ECONNREFUSED`])
      assert.deepStrictEqual(yield* wrong({ ...provider, host: "127.0.0.1:1" }), [
        `discovery: ${url} cannot be read: 127.0.0.1 needs https`
      ])
      const inNetwork = { ...provider, issuer: "https://192.168.1.10:8443" }
      assert.match((yield* wrong(inNetwork)).join(), /192\.168\.1\.10 has no public address, and is not listed/)
    }))

  test("of Apple signs a client secret, and needs https to come back to", () =>
    Effect.gen(function* () {
      const { clientId, keyId, privateKey, provider, teamId } = yield* started(AppleImitation.start)
      const settings = {
        kind: "apple",
        clientId,
        apple: { keyId, teamId },
        clientSecret: Option.some(Redacted.make(privateKey))
      } as const
      assert.deepStrictEqual(yield* wrong(provider, settings), [])
      assert.deepStrictEqual(yield* wrong(provider, settings, "http://localhost:3000/callback"), [
        "redirect_uri: Apple accepts redirect URIs with https only, not http://localhost:3000/callback"
      ])
      const unreadable = { ...settings, clientSecret: Option.some(Redacted.make("AuthKey.p8")) }
      assert.deepStrictEqual(yield* wrong(provider, unreadable), [
        "client_secret: Paste the private key from Apple (.p8 file), and set its key id and your team id"
      ])
    }))

  test("of GitHub reaches its API, and needs a client secret", () =>
    Effect.gen(function* () {
      const provider = yield* started(GitHubImitation.start)
      assert.deepStrictEqual(yield* wrong(provider, { kind: "github" }), [])
      assert.deepStrictEqual(yield* wrong(provider, { kind: "github", clientSecret: Option.none() }), [
        "client_secret: GitHub needs a client secret"
      ])
      yield* Effect.promise(provider.stop)
      assert.deepStrictEqual(yield* wrong(provider, { kind: "github" }), [
        `api: ${provider.issuer}/api/v3 cannot be reached: 127.0.0.1: ECONNREFUSED`
      ])
    }))
})
