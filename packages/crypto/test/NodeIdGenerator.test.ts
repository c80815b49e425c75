import { assert, describe, it } from "@effect/vitest"
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { ClientId, InstanceId, OperatorSessionId, QueuedEmailId, UserId } from "@latchkey/domain/core/Ids"
import { AuditId } from "@latchkey/domain/audit/AuditLog"
import { InvitationId } from "@latchkey/domain/invitation/InvitationRepository"
import { OperatorInvitationId } from "@latchkey/domain/operator/OperatorRepository"
import { SessionId } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"

/** Returns the first 48 bits of a UUIDv7: the time in milliseconds (RFC 9562, 5.7). */
const time = (id: string): number =>
  Number.parseInt(
    id
      .slice(id.indexOf("_") + 1)
      .replaceAll("-", "")
      .slice(0, 12),
    16
  )

const provided = Effect.provide(NodeIdGenerator.layer)

describe("NodeIdGenerator", () => {
  it.effect("generates ids that the domain accepts, each with the prefix of its kind", () =>
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
      assert.match(yield* ids.next(InstanceId), /^inst_/)
    }).pipe(provided)
  )

  it.effect("begins an id with the time of the clock", () =>
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      yield* TestClock.setTime(Date.UTC(2026, 0, 2, 3, 4, 5, 678))
      assert.strictEqual(time(yield* ids.next(UserId)), Date.UTC(2026, 0, 2, 3, 4, 5, 678))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(time(yield* ids.next(SessionId)), Date.UTC(2026, 0, 2, 3, 4, 5, 679))
    }).pipe(provided)
  )

  it.effect("generates different ids within a millisecond, each greater than the one before", () =>
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      for (const generate of [ids.next(UserId), ids.next(AuditId)]) {
        const made = yield* Effect.replicateEffect<string, never, never>(generate, 10_000)
        assert.strictEqual(new Set(made).size, 10_000)
        assert.deepStrictEqual(made, [...made].sort())
        assert.strictEqual(time(made[9_999] ?? ""), 0)
      }
    }).pipe(provided)
  )

  it.effect("continues from the last id after the clock was set back", () =>
    Effect.gen(function* () {
      const ids = yield* IdGenerator
      for (const generate of [ids.next(UserId), ids.next(AuditId)]) {
        yield* TestClock.setTime(1_000_000)
        const before: string = yield* generate
        yield* TestClock.setTime(900_000)
        const after: string = yield* generate
        assert.strictEqual(time(after), 1_000_000)
        assert.isTrue(after > before)
      }
    }).pipe(provided)
  )

  it.effect("generates different ids in two processes at the same time", () =>
    Effect.gen(function* () {
      const thousand = Effect.flatMap(IdGenerator, (ids) => Effect.replicateEffect(ids.next(UserId), 1000))
      const made = [...(yield* provided(thousand)), ...(yield* provided(thousand))]
      assert.strictEqual(new Set(made).size, 2000)
    })
  )
})
