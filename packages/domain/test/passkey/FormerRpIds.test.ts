import { assert, describe } from "@effect/vitest"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as FormerRpIds from "@latchkey/domain/passkey/FormerRpIds"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ann, instance, otherInstance, outage, outcome, signedUp, storedUser, test } from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { before, countOf } from "../support/Interception.ts"

const by = { actor: "command_line" } as const
const former = "login.former.example"

const formerRpIds = Effect.provide(FormerRpIds.FormerRpIds, FormerRpIds.layer)

/** Returns what is former, as instance, RP ID before and now, and passkeys. */
const found = Effect.map(
  Effect.flatMap(formerRpIds, ({ find }) => find),
  (all) => all.map(({ current, instance, passkeys, rpId }) => [instance.id, rpId, current, passkeys])
)

const deletePasskeys = (rpId: string) => Effect.flatMap(formerRpIds, (rpIds) => rpIds.deletePasskeys(rpId, by))

/** Stores a user of the instance with that many passkeys. */
const userWith = (id: typeof otherInstance.id, count: number, rpId: string) =>
  Effect.flatMap(Samples.storedUser(id), (user) =>
    Effect.replicateEffect(
      Effect.suspend(() => Samples.storedPasskey(user, { rpId })),
      count,
      { discard: true }
    )
  )

const setUp = Effect.gen(function* () {
  yield* signedUp
  const user = Option.getOrThrow(yield* storedUser(ann))
  yield* Samples.storedPasskey(user, { rpId: "auth.example.com" })
  const { insert } = yield* InstanceRepository
  yield* insert(instance({ ...otherInstance, hosts: [] }))
  return user.instanceId
})

describe("FormerRpIds", () => {
  test(
    "finds passkeys of another host in instances at the base URL, and none in instances with hosts",
    Effect.gen(function* () {
      const main = yield* setUp
      assert.deepStrictEqual(yield* found, [])
      const { id: elsewhere } = yield* Samples.storedInstance
      yield* userWith(main, 2, former)
      yield* userWith(main, 1, "example.com")
      yield* userWith(otherInstance.id, 1, former)
      yield* userWith(elsewhere, 1, former)
      assert.sameDeepMembers(yield* found, [
        [main, "example.com", "auth.example.com", 1],
        [main, former, "auth.example.com", 2],
        [otherInstance.id, former, "auth.example.com", 1]
      ])
    })
  )

  test(
    "counts passkeys only of instances that have a former RP ID",
    Effect.gen(function* () {
      yield* setUp
      yield* found
      assert.strictEqual(yield* countOf("PasskeyRepository.countByRpId"), 0)
    })
  )

  test(
    "deletes the passkeys of that RP ID in batches, keeps those that browsers offer, and is on record",
    Effect.gen(function* () {
      const main = yield* setUp
      const { id: elsewhere } = yield* Samples.storedInstance
      yield* userWith(main, 501, former)
      yield* userWith(elsewhere, 1, former)
      assert.strictEqual(yield* deletePasskeys(former), 501)
      assert.strictEqual(yield* countOf("PasskeyRepository.deleteByRpId"), 3)
      assert.strictEqual(yield* deletePasskeys("auth.example.com"), 0)
      const passkeys = yield* PasskeyRepository
      assert.deepStrictEqual(yield* passkeys.countByRpId(main), [{ rpId: "auth.example.com", count: 1 }])
      assert.deepStrictEqual(yield* passkeys.countByRpId(elsewhere), [{ rpId: former, count: 1 }])
      assert.deepStrictEqual(yield* auditLines, [`command_line passkeys_deleted bound to ${former}`])
    })
  )

  test(
    "deletes none if the audit log cannot record it",
    Effect.gen(function* () {
      const main = yield* setUp
      yield* userWith(main, 1, former)
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(deletePasskeys(former)), "PersistenceError")
      assert.strictEqual(yield* countOf("PasskeyRepository.deleteByRpId"), 0)
    })
  )
})
