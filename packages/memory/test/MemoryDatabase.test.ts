import { assert, describe, it } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as MemoryDatabase from "@latchkey/memory/MemoryDatabase"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { instances } from "../src/internal/instances.ts"
import type { MemoryState } from "../src/internal/MemoryState.ts"

type Database = Context.Tag.Service<typeof MemoryDatabase.MemoryDatabase>

const withInstance = (state: MemoryState): MemoryState => instances.set(state, defaultInstance.id, defaultInstance)
const count = (database: Database) => database.read((state) => instances.values(state).length)
const build = Effect.map(Layer.build(MemoryDatabase.layer), Context.get(MemoryDatabase.MemoryDatabase))

describe("MemoryDatabase", () => {
  it.scoped("makes another database for each layer that is built", () =>
    Effect.gen(function* () {
      const first = yield* build
      const second = yield* build
      yield* first.update(withInstance)
      assert.strictEqual(yield* count(first), 1)
      assert.strictEqual(yield* count(second), 0)
    })
  )

  it.scoped("allows a transaction of one database inside a transaction of another", () =>
    Effect.gen(function* () {
      const first = yield* build
      const second = yield* build
      yield* first.transaction(
        second.transaction(Effect.zipRight(first.update(withInstance), second.update(withInstance)))
      )
      assert.strictEqual(yield* count(first), 1)
      assert.strictEqual(yield* count(second), 1)
    })
  )

  it.scoped("makes fibers outside wait until a transaction ends", () =>
    Effect.gen(function* () {
      const database = yield* build
      const started = yield* Deferred.make<void>()
      const released = yield* Deferred.make<void>()
      const transaction = database
        .update(withInstance)
        .pipe(Effect.zipRight(Deferred.succeed(started, undefined)), Effect.zipRight(Deferred.await(released)))
      const running = yield* Effect.fork(database.transaction(transaction))
      yield* Deferred.await(started)
      const waiting = yield* Effect.fork(count(database))
      yield* Effect.repeatN(Effect.yieldNow(), 20)
      assert.isTrue((yield* Fiber.poll(waiting))._tag === "None")
      yield* Deferred.succeed(released, undefined)
      yield* Fiber.join(running)
      assert.strictEqual(yield* Fiber.join(waiting), 1)
    })
  )

  it.scoped("keeps working after a waiting transaction was interrupted", () =>
    Effect.gen(function* () {
      const database = yield* build
      const released = yield* Deferred.make<void>()
      const running = yield* Effect.fork(database.transaction(Deferred.await(released)))
      yield* Effect.yieldNow()
      const waiting = yield* Effect.fork(database.transaction(database.update(withInstance)))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(waiting)
      yield* Deferred.succeed(released, undefined)
      yield* Fiber.join(running)
      assert.strictEqual(yield* count(database), 0)
    })
  )

  it.scoped("treats a fiber that outlives its transaction as outside", () =>
    Effect.gen(function* () {
      const database = yield* build
      const ended = yield* Deferred.make<void>()
      const late = Effect.zipRight(Deferred.await(ended), database.update(withInstance))
      const survivor = yield* database.transaction(Effect.forkDaemon(late))
      const failing = Deferred.succeed(ended, undefined).pipe(
        Effect.zipRight(Effect.repeatN(Effect.yieldNow(), 20)),
        Effect.zipRight(Effect.fail("refused"))
      )
      yield* Effect.either(database.transaction(failing))
      yield* Fiber.join(survivor)
      assert.strictEqual(yield* count(database), 1)
    })
  )

  it.scoped("changes nothing if a change throws, and keeps working", () =>
    Effect.gen(function* () {
      const database = yield* build
      const defect = new Error("a defect")
      const exit = yield* Effect.exit(
        database.update(() => {
          throw defect
        })
      )
      assert.strictEqual(exit._tag, "Failure")
      yield* database.update(withInstance)
      assert.strictEqual(yield* count(database), 1)
    })
  )
})
