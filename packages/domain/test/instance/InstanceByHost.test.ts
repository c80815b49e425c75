import { assert, describe } from "@effect/vitest"
import { defaultId, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import { justBefore, oneMilli, outage, outcome, test } from "../support.ts"
import { before, countOf, pauseNext, release } from "../support/Interception.ts"

const nameAt = (host: string) =>
  Effect.flatMap(InstanceDirectory, ({ findByHost }) => Effect.map(findByHost(host), ({ name }) => name))

const bakery = Effect.flatMap(InstanceDirectory, ({ create }) =>
  create({ name: "Bakery", hosts: ["bakery.example", "www.bakery.example"] })
)

/** A change by another process. */
const renameElsewhere = (name: string) =>
  Effect.flatMap(InstanceRepository, ({ modify }) =>
    modify(defaultId, (current) => Either.right(new Instance({ ...current, name })))
  )

const reads = countOf("InstanceRepository.findByHost")

describe("InstanceDirectory.findByHost", () => {
  test(
    "returns the instance that has the host",
    Effect.gen(function* () {
      yield* bakery
      assert.strictEqual(yield* nameAt("bakery.example"), "Bakery")
      assert.strictEqual(yield* nameAt("www.bakery.example"), "Bakery")
    })
  )

  test(
    "returns the default instance for any other host",
    Effect.gen(function* () {
      yield* bakery
      for (const host of ["auth.example.com", "xbakery.example", "example", "", "127.0.0.1"]) {
        assert.strictEqual(yield* nameAt(host), "Latchkey")
      }
    })
  )
})

describe("InstanceDirectory.findByHost: cache", () => {
  test(
    "serves an instance for one second, then reads it again",
    Effect.gen(function* () {
      yield* nameAt("a.example")
      yield* renameElsewhere("Ours")
      yield* justBefore("1 second")
      assert.strictEqual(yield* nameAt("a.example"), "Latchkey")
      assert.strictEqual(yield* reads, 1)
      yield* oneMilli
      yield* oneMilli
      assert.strictEqual(yield* nameAt("a.example"), "Ours")
      assert.strictEqual(yield* reads, 2)
    })
  )

  test(
    "is not prolonged by further lookups",
    Effect.gen(function* () {
      yield* nameAt("a.example")
      yield* renameElsewhere("Ours")
      yield* justBefore("500 millis")
      yield* nameAt("a.example")
      yield* justBefore("503 millis")
      assert.strictEqual(yield* nameAt("a.example"), "Ours")
    })
  )

  test(
    "holds each host separately",
    Effect.gen(function* () {
      yield* bakery
      assert.strictEqual(yield* nameAt("a.example"), "Latchkey")
      assert.strictEqual(yield* nameAt("bakery.example"), "Bakery")
      assert.strictEqual(yield* nameAt("a.example"), "Latchkey")
      assert.strictEqual(yield* reads, 2)
    })
  )

  test(
    "is reset immediately by a change or a new instance of this process",
    Effect.gen(function* () {
      const { update } = yield* InstanceDirectory
      assert.strictEqual(yield* nameAt("bakery.example"), "Latchkey")
      const { id } = yield* bakery
      assert.strictEqual(yield* nameAt("bakery.example"), "Bakery")
      yield* update(id, { name: "Bread" })
      assert.strictEqual(yield* nameAt("bakery.example"), "Bread")
      yield* update(id, { hosts: [] })
      assert.strictEqual(yield* nameAt("bakery.example"), "Latchkey")
    })
  )

  test(
    "does not store the result of a lookup that began before the change",
    Effect.gen(function* () {
      const { reached, resume } = yield* pauseNext("InstanceRepository.findById")
      const slow = yield* Effect.fork(nameAt("bakery.example"))
      yield* reached
      yield* bakery
      assert.strictEqual(yield* nameAt("bakery.example"), "Bakery")
      yield* resume
      assert.strictEqual(yield* Fiber.join(slow), "Latchkey")
      assert.strictEqual(yield* nameAt("bakery.example"), "Bakery")
    })
  )

  test(
    "does not store failures",
    Effect.gen(function* () {
      yield* before("InstanceRepository.findByHost", outage)
      assert.strictEqual(yield* outcome(nameAt("a.example")), "PersistenceError")
      yield* release("InstanceRepository.findByHost")
      yield* oneMilli
      assert.strictEqual(yield* outcome(nameAt("a.example")), "ok")
    })
  )

  test(
    "holds a thousand hosts, however many clients send",
    Effect.gen(function* () {
      yield* Effect.forEach(
        Array.from({ length: 1001 }, (_, number) => `${number}.example`),
        nameAt
      )
      assert.strictEqual(yield* reads, 1001)
      yield* nameAt("0.example")
      assert.strictEqual(yield* reads, 1002)
    })
  )

  test(
    "makes concurrent lookups of a host share one query",
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
    "completes a shared lookup when the first caller disconnects",
    Effect.gen(function* () {
      const { reached, resume } = yield* pauseNext("InstanceRepository.findByHost")
      const first = yield* Effect.fork(nameAt("a.example"))
      yield* reached
      const second = yield* Effect.fork(nameAt("a.example"))
      yield* Effect.yieldNow()
      yield* Fiber.interruptFork(first)
      yield* Effect.yieldNow()
      yield* resume
      assert.strictEqual(yield* Fiber.join(second), "Latchkey")
    })
  )
})
