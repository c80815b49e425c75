import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import { defaultId, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { almost, oneMilli, outage, outcome, test } from "../support.ts"
import { before, beforeNext, countOf, release } from "../support/Interception.ts"

const nameAt = (host: string) => Effect.flatMap(Instances, ({ findByHost: byHost }) => Effect.map(byHost(host), ({ name }) => name))

const bakery = Effect.flatMap(Instances, ({ create }) =>
  create({ name: "Bakery", hosts: ["bakery.example", "www.bakery.example"] })
)

/** A change that another process makes. */
const renameElsewhere = (name: string) =>
  Effect.flatMap(InstanceRepository, ({ modify }) =>
    modify(defaultId, (current) => Either.right(new Instance({ ...current, name })))
  )

const reads = countOf("InstanceRepository.findByHost")

describe("The instance of a host", () => {
  test(
    "is the one that claims it, by any of its hosts",
    Effect.gen(function* () {
      yield* bakery
      assert.strictEqual(yield* nameAt("bakery.example"), "Bakery")
      assert.strictEqual(yield* nameAt("www.bakery.example"), "Bakery")
    })
  )

  test(
    "is default for a host that nobody claims",
    Effect.gen(function* () {
      yield* bakery
      for (const host of ["auth.example.com", "xbakery.example", "example", "", "127.0.0.1"]) {
        assert.strictEqual(yield* nameAt(host), "Latchkey")
      }
    })
  )
})

describe("What is known of a host", () => {
  test(
    "is remembered for a second, and read again after it",
    Effect.gen(function* () {
      yield* nameAt("a.example")
      yield* renameElsewhere("Ours")
      yield* almost("1 second")
      assert.strictEqual(yield* nameAt("a.example"), "Latchkey")
      assert.strictEqual(yield* reads, 1)
      yield* oneMilli
      yield* oneMilli
      assert.strictEqual(yield* nameAt("a.example"), "Ours")
      assert.strictEqual(yield* reads, 2)
    })
  )

  test(
    "is not remembered longer for being asked again and again",
    Effect.gen(function* () {
      yield* nameAt("a.example")
      yield* renameElsewhere("Ours")
      yield* almost("500 millis")
      yield* nameAt("a.example")
      yield* almost("503 millis")
      assert.strictEqual(yield* nameAt("a.example"), "Ours")
    })
  )

  test(
    "is remembered for each host",
    Effect.gen(function* () {
      yield* bakery
      assert.strictEqual(yield* nameAt("a.example"), "Latchkey")
      assert.strictEqual(yield* nameAt("bakery.example"), "Bakery")
      assert.strictEqual(yield* nameAt("a.example"), "Latchkey")
      assert.strictEqual(yield* reads, 2)
    })
  )

  test(
    "is forgotten at once with a change or a new instance made here",
    Effect.gen(function* () {
      const { update: change } = yield* Instances
      assert.strictEqual(yield* nameAt("bakery.example"), "Latchkey")
      const { id } = yield* bakery
      assert.strictEqual(yield* nameAt("bakery.example"), "Bakery")
      yield* change(id, { name: "Bread" })
      assert.strictEqual(yield* nameAt("bakery.example"), "Bread")
      yield* change(id, { hosts: [] })
      assert.strictEqual(yield* nameAt("bakery.example"), "Latchkey")
    })
  )

  test(
    "stays forgotten, also when it is still being read at the time of the change",
    Effect.gen(function* () {
      const reading = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      yield* beforeNext(
        "InstanceRepository.findById",
        Effect.zipRight(Deferred.succeed(reading, undefined), Deferred.await(goOn))
      )
      const slow = yield* Effect.fork(nameAt("bakery.example"))
      yield* Deferred.await(reading)
      yield* bakery
      assert.strictEqual(yield* nameAt("bakery.example"), "Bakery")
      yield* Deferred.succeed(goOn, undefined)
      assert.strictEqual(yield* Fiber.join(slow), "Latchkey")
      assert.strictEqual(yield* nameAt("bakery.example"), "Bakery")
    })
  )

  test(
    "is not a failure: the next request asks again",
    Effect.gen(function* () {
      yield* before("InstanceRepository.findByHost", outage)
      assert.strictEqual(yield* outcome(nameAt("a.example")), "PersistenceError")
      yield* release("InstanceRepository.findByHost")
      yield* oneMilli
      assert.strictEqual(yield* outcome(nameAt("a.example")), "ok")
    })
  )

  test(
    "is asked for once by many at once",
    Effect.gen(function* () {
      yield* before("InstanceRepository.findByHost", Effect.yieldNow())
      const names = yield* Effect.all(
        Array.from({ length: 20 }, () => nameAt("a.example")),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(new Set(names), new Set(["Latchkey"]))
      assert.strictEqual(yield* reads, 1)
    })
  )

  test(
    "reaches everybody who waits for it, also when the first one hangs up",
    Effect.gen(function* () {
      const reading = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      yield* beforeNext(
        "InstanceRepository.findByHost",
        Effect.zipRight(Deferred.succeed(reading, undefined), Deferred.await(goOn))
      )
      const first = yield* Effect.fork(nameAt("a.example"))
      yield* Deferred.await(reading)
      const second = yield* Effect.fork(nameAt("a.example"))
      yield* Effect.yieldNow()
      yield* Fiber.interruptFork(first)
      yield* Effect.yieldNow()
      yield* Deferred.succeed(goOn, undefined)
      assert.strictEqual(yield* Fiber.join(second), "Latchkey")
    })
  )
})
