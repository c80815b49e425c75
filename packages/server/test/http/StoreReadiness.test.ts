import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { Readiness } from "@latchkey/http/core/Readiness"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as Shutdown from "../../src/core/Shutdown.ts"
import * as StoreReadiness from "../../src/http/StoreReadiness.ts"

/** A database that answers every query as `answer` does, and counts the queries. */
const database = (answer: Effect.Effect<ReadonlyArray<unknown>, Error>) => {
  let count = 0
  const query = () => {
    count++
    return answer
  }
  const sql = Layer.succeed(SqlClient, (() => Effect.suspend(query)) as unknown as SqlClient)
  return {
    count: () => count,
    layer: StoreReadiness.layer.pipe(Layer.provide(sql), Layer.provideMerge(Shutdown.layer))
  }
}

const isReady = Effect.flatMap(Readiness, (readiness) => readiness.isReady)

describe("The readiness of the service", () => {
  it.effect("is true while the database answers, and false while it fails", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* Effect.provide(isReady, database(Effect.succeed([{}])).layer))
      assert.isFalse(yield* Effect.provide(isReady, database(Effect.fail(new Error("down"))).layer))
    })
  )

  it.effect("is false after two seconds if the database does not answer", () =>
    Effect.gen(function* () {
      const asked = yield* Effect.fork(Effect.provide(isReady, database(Effect.never).layer))
      yield* TestClock.adjust("1999 millis")
      assert.strictEqual((yield* Fiber.poll(asked))._tag, "None")
      yield* TestClock.adjust("1 millis")
      assert.isFalse(yield* Fiber.join(asked))
    })
  )

  it.effect("takes one query in half a second, however often it is asked for", () => {
    const { count, layer } = database(Effect.succeed([{}]))
    return Effect.gen(function* () {
      yield* Effect.repeatN(isReady, 9)
      assert.strictEqual(count(), 1)
      yield* TestClock.adjust("500 millis")
      yield* isReady
      assert.strictEqual(count(), 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is false as soon as a shutdown begins", () =>
    Effect.gen(function* () {
      const { begin } = yield* Shutdown.Shutdown
      assert.isTrue(yield* isReady)
      yield* begin
      assert.isFalse(yield* isReady)
    }).pipe(Effect.provide(database(Effect.succeed([{}])).layer))
  )
})
