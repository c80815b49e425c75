import { assert, describe, it } from "@effect/vitest"
import * as AppPart from "@latchkey/domain/core/AppPart"
import type { RejectedField } from "@latchkey/domain/core/Outcome"
import { none, SecretKeys } from "@latchkey/domain/core/SecretKeys"
import * as Domain from "@latchkey/domain/Domain"
import type { Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import { isIssuerOf, type IdentityProvider } from "@latchkey/domain/instance/IdentityProvider"
import { defaultAuthConfig, defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { IdentityProviderAdministration } from "@latchkey/domain/operator/IdentityProviderAdministration"
import type { IdentityProviderPatch, NewIdentityProvider } from "@latchkey/domain/operator/IdentityProviderSettings"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { baseUrl, outage, outcome, ports, portsWithoutMailer, test } from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { beforeNext } from "../support/Interception.ts"

const by = { actor: "admin_api" } as const
const secret = "GOCSPX-5c21-never-shown"
const clientSecret = Redacted.make(secret)
const google: NewIdentityProvider = { kind: "google", clientId: "client-1", clientSecret }
const oidc: NewIdentityProvider = {
  kind: "oidc",
  name: "Ünïted Clouds & Co.",
  issuer: "https://id.example.com/realms/main",
  clientId: "client-2"
}
const pem = "-----BEGIN PRIVATE KEY-----\nMIGTAgEAMBMG\n-----END PRIVATE KEY-----"
const apple: NewIdentityProvider = {
  kind: "apple",
  clientId: "com.example.web",
  clientSecret: Redacted.make(`\n${pem}\n`),
  apple: { teamId: "ABCDE12345", keyId: "FGHIJ67890" }
}

const service = IdentityProviderAdministration
const current = Effect.flatMap(InstanceDirectory, ({ get }) => get(defaultId))
const create = (settings: NewIdentityProvider) =>
  Effect.flatMap(Effect.all([service, current]), ([{ create }, instance]) => create({ instance, by, settings }))
const update = (id: string, patch: IdentityProviderPatch) =>
  Effect.flatMap(Effect.all([service, current]), ([{ update }, instance]) => update({ instance, by, id, patch }))
const remove = (id: string) =>
  Effect.flatMap(Effect.all([service, current]), ([{ remove }, instance]) => remove({ instance, by, id }))
const check = (id: string) =>
  Effect.flatMap(Effect.all([service, current]), ([{ check }, instance]) => check({ instance, id }))
const stored = Effect.flatMap(InstanceRepository, ({ findById }) =>
  Effect.map(
    findById(defaultId),
    (found): ReadonlyArray<IdentityProvider> => Option.getOrThrow(found).identityProviders
  )
)
const storedIds = Effect.map(stored, (all) => all.map(({ id }) => id))

/** Returns the fields that are refused. */
const refusedFields = <E extends { readonly _tag: string }, R>(attempt: Effect.Effect<unknown, E, R>) =>
  Effect.map(Effect.flip(attempt), (error) =>
    "errors" in error ? (error.errors as ReadonlyArray<RejectedField>).map(({ field }) => field) : [error._tag]
  )

describe("A new identity provider", () => {
  test(
    "of a known kind needs a client only, and is seen without its secret",
    Effect.gen(function* () {
      const created = yield* create(google)
      assert.deepStrictEqual(created, {
        id: "google",
        name: "Google",
        kind: "google",
        issuer: "https://accounts.google.com",
        clientId: "client-1",
        apple: null,
        scopes: [],
        nativeClientIds: [],
        emailTrust: "authoritative",
        trustsMfa: false,
        enabled: true,
        hasClientSecret: true,
        redirectUri: `${baseUrl}/v1/auth/identity-providers/callback`
      })
      assert.deepStrictEqual((yield* service).list(yield* current), [created])
    })
  )

  test(
    "has the issuer of its kind",
    Effect.gen(function* () {
      const issuers = yield* Effect.forEach(
        [
          { kind: "microsoft", clientId: "m", clientSecret },
          { kind: "github", clientId: "g", clientSecret },
          apple
        ] as const,
        (settings) => Effect.map(create(settings), ({ issuer, name }) => `${name}: ${issuer}`)
      )
      assert.deepStrictEqual(issuers, [
        "Microsoft: https://login.microsoftonline.com/{tenantid}/v2.0",
        "GitHub: https://github.com",
        "Apple: https://appleid.apple.com"
      ])
    })
  )

  test(
    "of the kind oidc takes its id from its name, proves no email address, and needs no secret",
    Effect.gen(function* () {
      const { emailTrust, hasClientSecret, id } = yield* create(oidc)
      assert.deepStrictEqual([id, emailTrust, hasClientSecret], ["united-clouds-co", "never", false])
      const other = yield* create({ ...oidc, name: "日本", issuer: "https://id.example.org" })
      assert.strictEqual(other.id, "oidc")
    })
  )

  test(
    "is stored with an encrypted secret, which only this provider of this instance opens",
    Effect.gen(function* () {
      yield* create(apple)
      const [provider] = yield* stored
      assert.notInclude(JSON.stringify(provider), "MIGTAgEAMBMG")
      const sealed = provider?.clientSecret
      if (sealed === null || sealed === undefined || Redacted.isRedacted(sealed)) return assert.fail("is not encrypted")
      const keys = yield* AppPart.read(SecretKeys)
      const open = (context: string) =>
        Option.map(keys.open({ use: "identity_provider", context }, sealed), Redacted.value)
      assert.deepStrictEqual(open("default apple"), Option.some(pem))
      assert.deepStrictEqual(open("default google"), Option.none())
      assert.deepStrictEqual(open("other apple"), Option.none())
    })
  )

  for (const [situation, settings, fields] of [
    ["without the name and the issuer of the kind oidc", { kind: "oidc", clientId: "c" }, ["name", "issuer"]],
    ["without the secret that its kind needs", { kind: "github", clientId: "c" }, ["clientSecret"]],
    ["with an issuer in plain http", { ...oidc, issuer: "http://id.example.com" }, ["issuer"]],
    [
      "with an issuer that only looks like this machine",
      { ...oidc, issuer: "http://localhost.example.com" },
      ["issuer"]
    ],
    ["of Apple without team and key", { ...apple, apple: null }, ["apple"]],
    [
      "of another kind with team and key of Apple",
      { ...google, apple: { teamId: "ABCDE12345", keyId: "FGHIJ67890" } },
      ["apple"]
    ],
    ["of Apple with a text that is no key", { ...apple, clientSecret }, ["clientSecret"]],
    [
      "of Apple with a key in another format",
      { ...apple, clientSecret: Redacted.make(pem.replaceAll("PRIVATE", "EC PRIVATE")) },
      ["clientSecret"]
    ],
    ["with an empty secret", { ...google, clientSecret: Redacted.make("  ") }, ["clientSecret"]],
    ["with a secret of several lines", { ...google, clientSecret: Redacted.make("a\nb") }, ["clientSecret"]]
  ] as ReadonlyArray<readonly [string, NewIdentityProvider, ReadonlyArray<string>]>) {
    test(
      `is refused ${situation}`,
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* refusedFields(create(settings)), fields)
        assert.deepStrictEqual(yield* stored, [])
      })
    )
  }

  test(
    "may have an issuer in plain http on this machine, and no secret if only native apps use it",
    Effect.gen(function* () {
      for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "id.localhost"]) {
        const id = `p${(yield* stored).length}`
        assert.strictEqual(yield* outcome(create({ ...oidc, id, issuer: `http://${host}` })), "ok", host)
      }
      const native = yield* create({ kind: "google", clientId: "c", clientSecret: null, nativeClientIds: ["ios"] })
      assert.isFalse(native.hasClientSecret)
    })
  )

  test(
    "is refused with the id or the issuer of another one, or with an issuer that another one stands for",
    Effect.gen(function* () {
      yield* create(google)
      assert.deepStrictEqual(yield* refusedFields(create(google)), ["id", "issuer"])
      assert.deepStrictEqual(yield* refusedFields(create({ ...google, id: "second" })), ["issuer"])
      assert.deepStrictEqual(yield* refusedFields(create({ ...oidc, id: "google" })), ["id"])
      const microsoft: NewIdentityProvider = { kind: "microsoft", clientId: "m", clientSecret }
      yield* create(microsoft)
      const issuer = "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0"
      assert.isTrue(isIssuerOf({ issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" }, issuer))
      assert.deepStrictEqual(yield* refusedFields(create({ ...microsoft, id: "one", issuer })), ["issuer"])
      yield* remove("microsoft")
      yield* create({ ...microsoft, id: "one", issuer })
      assert.deepStrictEqual(yield* refusedFields(create(microsoft)), ["issuer"])
    })
  )

  test(
    "is added beside those that are added at the same time, up to twenty",
    Effect.gen(function* () {
      const attempts = Array.from({ length: 25 }, (_, at) =>
        outcome(create({ ...oidc, id: `p${at}`, issuer: `https://${at}.example.com` }))
      )
      const outcomes = yield* Effect.all(attempts, { concurrency: "unbounded" })
      assert.lengthOf(
        outcomes.filter((one) => one === "ok"),
        20
      )
      assert.lengthOf(
        outcomes.filter((one) => one === "TooManyIdentityProviders"),
        5
      )
      assert.lengthOf(new Set(yield* storedIds), 20)
    })
  )

  it.scoped("with a secret is refused without a server key, and without one is not", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* refusedFields(create(google)), ["clientSecret"])
      assert.deepStrictEqual(yield* stored, [])
      assert.strictEqual(yield* outcome(create(oidc)), "ok")
      assert.strictEqual(yield* outcome(update("united-clouds-co", { clientSecret })), "ClientSecretImpossible")
    }).pipe(
      Effect.provide(Domain.layer.pipe(Layer.provide(Layer.succeed(SecretKeys, none)), Layer.provideMerge(ports)))
    )
  )
})

describe("A change of an identity provider", () => {
  test(
    "changes what it names, and keeps everything else, the secret too",
    Effect.gen(function* () {
      const created = yield* create(google)
      const [before] = yield* stored
      const changed = yield* update("google", { name: "Google Workspace", scopes: ["profile"], enabled: false })
      assert.deepStrictEqual(changed, { ...created, name: "Google Workspace", scopes: ["profile"], enabled: false })
      const [after] = yield* stored
      assert.deepStrictEqual(after?.clientSecret, before?.clientSecret)
      yield* update("google", { clientSecret: Redacted.make("next") })
      assert.notDeepEqual((yield* stored)[0]?.clientSecret, before?.clientSecret)
      assert.isFalse((yield* update("google", { clientSecret: null })).hasClientSecret)
    })
  )

  test(
    "keeps kind and issuer: identities belong to an issuer",
    Effect.gen(function* () {
      const { issuer, kind } = yield* create(oidc)
      const id = "united-clouds-co"
      assert.deepStrictEqual(yield* refusedFields(update(id, { issuer: "https://other.example.com" })), ["issuer"])
      assert.deepStrictEqual(yield* refusedFields(update(id, { kind: "google" })), ["kind"])
      assert.strictEqual(yield* outcome(update(id, { issuer, kind, name: "Same" })), "ok")
    })
  )

  test(
    "of Apple changes the key alone, or takes it away with the secret only",
    Effect.gen(function* () {
      yield* create(apple)
      const { apple: changed } = yield* update("apple", { apple: { keyId: "KEYKEY1234" } })
      assert.deepStrictEqual(changed, { teamId: "ABCDE12345", keyId: "KEYKEY1234" })
      assert.deepStrictEqual(yield* refusedFields(update("apple", { apple: null })), ["apple"])
      assert.deepStrictEqual(yield* refusedFields(update("apple", { clientSecret })), ["clientSecret"])
      assert.strictEqual(yield* outcome(update("apple", { apple: null, clientSecret: null })), "ok")
    })
  )

  test(
    "of a provider that does not exist, and its deletion and its check, fail with IdentityProviderNotFound",
    Effect.gen(function* () {
      for (const attempt of [update("google", {}), remove("google"), check("google")]) {
        assert.strictEqual(yield* outcome(Effect.asVoid(attempt)), "IdentityProviderNotFound")
      }
      const { get } = yield* service
      assert.strictEqual(yield* outcome(get({ instance: yield* current, id: "google" })), "IdentityProviderNotFound")
    })
  )
})

const seen: Array<readonly [Connection, string]> = []
const client = IdentityProviderClient.layer(
  Effect.succeed({
    ...IdentityProviderClient.none,
    isConfigured: true,
    check: (connection: Connection, redirectUri: string) =>
      Effect.sync(() => {
        seen.push([connection, redirectUri])
        return [{ what: "discovery", ok: true, detail: "is fine" }]
      })
  })
)

/** The same with an adapter that speaks with providers. */
const withClient = Domain.layer.pipe(Layer.provide(client), Layer.provideMerge(ports))

describe("The only way to sign in", () => {
  const withoutPassword = Effect.gen(function* () {
    yield* create(google)
    yield* (yield* InstanceDirectory).update(defaultId, {
      authConfig: { ...defaultAuthConfig, password: false, magic_link: false }
    })
  })

  it.scoped("can be neither turned off nor deleted, as long as there is no other", () =>
    Effect.gen(function* () {
      yield* withoutPassword
      assert.strictEqual(yield* outcome(update("google", { enabled: false })), "IdentityProviderRequired")
      assert.strictEqual(yield* outcome(remove("google")), "IdentityProviderRequired")
      yield* create(oidc)
      assert.strictEqual(yield* outcome(update("google", { enabled: false })), "ok")
      assert.strictEqual(yield* outcome(remove("google")), "ok")
      assert.strictEqual(yield* outcome(remove("united-clouds-co")), "IdentityProviderRequired")
      assert.deepStrictEqual(yield* storedIds, ["united-clouds-co"])
    }).pipe(Effect.provide(withClient))
  )

  it.scoped("is the provider, if only links are left and no email provider is configured", () =>
    Effect.gen(function* () {
      yield* create(google)
      const links = { ...defaultAuthConfig, password: false, magic_link: true }
      yield* (yield* InstanceDirectory).update(defaultId, { authConfig: links })
      assert.strictEqual(yield* outcome(remove("google")), "IdentityProviderRequired")
    }).pipe(
      Effect.provide(
        Domain.layer.pipe(
          Layer.provide(client),
          Layer.provideMerge(Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured))
        )
      )
    )
  )
})

describe("The audit log", () => {
  test(
    "names the provider, and settings with their former values, never the secret, and nothing that was refused",
    Effect.gen(function* () {
      yield* create({ ...google, nativeClientIds: ["ios"] })
      yield* outcome(create(google))
      yield* update("google", { enabled: false, clientSecret: Redacted.make(`${secret}-2`) })
      yield* remove("google")
      yield* outcome(remove("google"))
      const lines = (yield* auditLines).filter((line) => line.includes("identity_provider"))
      assert.deepStrictEqual(lines, [
        'admin_api identity_provider_created provider="google", kind="google", clientId="client-1", nativeClientIds=["ios"], clientSecret="changed"',
        'admin_api identity_provider_updated provider="google", enabled=false was=true, clientSecret="changed"',
        'admin_api identity_provider_deleted provider="google"'
      ])
    })
  )
})

describe("A change of identity providers", () => {
  test(
    "happens with its entry in the audit log, or not at all",
    Effect.gen(function* () {
      yield* beforeNext("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(create(google)), "PersistenceError")
      assert.deepStrictEqual(yield* stored, [])
    })
  )
})

describe("A check of an identity provider", () => {
  it.scoped("asks the adapter, with the secret and the redirect URI", () =>
    Effect.gen(function* () {
      yield* create({ ...google, enabled: false })
      assert.deepStrictEqual(yield* check("google"), [{ what: "discovery", ok: true, detail: "is fine" }])
      const [connection, redirectUri] = seen[0] ?? []
      assert.strictEqual(redirectUri, `${baseUrl}/v1/auth/identity-providers/callback`)
      assert.deepStrictEqual(Option.map(connection?.clientSecret ?? Option.none(), Redacted.value), Option.some(secret))
    }).pipe(Effect.provide(withClient))
  )

  test(
    "says so if the key of the secret is no longer there",
    Effect.gen(function* () {
      yield* create(google)
      yield* (yield* InstanceDirectory).changeIdentityProviders(
        defaultId,
        // Under another id, no key opens it.
        ({ identityProviders }) => Either.right(identityProviders.map((one) => ({ ...one, id: "moved" }))),
        Effect.void
      )
      const [finding] = yield* check("moved")
      assert.deepInclude(finding, { what: "client_secret", ok: false })
      assert.include(finding?.detail, "SECRET_KEY")
    })
  )
})
