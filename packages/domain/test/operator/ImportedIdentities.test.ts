import { assert, describe } from "@effect/vitest"
import { type IdentityKey, IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { defaultAuthConfig, defaultId } from "@latchkey/domain/instance/Instance"
import { UserExport } from "@latchkey/domain/operator/UserExport"
import type { ImportedIdentity } from "@latchkey/domain/operator/UserImport"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { ann, ben, email, instance, outcome, storedUser, test } from "../support.ts"
import { begin, by, crm, imported, record } from "../support/Importing.ts"
import { before } from "../support/Interception.ts"

const issuer = "https://accounts.google.com"
const at = instance({
  authConfig: { ...defaultAuthConfig, magic_link: true },
  identityProviders: [
    Samples.identityProvider({ id: "google", kind: "google", issuer }),
    Samples.identityProvider({
      id: "microsoft",
      kind: "microsoft",
      issuer: "https://login.microsoftonline.com/{tenantid}/v2.0"
    })
  ]
})
const one = { issuer, subject: "1001", label: Option.some("ann@gmail.example") } satisfies ImportedIdentity

const identitiesOf = (address = ann) =>
  Effect.flatMap(Effect.flatten(storedUser(address)), ({ id }) =>
    Effect.flatMap(IdentityRepository, ({ list }) => list(defaultId, id))
  )
const keysOf = (all: ReadonlyArray<IdentityKey>) => all.map(({ issuer, subject }) => `${issuer} ${subject}`).sort()

describe("An imported user with accounts at identity providers", () => {
  test(
    "has them, by their issuer or by the id of a provider, not used yet",
    Effect.gen(function* () {
      yield* begin
      const identities = [one, { provider: "google", subject: "1002", label: Option.none() }]
      assert.deepStrictEqual(yield* imported([record({ identities })], at), ["Created"])
      const stored = yield* identitiesOf()
      assert.deepStrictEqual(keysOf(stored), [`${issuer} 1001`, `${issuer} 1002`])
      assert.deepStrictEqual(
        stored.map(({ lastUsedAt }) => lastUsedAt),
        [Option.none(), Option.none()]
      )
    })
  )

  test(
    "is skipped if the record comes again, also after the user has linked another one",
    Effect.gen(function* () {
      yield* begin
      const records = [record({ identities: [one] })]
      yield* imported(records, at)
      yield* Samples.storedIdentity(yield* Effect.flatten(storedUser(ann)))
      assert.deepStrictEqual(yield* imported(records, at), ["Skipped"])
      assert.lengthOf(yield* identitiesOf(), 2)
    })
  )

  test(
    "exists and lacks one: the record fails, and changes nothing",
    Effect.gen(function* () {
      yield* begin
      yield* imported([record()], at)
      assert.deepStrictEqual(yield* imported([record({ identities: [one] })], at), [
        "identities contain one that the user who exists does not have"
      ])
      assert.deepStrictEqual(yield* identitiesOf(), [])
    })
  )

  for (const [situation, identities, reason] of [
    [
      "names an unknown provider",
      [{ provider: "other", subject: "1", label: Option.none() }],
      "name a provider that the instance does not have"
    ],
    [
      "names a provider of many tenants",
      [{ provider: "microsoft", subject: "1", label: Option.none() }],
      "name a provider of many tenants: give the issuer of the tenant"
    ],
    [
      "has neither issuer nor provider",
      [{ subject: "1", label: Option.none() }],
      "must each have an issuer or a provider"
    ],
    ["has both", [{ ...one, provider: "google" }], "must each have an issuer or a provider"],
    [
      "has more than twenty",
      Array.from({ length: 21 }, (_, at) => ({ ...one, subject: String(at) })),
      "must be at most 20"
    ],
    ["has one twice", [one, { provider: "google", subject: "1001", label: Option.none() }], "must be different"]
  ] as ReadonlyArray<readonly [string, ReadonlyArray<ImportedIdentity>, string]>) {
    test(
      `fails alone if it ${situation}`,
      Effect.gen(function* () {
        yield* begin
        const others = record({ email: ben, externalId: crm(2) })
        assert.deepStrictEqual(yield* imported([record({ identities }), others], at), [
          `identities ${reason}`,
          "Created"
        ])
      })
    )
  }

  test(
    "fails if another user has one, of the store or of an earlier record",
    Effect.gen(function* () {
      yield* begin
      yield* imported([record({ identities: [one] })], at)
      const two = { ...one, subject: "1002" }
      const results = yield* imported(
        [
          record({ email: ben, externalId: crm(2), identities: [one] }),
          record({ email: email("carl@example.com"), externalId: crm(3), identities: [two] }),
          record({ email: email("dan@example.com"), externalId: crm(4), identities: [two] })
        ],
        at
      )
      const taken = "identities contain one that belongs to another user"
      assert.deepStrictEqual(results, [taken, "Created", taken])
    })
  )

  test(
    "fails with ConcurrentChanges while other requests keep linking one, and no user is stored without it",
    Effect.gen(function* () {
      yield* begin
      yield* imported([record({ email: ben, externalId: crm(2) })], at)
      const identity = Samples.identity(yield* Effect.flatten(storedUser(ben)), { issuer, subject: "1001" })
      const { insert } = yield* IdentityRepository
      yield* before("UserRepository.insertAll", Effect.orDie(insert(identity)))
      assert.strictEqual(yield* outcome(imported([record({ identities: [one] })], at)), "ConcurrentChanges")
      assert.deepStrictEqual(yield* storedUser(ann), Option.none())
    })
  )

  test(
    "needs neither a password nor links if the provider is turned on, and nothing is stored in a dry run",
    Effect.gen(function* () {
      yield* begin
      const withoutLinks = instance({ ...at, authConfig: { ...defaultAuthConfig, magic_link: false } })
      const users = [
        record({ passwordHash: Option.none(), identities: [one] }),
        record({ email: ben, externalId: crm(2), passwordHash: Option.none() })
      ]
      const required = "passwordHash is required, because the instance has magic links turned off"
      assert.deepStrictEqual(yield* imported(users, withoutLinks, true), ["Created", required])
      assert.deepStrictEqual(yield* storedUser(ann), Option.none())
      assert.deepStrictEqual(yield* imported(users, withoutLinks), ["Created", required])
    })
  )

  test(
    "is exported with them",
    Effect.gen(function* () {
      yield* begin
      yield* imported([record({ identities: [one] }), record({ email: ben, externalId: crm(2) })], at)
      const { pages } = yield* UserExport
      const users = yield* Stream.runCollect(Stream.flattenIterables(pages({ instance: at, by, withHashes: false })))
      // In the order of their ids, which are random within a millisecond.
      assert.deepStrictEqual(
        new Map([...users].map(({ email, identities }) => [email, identities])),
        new Map([
          [ann, [one]],
          [ben, []]
        ])
      )
    })
  )
})
