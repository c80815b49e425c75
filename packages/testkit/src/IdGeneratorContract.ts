/** Contract tests of `IdGenerator`. */
import { assert, describe, it } from "@effect/vitest"
import { AuditId } from "@latchkey/domain/audit/AuditLog"
import type { IdKind } from "@latchkey/domain/core/Id"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { ClientId, InstanceId, SessionId, QueuedEmailId, UserId } from "@latchkey/domain/core/Ids"
import { InvitationId } from "@latchkey/domain/invitation/InvitationRepository"
import { DashboardInvitationId } from "@latchkey/domain/operator/DashboardInvitation"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"

const kinds: ReadonlyArray<IdKind<string> & Schema.Schema.AnyNoContext> = [
  UserId,
  SessionId,
  ClientId,
  QueuedEmailId,
  AuditId,
  SessionId,
  DashboardInvitationId,
  InvitationId,
  InstanceId
]

/** Returns the first 48 bits of a UUIDv7: the time in milliseconds (RFC 9562, 5.7). */
const time = (id: string): number => {
  const digits = id.slice(id.indexOf("_") + 1).replaceAll("-", "")
  return Number.parseInt(digits.slice(0, 12), 16)
}

/** Runs the contract of `IdGenerator` against a layer. Call it in a test file of Vitest. */
export const suite = <E>(name: string, layer: Layer.Layer<IdGenerator, E>): void => {
  describe(`IdGenerator: ${name}`, () => {
    it.effect("generates ids that the domain accepts, each with the prefix of its kind", () =>
      Effect.gen(function* () {
        const { next } = yield* IdGenerator
        for (const kind of kinds) {
          const id = yield* next(kind)
          assert.isTrue(Schema.is(kind)(id), id)
          assert.isTrue(id.startsWith(`${kind.prefix}_`), id)
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect("begins an id with the time of the clock, so that later ids are greater", () =>
      Effect.gen(function* () {
        const { next } = yield* IdGenerator
        const at = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
        yield* TestClock.setTime(at)
        const early = yield* next(UserId)
        yield* TestClock.adjust("1 millis")
        const late = yield* next(UserId)
        assert.deepStrictEqual([time(early), time(late)], [at, at + 1])
        assert.isTrue(early < late)
      }).pipe(Effect.provide(layer))
    )

    it.effect("generates no id twice, in one millisecond and in two processes", () =>
      Effect.gen(function* () {
        const thousand = Effect.provide(
          Effect.flatMap(IdGenerator, ({ next }) => Effect.replicateEffect(next(SessionId), 1000)),
          layer
        )
        const made = [...(yield* thousand), ...(yield* thousand)]
        assert.strictEqual(new Set(made).size, 2000)
        // The part that a caller cannot foresee.
        assert.strictEqual(new Set(made.map((id) => id.slice(-12))).size, 2000)
      })
    )

    it.effect(
      "generates increasing ids of the audit log, also in one millisecond and after the clock was set back",
      () =>
        Effect.gen(function* () {
          const { next } = yield* IdGenerator
          yield* TestClock.setTime(1_000_000)
          const made: Array<string> = yield* Effect.replicateEffect(next(AuditId), 10_000)
          yield* TestClock.setTime(900_000)
          const all = [...made, yield* next(AuditId)]
          assert.strictEqual(new Set(all).size, 10_001)
          assert.deepStrictEqual(all, [...all].sort())
          assert.isAtLeast(time(all.at(-1) ?? ""), 1_000_000)
          yield* TestClock.setTime(2_000_000)
          assert.strictEqual(time(yield* next(AuditId)), 2_000_000)
        }).pipe(Effect.provide(layer))
    )
  })
}
