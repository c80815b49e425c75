import { assert, describe, it } from "@effect/vitest"
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { UserId } from "@latchkey/domain/core/Ids"
import { AuditId } from "@latchkey/domain/audit/AuditLog"
import * as IdGeneratorContract from "@latchkey/testkit/IdGeneratorContract"
import * as Effect from "effect/Effect"
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

IdGeneratorContract.suite("crypto", NodeIdGenerator.layer)

describe("NodeIdGenerator", () => {
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
})
