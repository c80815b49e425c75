import { assert, describe, it } from "@effect/vitest"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryDatabase from "@latchkey/memory/MemoryDatabase"
import { writeRowsOfInstance } from "@latchkey/test-support/rowsOfInstance"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

const layer = Layer.merge(Memory.layer, MemoryDatabase.layer)

/** The tables that belong to no single instance. */
const shared = ["audit_clock", "audit_log", "deleted_instances", "event_clock"]

/** Returns the size of every other table. */
const sizes = Effect.flatMap(MemoryDatabase.MemoryDatabase, ({ read }) =>
  read((state) =>
    HashMap.toEntries(state)
      .filter(([{ name }]) => !shared.includes(name))
      .map(([{ name }, rows]) => [name, HashMap.size(rows)] as const)
      .sort()
  )
)

describe("MemoryInstanceRemoval", () => {
  it.effect("leaves nothing of the instance in any table, and everything of others", () =>
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
