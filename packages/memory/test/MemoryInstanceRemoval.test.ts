import { assert, describe, it } from "@effect/vitest"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as MemoryAttemptCounts from "@latchkey/memory/MemoryAttemptCounts"
import * as MemoryAuditLog from "@latchkey/memory/MemoryAuditLog"
import * as MemoryDatabase from "@latchkey/memory/MemoryDatabase"
import * as MemoryEmailOutbox from "@latchkey/memory/MemoryEmailOutbox"
import * as MemoryEmailSuppressions from "@latchkey/memory/MemoryEmailSuppressions"
import * as MemoryCustomEmailRepository from "@latchkey/memory/MemoryCustomEmailRepository"
import * as MemoryFormerEmails from "@latchkey/memory/MemoryFormerEmails"
import * as MemoryInstanceRemoval from "@latchkey/memory/MemoryInstanceRemoval"
import * as MemoryInstanceRepository from "@latchkey/memory/MemoryInstanceRepository"
import * as MemoryInvitationRepository from "@latchkey/memory/MemoryInvitationRepository"
import * as MemoryOneTimeTokenRepository from "@latchkey/memory/MemoryOneTimeTokenRepository"
import * as MemoryPasskeyRepository from "@latchkey/memory/MemoryPasskeyRepository"
import * as MemoryFactorRecoveryRepository from "@latchkey/memory/MemoryFactorRecoveryRepository"
import * as MemoryMagicLinkRepository from "@latchkey/memory/MemoryMagicLinkRepository"
import * as MemoryRateLimitStore from "@latchkey/memory/MemoryRateLimitStore"
import * as MemorySecondFactorRepository from "@latchkey/memory/MemorySecondFactorRepository"
import * as MemorySessionRepository from "@latchkey/memory/MemorySessionRepository"
import * as MemorySignInFailures from "@latchkey/memory/MemorySignInFailures"
import * as MemoryUserRepository from "@latchkey/memory/MemoryUserRepository"
import { writeRowsOfInstance } from "@latchkey/test-support/rowsOfInstance"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

const layer = Layer.mergeAll(
  MemoryAttemptCounts.layer,
  MemoryAuditLog.layer,
  MemoryEmailOutbox.layer,
  MemoryEmailSuppressions.layer,
  MemoryInstanceRemoval.layer,
  MemoryInstanceRepository.layer,
  MemoryCustomEmailRepository.layer,
  MemoryFormerEmails.layer,
  MemoryInvitationRepository.layer,
  MemoryOneTimeTokenRepository.layer,
  MemoryPasskeyRepository.layer,
  MemoryFactorRecoveryRepository.layer,
  MemoryMagicLinkRepository.layer,
  MemoryRateLimitStore.layer,
  MemorySecondFactorRepository.layer,
  MemorySessionRepository.layer,
  MemorySignInFailures.layer,
  MemoryUserRepository.layer
).pipe(Layer.provideMerge(MemoryDatabase.layer))

/** The maps that belong to no single instance. */
const shared = [
  "apiKeys",
  "auditLog",
  "deletedInstances",
  "operatorHandles",
  "operatorInvitations",
  "operatorPasskeys",
  "operatorSessions",
  "operators"
]

/** Returns the size of every other map. */
const sizes = Effect.flatMap(MemoryDatabase.MemoryDatabase, ({ read }) =>
  read((state) =>
    Object.entries(state).flatMap(([name, map]) => (shared.includes(name) ? [] : [[name, HashMap.size(map)] as const]))
  )
)

describe("MemoryInstanceRemoval", () => {
  it.effect("leaves nothing of the instance in any map, and everything of others", () =>
    Effect.gen(function* () {
      const other = yield* writeRowsOfInstance
      const before = yield* sizes
      assert.deepStrictEqual(
        before.filter(([, size]) => size === 0),
        []
      )
      const { instanceId } = yield* writeRowsOfInstance
      assert.deepStrictEqual(
        yield* sizes,
        before.map(([name, size]) => [name, 2 * size])
      )
      yield* (yield* InstanceRepository).delete(instanceId, Samples.now)
      const { removeBatch } = yield* InstanceRemoval
      yield* Effect.repeat(removeBatch(instanceId, 3), { until: (removed) => removed === 0 })
      assert.deepStrictEqual(yield* sizes, before)
      assert.isTrue(Option.isSome(yield* (yield* InstanceRepository).findById(other.instanceId)))
    }).pipe(Effect.provide(layer))
  )
})
