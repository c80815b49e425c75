import { assert, describe } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserExport } from "@latchkey/domain/operator/UserExport"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { areSame, otherInstance, outage, outcome, test } from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { before, countOf } from "../support/Interception.ts"

const by = { actor: "command_line" } as const

const exported = (withHashes = false) =>
  Effect.flatMap(UserExport, ({ pages }) =>
    Effect.map(Stream.runCollect(pages({ instance: defaultInstance, by, withHashes })), (pages) =>
      Chunk.toReadonlyArray(pages).flat()
    )
  )

/** Stores users of whom many were created at the same time. */
const stored = (count: number) =>
  Effect.gen(function* () {
    const users = Array.from({ length: count }, (_, n) =>
      Samples.user(defaultInstance.id, { createdAt: Samples.plus(Math.floor(n / 700)) })
    )
    const { insertAll } = yield* UserRepository
    yield* insertAll(defaultInstance.id, users)
    yield* insertAll(otherInstance.id, [Samples.user(otherInstance.id)])
    return users
  })

describe("UserExport.pages", () => {
  for (const count of [0, 1, 1000, 2001]) {
    test(
      `returns all ${count} users of the instance once, in pages of a thousand`,
      Effect.gen(function* () {
        const users = yield* stored(count)
        const found = yield* exported()
        assert.lengthOf(found, count)
        assert.sameMembers(
          found.map(({ id }) => id),
          users.map(({ id }) => id)
        )
        assert.strictEqual(yield* countOf("UserRepository.list"), Math.floor(count / 1000) + 1)
      })
    )
  }

  test(
    "has password hashes only on request, and the audit log says which",
    Effect.gen(function* () {
      const [user] = yield* stored(1)
      const [without] = yield* exported()
      const [withHash] = yield* exported(true)
      assert.isTrue(without !== undefined && Option.isNone(without.passwordHash))
      assert.isTrue(withHash !== undefined && Option.isSome(withHash.passwordHash))
      assert.isTrue(areSame(withHash?.passwordHash, user?.passwordHash))
      assert.deepStrictEqual(yield* auditLines, [
        "command_line users_exported without password hashes",
        "command_line users_exported with password hashes"
      ])
    })
  )

  test(
    "returns no user if the audit log cannot record it",
    Effect.gen(function* () {
      yield* stored(1)
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(exported()), "PersistenceError")
      assert.strictEqual(yield* countOf("UserRepository.list"), 0)
    })
  )

  test(
    "carries the scheduled deletion, and says who has a second factor and how many passkeys",
    Effect.gen(function* () {
      const deletionAt = Option.some(Samples.plus(Samples.day))
      const leaving = Samples.user(defaultInstance.id, { deletionAt })
      const { insert } = yield* UserRepository
      yield* insert(leaving)
      const withPasskeys = yield* Samples.storedUser(defaultInstance.id)
      yield* Samples.storedPasskey(withPasskeys)
      yield* Samples.storedPasskey(withPasskeys)
      const withFactor = yield* Samples.storedUser(defaultInstance.id)
      const factor = Samples.secondFactor(withFactor)
      yield* (yield* SecondFactorRepository).add({ factor, recoveryCodes: [], credentialVersion: 0 })
      const found = new Map((yield* exported()).map((user) => [user.id, user]))
      assert.deepInclude(found.get(leaving.id), { deletionAt, secondFactor: false, passkeys: 0 })
      assert.deepInclude(found.get(withPasskeys.id), { secondFactor: false, passkeys: 2 })
      assert.deepInclude(found.get(withFactor.id), { secondFactor: true, passkeys: 0 })
    })
  )
})
