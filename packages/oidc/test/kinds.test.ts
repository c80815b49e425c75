/** What GitHub, Apple, Microsoft and Google do in their own way, with imitations of it. */
import { assert, describe } from "@effect/vitest"
import type { Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as AppleImitation from "@latchkey/test-support/oidc/AppleImitation"
import * as GitHubImitation from "@latchkey/test-support/oidc/GitHubImitation"
import * as MicrosoftImitation from "@latchkey/test-support/oidc/MicrosoftImitation"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { generateKeyPairSync } from "node:crypto"
import { apiOf } from "../src/internal/gitHub.ts"
import * as Issuers from "../src/internal/issuers.ts"
import { started } from "@latchkey/test-support/outsideOfEffect"
import { clientFor, connectionTo, detailOf, failureOf, newVisit, redirectUri, signIn, test } from "./support.ts"

describe("GitHub, imitated", () => {
  const provided = (changes: Partial<Connection> = {}) =>
    Effect.gen(function* () {
      const provider = yield* started(GitHubImitation.start)
      const { clientId, clientSecret: secret, issuer } = provider
      const clientSecret = Option.some(Redacted.make(secret))
      const connection = connectionTo(issuer, { kind: "github", clientId, clientSecret, ...changes })
      const client = yield* clientFor(provider)
      return { attempt: signIn(client, connection, provider.signIn), client, connection, provider }
    })

  test("has a user with the id as subject, and the primary address that GitHub has verified", () =>
    Effect.gen(function* () {
      const { attempt, provider } = yield* provided()
      assert.deepStrictEqual(yield* attempt, {
        key: { issuer: provider.issuer, subject: "583231" },
        email: Option.some("octocat@example.com"),
        emailVerified: true,
        hostedDomain: Option.none(),
        isDomainVerified: false,
        label: Option.some("octocat"),
        amr: []
      } as never)
    }))

  test("has no address if the primary one is not verified, or may not be read", () =>
    Effect.gen(function* () {
      const { attempt, provider } = yield* provided()
      const emails = [
        { email: "octocat@example.com", primary: true, verified: false },
        { email: "other@example.com", primary: false, verified: true }
      ]
      provider.user = { ...provider.user, emails }
      const unverified = yield* attempt
      assert.deepStrictEqual([unverified.email, unverified.emailVerified], [Option.none(), false])
      for (const status of [403, 404]) {
        provider.replies = (path) => (path === "/api/v3/user/emails" ? { status, body: { message: "No" } } : undefined)
        assert.isTrue(Option.isNone((yield* attempt).email))
      }
    }))

  test("is asked for the user and the addresses, with PKCE and without a nonce", () =>
    Effect.gen(function* () {
      const { client, connection, provider } = yield* provided({ scopes: ["read:org"] })
      const visit = newVisit()
      const url = new URL(yield* client.authorizationUrl(connection, visit))
      const { code_challenge, ...parameters } = Object.fromEntries(url.searchParams)
      assert.strictEqual(url.origin + url.pathname, `${provider.issuer}/login/oauth/authorize`)
      assert.deepStrictEqual(parameters, {
        response_type: "code",
        client_id: connection.clientId,
        redirect_uri: redirectUri,
        scope: "read:user user:email read:org",
        state: visit.state,
        code_challenge_method: "S256"
      })
      assert.match(code_challenge ?? "", /^[\w-]{43}$/)
    }))

  test("says its errors with status 200, and they are understood", () =>
    Effect.gen(function* () {
      const { client, connection, provider } = yield* provided()
      const visit = newVisit()
      const { parameters } = provider.signIn(yield* client.authorizationUrl(connection, visit))
      const exchange = () => failureOf(client.exchange(connection, { ...visit, parameters }))
      assert.strictEqual(yield* exchange(), "verified")
      assert.strictEqual(yield* exchange(), "not_verified bad_verification_code")
      const wrong = { ...connection, clientSecret: Option.some(Redacted.make("wrong")) }
      const attempt = signIn(client, wrong, provider.signIn)
      assert.strictEqual(yield* failureOf(attempt), "not_verified incorrect_client_credentials")
    }))

  test("is rejected with another state, another verifier, and a user without an id", () =>
    Effect.gen(function* () {
      const { attempt, client, connection, provider } = yield* provided()
      const visit = newVisit()
      const { parameters } = provider.signIn(yield* client.authorizationUrl(connection, visit))
      const exchange = (changes: object) => failureOf(client.exchange(connection, { ...visit, parameters, ...changes }))
      assert.strictEqual(yield* exchange({ state: "another" }), "not_verified state")
      const { codeVerifier } = newVisit()
      assert.strictEqual(yield* exchange({ codeVerifier }), "not_verified bad_verification_code")
      for (const id of [undefined, null, "583231", 0, -1, 1.5, { $ne: 1 }]) {
        provider.replies = (path) => (path === "/api/v3/user" ? { status: 200, body: { id, login: "x" } } : undefined)
        assert.strictEqual(yield* failureOf(attempt), "not_verified user", JSON.stringify(id))
      }
    }))

  test("ends with access_denied if the user leaves, and is an outage when GitHub limits requests", () =>
    Effect.gen(function* () {
      const { attempt, client, connection, provider } = yield* provided()
      assert.strictEqual(yield* failureOf(signIn(client, connection, provider.cancel)), "access_denied")
      for (const path of ["/api/v3/user", "/api/v3/user/emails"]) {
        provider.replies = (asked) => (asked === path ? { status: 429, body: {} } : undefined)
        assert.strictEqual(yield* detailOf(attempt), "127.0.0.1: HTTP 429")
      }
    }))

  test("may name itself in the response as its OAuth server does, and no other issuer", () =>
    Effect.gen(function* () {
      const { client, connection, provider } = yield* provided()
      const named = (iss: string) =>
        failureOf(
          signIn(client, connection, (url) => {
            const sentBack = provider.signIn(url)
            return { ...sentBack, parameters: { ...sentBack.parameters, iss } }
          })
        )
      assert.strictEqual(yield* named(`${provider.issuer}/login/oauth`), "verified")
      assert.strictEqual(yield* named("https://evil.example/login/oauth"), "not_verified iss")
    }))

  test("has no ID tokens: one that is presented is rejected", () =>
    Effect.gen(function* () {
      const { client, connection } = yield* provided()
      const presented = { idToken: Redacted.make("e30.e30.e30"), nonce: "n" }
      assert.strictEqual(yield* failureOf(client.verifyIdToken(connection, presented)), "not_verified kind")
    }))

  test("has its API at api.github.com, at the company's host, or on the Enterprise Server", () =>
    Effect.sync(() => {
      const issuers = ["https://github.com", "https://acme.ghe.com", "https://github.example.com"]
      assert.deepStrictEqual(
        issuers.map((issuer) => apiOf({ issuer })),
        ["https://api.github.com", "https://api.acme.ghe.com", "https://github.example.com/api/v3"]
      )
    }))
})

describe("Apple, imitated", () => {
  const provided = (changes: Partial<Connection> = {}) =>
    Effect.gen(function* () {
      const { clientId, keyId, privateKey, provider, teamId } = yield* started(AppleImitation.start)
      const connection = connectionTo(provider.issuer, {
        kind: "apple",
        clientId,
        clientSecret: Option.some(Redacted.make(privateKey)),
        apple: { teamId, keyId },
        ...changes
      })
      const client = yield* clientFor(provider)
      return { attempt: signIn(client, connection, provider.signIn), client, connection, provider }
    })

  test("gets a client secret that is signed for it, and sends a form", () =>
    Effect.gen(function* () {
      const { attempt, client, connection } = yield* provided({ scopes: ["name"] })
      const url = new URL(yield* client.authorizationUrl(connection, newVisit()))
      assert.strictEqual(url.searchParams.get("response_mode"), "form_post")
      assert.strictEqual(url.searchParams.get("scope"), "email name")
      const { email, emailVerified } = yield* attempt
      assert.deepStrictEqual([email, emailVerified], [Option.some("k2x9@privaterelay.appleid.com"), true])
    }))

  test("writes booleans as texts: only true and its text are true", () =>
    Effect.gen(function* () {
      const { attempt, provider } = yield* provided()
      for (const [email_verified, expected] of [
        [true, true],
        ["true", true],
        ["false", false],
        [1, false]
      ] as const) {
        provider.user = { ...provider.user, email_verified }
        assert.strictEqual((yield* attempt).emailVerified, expected, String(email_verified))
      }
    }))

  test("does not know a secret of another key, or for another team, key or client", () =>
    Effect.gen(function* () {
      const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
      const pem = String(other.export({ type: "pkcs8", format: "pem" }))
      const { client, connection, provider } = yield* provided()
      const apple = connection.apple ?? { teamId: "", keyId: "" }
      for (const changes of [
        { clientSecret: Option.some(Redacted.make(pem)) },
        { apple: { ...apple, teamId: "TEAM000000" } },
        { apple: { ...apple, keyId: "KEY0000000" } }
      ]) {
        const attempt = signIn(client, { ...connection, ...changes }, provider.signIn)
        assert.include(["not_verified invalid_client", "unavailable"], yield* failureOf(attempt))
      }
    }))

  test("is misconfigured with what is no P-256 key, and without one", () =>
    Effect.gen(function* () {
      const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
      const pem = String(rsa.export({ type: "pkcs8", format: "pem" }))
      for (const secret of [pem, "no key", ""]) {
        const { attempt } = yield* provided({ clientSecret: Option.some(Redacted.make(secret)) })
        assert.strictEqual(yield* failureOf(attempt), "not_verified client_secret")
      }
      const { attempt } = yield* provided({ clientSecret: Option.none() })
      assert.strictEqual(yield* failureOf(attempt), "not_verified client_secret")
      const { attempt: unnamed } = yield* provided({ apple: null })
      assert.strictEqual(yield* failureOf(unnamed), "not_verified client_secret")
    }))

  test("calls it by a name that only it has if the user cancels", () =>
    Effect.gen(function* () {
      const { attempt, provider } = yield* provided()
      provider.lies = {
        ...provider.lies,
        sentBack: ({ state = "" }) => ({ state, error: "user_cancelled_authorize" })
      }
      assert.strictEqual(yield* failureOf(attempt), "access_denied")
    }))
})

describe("Microsoft, imitated", () => {
  const provided = (changes: (issuer: string) => string = (issuer) => issuer) =>
    Effect.gen(function* () {
      const provider = yield* started(MicrosoftImitation.start)
      const connection = connectionTo(changes(provider.issuer), { kind: "microsoft" })
      const client = yield* clientFor(provider)
      return { attempt: signIn(client, connection, provider.signIn), client, connection, provider }
    })

  test("has a user of the tenant that the ID token names, and metadata of all tenants", () =>
    Effect.gen(function* () {
      const { attempt, provider } = yield* provided()
      const { key } = yield* attempt
      assert.strictEqual(key.issuer, `${provider.origin}/${MicrosoftImitation.tenant}/v2.0`)
      assert.include(provider.requests, "GET /common/v2.0/.well-known/openid-configuration")
    }))

  test("is rejected if the tenant and the issuer differ, and without a tenant", () =>
    Effect.gen(function* () {
      const { attempt, provider } = yield* provided()
      const { lies } = provider
      const other = MicrosoftImitation.personalTenant
      for (const [tid, word] of [
        [other, "iss"],
        [undefined, "tid"],
        ["common", "tid"],
        ["../evil", "tid"],
        [7, "tid"]
      ] as const) {
        provider.lies = { ...lies, claims: (told) => ({ ...lies.claims?.(told), tid }) }
        assert.strictEqual(yield* failureOf(attempt), `not_verified ${word}`, String(tid))
      }
    }))

  test("is rejected with a key that signs for another tenant only", () =>
    Effect.gen(function* () {
      const { attempt, provider } = yield* provided()
      const issuer = `${provider.origin}/${MicrosoftImitation.personalTenant}/v2.0`
      provider.lies = { ...provider.lies, keys: (honest) => honest.map((jwk) => ({ ...jwk, issuer })) }
      assert.strictEqual(yield* failureOf(attempt), "not_verified kid")
      provider.user = { ...provider.user, tid: MicrosoftImitation.personalTenant }
      const client = yield* clientFor(provider)
      const connection = connectionTo(provider.issuer, { kind: "microsoft" })
      assert.strictEqual(yield* failureOf(signIn(client, connection, provider.signIn)), "verified")
    }))

  test("names a tenant in the response, or none; another server is rejected", () =>
    Effect.gen(function* () {
      const { attempt, provider } = yield* provided()
      const { lies } = provider
      const named = (iss: string) => {
        provider.lies = { ...lies, sentBack: (told) => ({ ...told, iss }) }
        return failureOf(attempt)
      }
      assert.strictEqual(yield* named(`${provider.origin}/${MicrosoftImitation.tenant}/v2.0`), "verified")
      assert.strictEqual(yield* named(`https://evil.example/${MicrosoftImitation.tenant}/v2.0`), "not_verified iss")
      assert.strictEqual(yield* named(`${provider.origin}/evil/v2.0`), "not_verified iss")
    }))

  test("of one tenant accepts that tenant only", () =>
    Effect.gen(function* () {
      const { attempt, provider } = yield* provided((issuer) => issuer.replace("{tenantid}", MicrosoftImitation.tenant))
      const issuer = provider.issuer.replace("{tenantid}", MicrosoftImitation.tenant)
      const { lies } = provider
      provider.lies = { ...lies, metadata: (honest) => ({ ...lies.metadata?.(honest), issuer }) }
      assert.strictEqual((yield* attempt).key.issuer, issuer)
      provider.user = { ...provider.user, tid: MicrosoftImitation.personalTenant }
      assert.strictEqual(yield* failureOf(attempt), "not_verified iss")
    }))

  test("shares an issuer between tenants, and no other kind does", () =>
    Effect.gen(function* () {
      const { client, connection, provider } = yield* provided()
      const attempt = signIn(client, { ...connection, kind: "oidc" }, provider.signIn)
      assert.strictEqual(yield* failureOf(attempt), "not_verified iss")
    }))
})

describe("Google", () => {
  const issuer = "https://accounts.google.com"

  test("may write its issuer without https://, and the identity has the one of the settings", () =>
    Effect.sync(() => {
      const google = { issuer, kind: "google" } as const
      const written = { iss: "accounts.google.com" }
      assert.strictEqual(Issuers.expected(google, written), written.iss)
      assert.strictEqual(Issuers.expected(google, { iss: issuer }), issuer)
      assert.strictEqual(Issuers.expected(google, { iss: "evil.example" }), issuer)
      assert.strictEqual(Issuers.ofIdentity(google, written), issuer)
    }))

  test("is the only one that may", () =>
    Effect.sync(() => {
      for (const kind of ["oidc", "microsoft", "apple", "github"] as const) {
        assert.strictEqual(Issuers.expected({ issuer, kind }, { iss: "accounts.google.com" }), issuer)
      }
    }))
})
