import { assert, describe, it } from "@effect/vitest"
import * as AccountHooks from "@latchkey/domain/account/AccountHooks"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  instance,
  layer,
  linkTokenFor,
  newPassword,
  otherInstance,
  outage,
  outcome,
  resetTokenFor,
  revokeSessionsOf,
  rightPassword,
  storedUser
} from "../support.ts"
import * as AppHooks from "../support/AppHooks.ts"
import { App, calls, names } from "../support/AppHooks.ts"
import { beforeNext, before } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const withHooks = AppHooks.within(layer)

const test = <A, E>(name: string, body: Effect.Effect<A, E, Layer.Layer.Success<typeof withHooks> | Scope.Scope>) =>
  it.scoped(name, () => Effect.provide(body, withHooks))

const user = Effect.map(storedUser(ann), Option.getOrThrow)
const cleanup = Effect.flatMap(CleanupJob, ({ run }) => run)
const withoutGrace = instance({ accountConfig: { deletionGraceDays: 0 } })

/** Returns a function that returns `true` for the first deletion only. */
const beforeDeletions = Effect.sync(() => {
  let deletions = 0
  return () => deletions++ === 0
})

describe("AccountHooks", () => {
  test(
    "get a user who signs up, in its instance, and after the first link to an address a verified one",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const { userId } = yield* client.at(otherInstance).signUp(ann, rightPassword)
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      const seen = (yield* calls).map(([name, { id, instanceId, emailVerifiedAt }]) => [
        name,
        instanceId,
        id === userId,
        Option.isSome(emailVerifiedAt)
      ])
      const { instanceId } = yield* user
      assert.deepStrictEqual(seen, [
        ["onCreated", otherInstance.id, true, false],
        ["onCreated", instanceId, false, true],
        ["onVerified", instanceId, false, true]
      ])
    })
  )

  test(
    "run once for one created user, of ten concurrent sign-ups with one address",
    Effect.gen(function* () {
      const crowd = yield* Effect.all(Array.from({ length: 10 }, () => TestClient.make))
      yield* Effect.forEach(crowd, (client) => outcome(client.signUp(ann, rightPassword)), { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* names, ["onCreated"])
    })
  )

  test(
    "run once if a sign-up creates the user while a link is used",
    Effect.gen(function* () {
      const other = yield* TestClient.make
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      yield* beforeNext("UserRepository.insert", Effect.orDie(other.signUp(ann, rightPassword)))
      yield* client.verifyLink(token)
      assert.deepStrictEqual(yield* names, ["onCreated", "onClaimed", "onVerified"])
    })
  )

  test(
    "learn of the first verification once, on a client of the user without a claim",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      assert.deepStrictEqual(yield* names, ["onCreated", "onVerified"])
    })
  )

  test(
    "learn of a claim before the verification, by a link and by a new password",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const owner = yield* TestClient.make
      yield* owner.resetPassword(yield* resetTokenFor(owner, ann), newPassword)
      const seen = (yield* calls).map(([name, { claimedAt }]) => [name, Option.isSome(claimedAt)])
      assert.deepStrictEqual(seen, [
        ["onCreated", false],
        ["onClaimed", true],
        ["onVerified", true]
      ])
    })
  )

  test(
    "undo the sign-up with their failure: no account, no session, no email",
    Effect.gen(function* () {
      const { reply } = yield* App
      const client = yield* TestClient.make
      yield* reply("onCreated", outage)
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      yield* reply("onCreated", Effect.dieMessage("a defect of the app"))
      assert.strictEqual((yield* Effect.exit(client.signUp(ann, rightPassword)))._tag, "Failure")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.deepStrictEqual(yield* (yield* MemoryMailer.Sent).sent, [])
    })
  )

  for (const name of ["onClaimed", "onVerified"] as const) {
    test(
      `undo the verification with a failure of ${name}: the link, the password and the sessions still work`,
      Effect.gen(function* () {
        const { reply } = yield* App
        const first = yield* TestClient.make
        yield* first.signUp(ann, rightPassword)
        const owner = yield* TestClient.make
        const token = yield* linkTokenFor(owner, ann)
        yield* reply(name, outage)
        assert.strictEqual(yield* outcome(owner.verifyLink(token)), "PersistenceError")
        const { claimedAt, emailVerifiedAt, passwordHash } = yield* user
        assert.deepStrictEqual([claimedAt, emailVerifiedAt].map(Option.isSome), [false, false])
        assert.isTrue(Option.isSome(passwordHash))
        assert.strictEqual(yield* outcome(first.authenticate), "ok")
        yield* reply(name, Effect.void)
        assert.strictEqual(yield* outcome(owner.verifyLink(token)), "ok")
      })
    )
  }

  test(
    "learn of a deletion before it, by the owner, an operator and the cleanup job",
    Effect.gen(function* () {
      const provisioning = yield* UserProvisioning
      for (const remove of [
        (client: TestClient.TestClient) => client.at(withoutGrace).deleteAccount(rightPassword),
        () =>
          Effect.flatMap(user, ({ id }) =>
            provisioning.delete({ instance: defaultInstance, userId: id, by: { actor: "program" } })
          ),
        (client: TestClient.TestClient) =>
          client
            .deleteAccount(rightPassword)
            .pipe(Effect.zipRight(TestClock.adjust("8 days")), Effect.zipRight(cleanup))
      ]) {
        const client = yield* TestClient.make
        yield* client.signUp(ann, rightPassword)
        yield* remove(client)
        assert.isTrue(Option.isNone(yield* storedUser(ann)))
        const [name, { email }] = Option.getOrThrow(Option.fromNullable((yield* calls).at(-1)))
        assert.deepStrictEqual([name, email], ["beforeDelete", ann])
      }
      assert.strictEqual((yield* names).filter((name) => name === "beforeDelete").length, 3)
    })
  )

  for (const [what, refusal] of [
    ["failure", outage],
    ["defect", Effect.dieMessage("a defect of the app")]
  ] as const) {
    test(
      `keep a user whose deletion is due with their ${what}; the job deletes all others, and this one later`,
      Effect.gen(function* () {
        const { reply } = yield* App
        for (const address of [ann, ben]) {
          const client = yield* TestClient.make
          yield* client.signUp(address, rightPassword)
          yield* client.deleteAccount(rightPassword)
        }
        yield* TestClock.adjust("8 days")
        const before = yield* beforeDeletions
        yield* reply(
          "beforeDelete",
          Effect.suspend(() => (before() ? refusal : Effect.void))
        )
        assert.strictEqual((yield* Effect.exit(cleanup))._tag, "Failure")
        const kept = [yield* storedUser(ann), yield* storedUser(ben)].filter(Option.isSome)
        assert.lengthOf(kept, 1)
        yield* reply("beforeDelete", Effect.void)
        yield* cleanup
        assert.deepStrictEqual([yield* storedUser(ann), yield* storedUser(ben)].filter(Option.isSome), [])
      })
    )
  }

  test(
    "undo the deletion by the owner with their failure: the session goes on",
    Effect.gen(function* () {
      const { reply } = yield* App
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      yield* reply("beforeDelete", outage)
      assert.strictEqual(yield* outcome(client.at(withoutGrace).deleteAccount(rightPassword)), "PersistenceError")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "of a user who is stored are followed by a session, or the user is not stored",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "PersistenceError")
      assert.deepStrictEqual(yield* names, ["onCreated"])
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )
})

describe("AccountHooks.layer", () => {
  it.scoped("does nothing for the hooks that are left out", () =>
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      yield* (yield* TestClient.make).verifyLink(yield* linkTokenFor(client, ann))
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    }).pipe(
      Effect.provide(
        Layer.provide(
          layer,
          AccountHooks.layer(Effect.succeed({ onCreated: undefined, onVerified: undefined } as object))
        )
      )
    )
  )
})
