import { assert, describe, it } from "@effect/vitest"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { ClientId, InstanceId, OperatorSessionId, QueuedEmailId, UserId } from "@latchkey/domain/core/Ids"
import { AuditId } from "@latchkey/domain/audit/AuditLog"
import { InvitationId } from "@latchkey/domain/invitation/InvitationRepository"
import { OperatorInvitationId } from "@latchkey/domain/operator/OperatorRepository"
import { SessionId } from "@latchkey/domain/session/SessionRepository"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"

describe("MemoryIdGenerator", () => {
  it.effect("generates an id of each kind", () =>
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      assert.isTrue(Schema.is(UserId)(yield* ids.next(UserId)))
      assert.isTrue(Schema.is(SessionId)(yield* ids.next(SessionId)))
      assert.isTrue(Schema.is(ClientId)(yield* ids.next(ClientId)))
      assert.isTrue(Schema.is(QueuedEmailId)(yield* ids.next(QueuedEmailId)))
      assert.isTrue(Schema.is(AuditId)(yield* ids.next(AuditId)))
      assert.isTrue(Schema.is(OperatorSessionId)(yield* ids.next(OperatorSessionId)))
      assert.isTrue(Schema.is(OperatorInvitationId)(yield* ids.next(OperatorInvitationId)))
      assert.isTrue(Schema.is(InvitationId)(yield* ids.next(InvitationId)))
      assert.isTrue(Schema.is(InstanceId)(yield* ids.next(InstanceId)))
    }).pipe(Effect.provide(MemoryIdGenerator.layer))
  )

  it.effect("begins an id with the milliseconds of the clock, so that later ids are greater", () =>
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      yield* TestClock.setTime(0x0123456789ab)
      const early = yield* ids.next(UserId)
      assert.match(early, /^user_01234567-89ab-7/)
      yield* TestClock.adjust(1)
      const late = yield* ids.next(UserId)
      assert.match(late, /^user_01234567-89ac-7/)
      assert.isTrue(early < late)
    }).pipe(Effect.provide(MemoryIdGenerator.layer))
  )

  it.effect("never generates an id twice, even within one millisecond", () =>
    Effect.gen(function* () {
      const { next } = yield* IdGenerator
      const ids = yield* Effect.replicateEffect(next(SessionId), 1000)
      assert.strictEqual(new Set(ids).size, 1000)
      assert.strictEqual(new Set(ids.map((id) => id.slice(-12))).size, 1000)
    }).pipe(Effect.provide(MemoryIdGenerator.layer))
  )

  it.effect(
    "generates increasing ids of the audit log, also within a millisecond and after the clock was set back",
    () =>
      Effect.gen(function* () {
        const audit = (yield* IdGenerator).next(AuditId)
        yield* TestClock.setTime(0x0123456789ab)
        const made = yield* Effect.replicateEffect(audit, 10_000)
        assert.match(made[0] ?? "", /^audit_01234567-89ab-7000-/)
        yield* TestClock.setTime(0x012345670000)
        const all = [...made, yield* audit]
        assert.isTrue(all.every(Schema.is(AuditId)))
        assert.strictEqual(new Set(all).size, 10_001)
        assert.deepStrictEqual(all, [...all].sort())
        yield* TestClock.setTime(0x0123456799ab)
        assert.match(yield* audit, /^audit_01234567-99ab-7000-/)
      }).pipe(Effect.provide(MemoryIdGenerator.layer))
  )
})
