import { assert, describe, it } from "@effect/vitest"
import { HashingFor } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as MetricState from "effect/MetricState"
import * as WaitingLine from "../src/internal/WaitingLine.ts"

/** A line, and work that is noted when it begins and goes on until it is released. */
const observed = (concurrency: number, maxQueue: number) => {
  const line = WaitingLine.make(concurrency, maxQueue)
  const begun: Array<string> = []
  const gate = Effect.unsafeMakeLatch()
  const started = (name: string) =>
    line(
      Effect.zipRight(
        Effect.sync(() => begun.push(name)),
        gate.await
      )
    ).pipe(Effect.fork, Effect.tap(Effect.yieldNow()))
  return { begun, gate, started }
}

describe("A line of several parties", () => {
  const from = (party: string) => Effect.provideService(HashingFor, party)

  it.effect("lets them take turns, whoever came with more", () =>
    Effect.gen(function* () {
      const { begun, gate, started } = observed(1, 40)
      const fibers = [
        yield* started("working"),
        ...(yield* Effect.forEach(["a1", "a2", "a3", "a4"], started).pipe(from("a"))),
        ...(yield* Effect.forEach(["b1", "b2"], started).pipe(from("b"))),
        ...(yield* Effect.forEach(["c1"], started).pipe(from("c")))
      ]
      yield* gate.open
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(begun, ["working", "a1", "b1", "c1", "a2", "b2", "a3", "a4"])
    })
  )

  it.effect("gives none of them more than a quarter of the places", () =>
    Effect.gen(function* () {
      const { gate, started } = observed(1, 8)
      const fibers = [
        yield* started("working"),
        ...(yield* Effect.forEach(["a1", "a2"], started).pipe(from("a"))),
        ...(yield* Effect.forEach(["b1", "b2"], started).pipe(from("b")))
      ]
      const tooMany = yield* from("a")(started("a3"))
      assert.strictEqual((yield* Effect.flip(Fiber.join(tooMany)))._tag, "HasherOverloaded")
      yield* Fiber.interrupt(fibers[1] ?? tooMany)
      fibers.push(yield* from("a")(started("a4")), yield* from("c")(started("c1")))
      yield* gate.open
      assert.lengthOf((yield* Fiber.awaitAll(fibers)).filter(Exit.isSuccess), 6)
    })
  )
})

describe("WaitingLine", () => {
  it.effect("begins no more than it may at a time, and goes on first come first served", () =>
    Effect.gen(function* () {
      const { begun, gate, started } = observed(2, 3)
      const fibers = yield* Effect.forEach(["a", "b", "c", "d", "e"], started)
      assert.deepStrictEqual(begun, ["a", "b"])
      yield* gate.open
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(begun, ["a", "b", "c", "d", "e"])
    })
  )

  it.effect("gives nobody the turn of somebody who only waited and went away", () =>
    Effect.gen(function* () {
      const { begun, gate, started } = observed(1, 2)
      const working = yield* started("working")
      const first = yield* started("first")
      const second = yield* started("second")
      yield* Fiber.interrupt(second)
      assert.deepStrictEqual(begun, ["working"])
      yield* gate.open
      yield* Fiber.joinAll([working, first])
      assert.deepStrictEqual(begun, ["working", "first"])
    })
  )

  it.effect("says how many wait, and how many it refused", () =>
    Effect.gen(function* () {
      const counted = (name: string) =>
        Effect.map(Metric.snapshot, (pairs) => {
          const state: unknown = pairs.find(({ metricKey }) => metricKey.name === name)?.metricState
          return MetricState.isGaugeState(state as never)
            ? (state as { readonly value: number }).value
            : ((state as { readonly count: number } | undefined)?.count ?? 0)
        })
      const refusedBefore = yield* counted("latchkey_hash_refused_total")
      const { gate, started } = observed(1, 2)
      const fibers = yield* Effect.forEach(["working", "first", "second", "too many"], started)
      assert.strictEqual(yield* counted("latchkey_hash_waiting"), 2)
      assert.strictEqual((yield* counted("latchkey_hash_refused_total")) - refusedBefore, 1)
      yield* gate.open
      yield* Fiber.awaitAll(fibers)
      assert.strictEqual(yield* counted("latchkey_hash_waiting"), 0)
    })
  )

  it.effect("passes a turn on when work fails or dies", () =>
    Effect.gen(function* () {
      const line = WaitingLine.make(1, 0)
      assert.strictEqual(yield* Effect.flip(line(Effect.fail("failed"))), "failed")
      yield* Effect.exit(line(Effect.die("died")))
      assert.strictEqual(yield* line(Effect.succeed("done")), "done")
    })
  )
})
