import { UserImport } from "@latchkey/domain/operator/UserImport"
import { assert, describe, it } from "@effect/vitest"
import * as AccountHooks from "@latchkey/domain/account/AccountHooks"
import { FormerEmails } from "@latchkey/domain/account/FormerEmails"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import type { Email } from "@latchkey/domain/core/Email"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Domain from "@latchkey/domain/Domain"
import { defaultAuthConfig, defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import * as OneTimeTokens from "@latchkey/domain/one-time-token/OneTimeTokens"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as ForeignHash from "@latchkey/domain/password/ForeignHash"
import { kind as pendingSignUp } from "@latchkey/domain/pending-sign-up/PendingSignUps"
import * as Samples from "@latchkey/testkit/Samples"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import {
  ann,
  ben,
  email,
  instance,
  otherInstance,
  outage,
  outcome,
  password,
  ports,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { before, countOf, Interception, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { begin, by, crm, foreign, importAll, imported, record, shortly, year } from "../support/Importing.ts"

describe("UserImport.importBatch", () => {
  test(
    "creates users with every field, who sign in with their old password, which gets a hash of Latchkey",
    Effect.gen(function* () {
      yield* begin
      const [result] = yield* importAll([record(), record({ email: ben, externalId: crm(2), disabled: true })])
      assert.strictEqual(result?._tag, "Created")
      const user = Option.getOrThrow(yield* storedUser(ann))
      assert.deepStrictEqual(
        [user.externalId, Option.isSome(user.emailVerifiedAt), Option.isNone(user.disabledAt), user.credentialVersion],
        [crm(1), true, true, 0]
      )
      assert.strictEqual(DateTime.toEpochMillis(user.createdAt), 1000)
      assert.isTrue(Option.isSome(Option.getOrThrow(yield* storedUser(ben)).disabledAt))
      const client = yield* TestClient.make
      assert.strictEqual(yield* outcome(client.signIn(ann, password("old password"))), "ok")
      assert.strictEqual(yield* outcome(client.signIn(ben, password("old password"))), "InvalidCredentials")
      const stored = Option.getOrThrow(Option.flatMap(yield* storedUser(ann), ({ passwordHash }) => passwordHash))
      assert.include(Redacted.value(stored), "$v=1$")
      assert.strictEqual(yield* outcome(client.signIn(ann, password("old password"))), "ok")
    })
  )

  test(
    "takes the same batch again without change: it skips every user, also after they have signed in",
    Effect.gen(function* () {
      yield* begin
      const batch = [record(), record({ email: ben, externalId: Option.none(), emailVerified: false })]
      const created = yield* importAll(batch)
      const client = yield* TestClient.make
      yield* client.signIn(ann, password("old password"))
      const again = yield* importAll(batch)
      assert.deepStrictEqual(shortly(again), ["Skipped", "Skipped"])
      assert.deepStrictEqual(
        again.map((result) => result._tag === "Skipped" && result.userId),
        created.map((result) => result._tag === "Created" && result.userId)
      )
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.deepStrictEqual(yield* auditLines, ["command_line users_imported created=2, skipped=0, failed=0"])
    })
  )

  test(
    "skips a user who has verified the address since, and makes an older claim a difference",
    Effect.gen(function* () {
      yield* begin
      yield* importAll([record({ emailVerified: true })])
      assert.deepStrictEqual(yield* imported([record({ emailVerified: false })]), ["Skipped"])
      yield* importAll([record({ email: ben, externalId: crm(2), emailVerified: false })])
      assert.deepStrictEqual(yield* imported([record({ email: ben, externalId: crm(2) })]), [
        "externalId belongs to a user who differs in emailVerified"
      ])
    })
  )

  test(
    "fails for a record that differs from the user it belongs to, says in what, and changes nothing",
    Effect.gen(function* () {
      yield* begin
      yield* importAll([record(), record({ email: ben, externalId: Option.none() })])
      const stored = Option.getOrThrow(yield* storedUser(ann))
      const differing = {
        email: record({ email: email("other@example.com") }),
        disabled: record({ disabled: true }),
        createdAt: record({ createdAt: Option.some(DateTime.unsafeMake(2000)) }),
        passwordHash: record({ passwordHash: Option.some(foreign("another")) })
      }
      for (const [field, one] of Object.entries(differing)) {
        assert.deepStrictEqual(yield* imported([one]), [`externalId belongs to a user who differs in ${field}`])
      }
      assert.deepStrictEqual(yield* imported([record({ externalId: crm(9) })]), [
        "email belongs to a user with another externalId"
      ])
      assert.deepStrictEqual(yield* imported([record({ email: ben })]), [
        "externalId belongs to a user who differs in email"
      ])
      assert.deepStrictEqual(yield* imported([record({ email: ben, externalId: crm(9) })]), [
        "email belongs to a user with no externalId"
      ])
      assert.deepStrictEqual(
        yield* imported([record({ email: ben, externalId: Option.none(), disabled: true, emailVerified: true })]),
        ["email belongs to a user who differs in disabled"]
      )
      assert.deepStrictEqual(yield* storedUser(ann), Option.some(stored))
    })
  )

  test(
    "compares records of a batch with each other: the first of a double counts",
    Effect.gen(function* () {
      yield* begin
      assert.deepStrictEqual(
        yield* imported([
          record(),
          record(),
          record({ externalId: crm(2) }),
          record({ email: ben }),
          record({ email: ben, externalId: crm(2) }),
          record({ email: ben, externalId: Option.none() })
        ]),
        [
          "Created",
          "Skipped",
          "email belongs to a user with another externalId",
          "externalId belongs to a user who differs in email",
          "Created",
          "Skipped"
        ]
      )
    })
  )

  test(
    "loses no other record to one that cannot be imported",
    Effect.gen(function* () {
      yield* begin
      const now = yield* DateTime.now
      assert.deepStrictEqual(
        yield* imported([
          record({ passwordHash: Option.some(ForeignHash.make("$1$salt$hash")) }),
          record({ createdAt: Option.some(DateTime.add(now, { millis: 1 })) }),
          record({ createdAt: Option.some(DateTime.unsafeMake(-1)) }),
          record({ email: ben, externalId: crm(2), createdAt: Option.some(now) })
        ]),
        [
          "passwordHash has a format that is not supported",
          "createdAt must be a time from 1970 until now",
          "createdAt must be a time from 1970 until now",
          "Created"
        ]
      )
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.deepStrictEqual(yield* auditLines, ["command_line users_imported created=1, skipped=0, failed=3"])
    })
  )

  test(
    "requires a hash without magic links, and no hash with them",
    Effect.gen(function* () {
      yield* begin
      const withoutLinks = instance({ authConfig: { ...defaultAuthConfig, password: true, magic_link: false } })
      const bare = record({ passwordHash: Option.none() })
      assert.deepStrictEqual(yield* imported([bare], withoutLinks), [
        "passwordHash is required, because the instance has magic links turned off"
      ])
      assert.deepStrictEqual(yield* imported([bare]), ["Created"])
      assert.deepStrictEqual(yield* imported([record({ email: ben, externalId: crm(2) })], withoutLinks), ["Created"])
    })
  )

  test(
    "keeps instances apart: the same users exist in each",
    Effect.gen(function* () {
      yield* begin
      assert.deepStrictEqual(yield* imported([record()]), ["Created"])
      assert.deepStrictEqual(yield* imported([record({ disabled: true })], otherInstance), ["Created"])
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).disabledAt))
    })
  )

  test(
    "stores and records nothing in a dry run, and says the same",
    Effect.gen(function* () {
      yield* begin
      yield* importAll([record()])
      const batch = [record(), record({ disabled: true }), record({ email: ben, externalId: crm(2) })]
      const results = yield* imported(batch, defaultInstance, true)
      assert.deepStrictEqual(results, ["Skipped", "externalId belongs to a user who differs in disabled", "Created"])
      assert.isTrue(Option.isNone(yield* storedUser(ben)))
      assert.lengthOf(yield* auditLog, 1)
      assert.deepStrictEqual(yield* imported(batch), results)
    })
  )

  test(
    "ends the invitation and the pending sign-ups of an address, and no others",
    Effect.gen(function* () {
      yield* begin
      const pendings = yield* OneTimeTokens.make(pendingSignUp)
      for (const address of [ann, ben]) {
        const key = { instanceId: defaultId, subject: address, tokenHash: Samples.tokenHash() }
        yield* pendings.put({ ...key, data: Samples.passwordHash() })
      }
      const { create, list } = yield* Invitations
      for (const address of [ann, ben]) yield* create({ instance: defaultInstance, by, email: address })
      yield* importAll([record()])
      const { invitations } = yield* list({ instance: defaultInstance, before: Option.none(), limit: 9 })
      assert.deepStrictEqual(
        invitations.map((invitation) => invitation.email),
        [ben]
      )
      const left = Effect.forEach([ann, ben], (address) => pendings.list({ instanceId: defaultId, subject: address }))
      assert.deepStrictEqual(
        (yield* left).map(({ length }) => length),
        [0, 1]
      )
    })
  )

  test(
    "compares again if another transaction has created one of the users meanwhile",
    Effect.gen(function* () {
      yield* begin
      const { release } = yield* Interception
      const provisioning = yield* UserProvisioning
      const user = { ...record(), password: Option.none(), passwordHash: Option.none() }
      const overtake = release("Transaction.run").pipe(
        Effect.zipRight(provisioning.create({ instance: defaultInstance, by, user }))
      )
      yield* before("Transaction.run", overtake)
      assert.deepStrictEqual(yield* imported([record(), record({ email: ben, externalId: crm(2) })]), [
        "externalId belongs to a user who differs in createdAt",
        "Created"
      ])
    })
  )

  test(
    "gives no one an address that is reserved for the user who had it, also if that happens meanwhile",
    Effect.gen(function* () {
      yield* begin
      yield* importAll([record({ email: email("new@example.com") })])
      const user = Option.getOrThrow(yield* storedUser(email("new@example.com")))
      const formers = yield* FormerEmails
      const reserve = (address: Email) =>
        formers.put(Samples.formerEmail(user, { email: address, expiresAt: DateTime.unsafeMake(99 * year) }))
      yield* reserve(ann)
      const reserved = "email is reserved for seven days for the user who had it before"
      assert.deepStrictEqual(yield* imported([record({ externalId: crm(2) })]), [reserved])
      const { release } = yield* Interception
      yield* before("Transaction.run", Effect.zipRight(release("Transaction.run"), reserve(ben)))
      assert.deepStrictEqual(
        yield* imported([
          record({ email: ben, externalId: crm(3) }),
          record({ email: email("c@example.com"), externalId: crm(4) })
        ]),
        [reserved, "Created"]
      )
    })
  )

  test(
    "creates each user once in ten concurrent imports of the same file",
    Effect.gen(function* () {
      yield* begin
      const batch = Arr.makeBy(20, (n) => record({ email: email(`user${n}@example.com`), externalId: crm(n) }))
      const results = yield* Effect.all(
        Arr.makeBy(10, () => imported(batch)),
        { concurrency: "unbounded" }
      )
      const counts = Arr.groupBy(results.flat(), (tag) => tag)
      assert.lengthOf(counts["Created"] ?? [], 20)
      assert.lengthOf(counts["Skipped"] ?? [], 180)
    })
  )

  test(
    "fails with ConcurrentChanges, and stores nothing, if others keep creating users of the batch",
    Effect.gen(function* () {
      yield* begin
      const users = yield* UserRepository
      yield* before("UserRepository.insertAll", users.insert(Samples.user(defaultId, { email: ann })))
      assert.strictEqual(
        yield* outcome(importAll([record(), record({ email: ben, externalId: crm(2) })])),
        "ConcurrentChanges"
      )
      assert.isTrue(Option.isNone(yield* storedUser(ben)))
      yield* release("UserRepository.insertAll")
      assert.deepStrictEqual(yield* imported([record()]), ["Created"])
    })
  )

  test(
    "stores nothing of a batch in an outage, whichever step fails",
    Effect.gen(function* () {
      yield* begin
      const steps = [
        "OneTimeTokenRepository.deleteAll",
        "InvitationRepository.deleteAll",
        "UserRepository.insertAll",
        "AuditLog.append"
      ] as const
      for (const step of steps) {
        yield* before(step, outage)
        assert.strictEqual(yield* outcome(importAll([record()])), "PersistenceError")
        yield* release(step)
        assert.isTrue(Option.isNone(yield* storedUser(ann)))
      }
      assert.deepStrictEqual(yield* imported([record()]), ["Created"])
    })
  )

  test(
    "hashes nothing, and makes the same few calls for one user as for a hundred",
    Effect.gen(function* () {
      yield* begin
      yield* signedUp
      const hashes = yield* countOf("PasswordHasher.hash")
      yield* importAll(Arr.makeBy(100, (n) => record({ email: email(`user${n}@example.com`), externalId: crm(n) })))
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashes)
      assert.strictEqual(yield* countOf("UserRepository.findMatches"), 1)
      assert.strictEqual(yield* countOf("UserRepository.insertAll"), 1)
      assert.strictEqual(yield* countOf("InvitationRepository.deleteAll"), 1)
    })
  )

  test(
    "records who imported how many, and nothing of the users",
    Effect.gen(function* () {
      yield* begin
      yield* importAll([record(), record({ disabled: true })])
      const [entry] = yield* auditLog
      assert.deepStrictEqual(
        [entry?.actor, entry?.action, entry?.instanceId, entry?.userId, entry?.detail],
        ["command_line", "users_imported", Option.some(defaultId), Option.none(), "created=1, skipped=0, failed=1"]
      )
    })
  )
})

describe("The hooks of an app", () => {
  const seen: Array<string> = []
  const layerHooks = AccountHooks.layer(
    Effect.succeed({
      onCreated: ({ email }: { readonly email: string }) =>
        email === "bad@example.com"
          ? Effect.fail(new PersistenceError({ cause: new Error("hook") }))
          : Effect.sync(() => void seen.push(`created ${email}`)),
      onVerified: ({ email }: { readonly email: string }) => Effect.sync(() => void seen.push(`verified ${email}`))
    })
  )

  it.scoped("run for each imported user in the transaction, which a failing one undoes", () =>
    Effect.gen(function* () {
      yield* begin
      const unverified = record({ email: ben, externalId: crm(2), emailVerified: false })
      yield* importAll([record(), unverified])
      yield* importAll([record(), unverified])
      assert.deepStrictEqual(seen, [`created ${ann}`, `verified ${ann}`, `created ${ben}`])
      const cleo = record({ email: email("cleo@example.com"), externalId: crm(3) })
      const bad = record({ email: email("bad@example.com"), externalId: crm(4) })
      assert.strictEqual(yield* outcome(importAll([cleo, bad])), "PersistenceError")
      const users = yield* UserRepository
      assert.isTrue(Option.isNone(yield* users.findByEmail(defaultId, cleo.email)))
    }).pipe(Effect.provide(Layer.provideMerge(Domain.layer, Layer.provideMerge(layerHooks, ports))))
  )
})

describe("What an import says about users who leave, and about factors", () => {
  test(
    "keeps the time of a deletion that the user has asked for, at most 30 days from now",
    Effect.gen(function* () {
      yield* begin
      const now = yield* DateTime.now
      const at = (deletionAt: DateTime.Utc) => record({ deletionAt: Option.some(deletionAt) })
      const last = DateTime.add(now, { days: 30 })
      assert.deepStrictEqual(yield* imported([at(DateTime.add(last, { millis: 1 }))]), [
        "deletionAt must be a time from 1970 until 30 days from now"
      ])
      assert.deepStrictEqual(yield* imported([at(last)]), ["Created"])
      assert.deepStrictEqual(Option.getOrThrow(yield* storedUser(ann)).deletionAt, Option.some(last))
    })
  )

  for (const factors of [
    { secondFactor: true, passkeys: 0 },
    { secondFactor: false, passkeys: 1 }
  ]) {
    test(
      `leaves no user with a password alone unless that is accepted: ${JSON.stringify(factors)}`,
      Effect.gen(function* () {
        yield* begin
        const users = [record({ factors })]
        const field = factors.secondFactor ? "secondFactor" : "passkeys"
        assert.deepStrictEqual(yield* imported(users), [
          `${field} cannot be imported: accept that the user signs in without until they set it up again`
        ])
        const { importBatch } = yield* UserImport
        const accepted = yield* importBatch({ instance: defaultInstance, by, users, withoutFactors: true })
        assert.deepStrictEqual(shortly(accepted), ["Created"])
      })
    )
  }
})
