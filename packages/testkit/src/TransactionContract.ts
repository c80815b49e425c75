/** Contract tests of `Transaction`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { type User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, isSome, same, succeeds } from "./internal/Assertions.ts"
import { concurrently, pause, repeatedly } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | Transaction | UserRepository

/** Two users that are not stored yet. */
const setUp = Effect.gen(function* () {
  const users = yield* UserRepository
  const { run, runExclusive } = yield* Transaction
  const { id: instanceId } = yield* Samples.storedInstance
  const first = Samples.user(instanceId)
  const second = Samples.user(instanceId)
  const isStored = (user: User) => Effect.map(users.findByEmail(instanceId, user.email), Option.isSome)
  const stored = Effect.all([isStored(first), isStored(second)])
  const insertBoth = users.insert(first).pipe(Effect.zipRight(pause(2)), Effect.zipRight(users.insert(second)))
  return { first, insertBoth, instanceId, isStored, run, runExclusive, second, stored, users }
})

const neither: [boolean, boolean] = [false, false]
const both: [boolean, boolean] = [true, true]

const commitAndRollback = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("commits all writes when the effect succeeds, and returns its value", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      assert.strictEqual(yield* run(Effect.as(insertBoth, "the value")), "the value")
      same(yield* stored, both)
    })
  )

  it.effect("reads its own writes before it commits", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      same(yield* run(Effect.zipRight(insertBoth, stored)), both)
    })
  )

  it.effect("rolls back all writes when the effect fails, and fails with the same error", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      const outcome = yield* Effect.either(run(Effect.zipRight(insertBoth, Effect.fail("refused"))))
      same(outcome, Either.left("refused"))
      same(yield* stored, neither)
    })
  )

  it.effect("rolls back all writes when the effect dies, and dies with the same defect", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      // Not an `Error`: tracing replaces an error object that passes through a span with a proxy.
      const defect = "a defect"
      const exit = yield* Effect.exit(run(Effect.zipRight(insertBoth, Effect.die(defect))))
      assert.strictEqual(Exit.isFailure(exit) ? Option.getOrUndefined(Cause.dieOption(exit.cause)) : undefined, defect)
      same(yield* stored, neither)
    })
  )

  it.effect("rolls back all writes when it is interrupted", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      const written = yield* Deferred.make<void>()
      const work = Effect.zipRight(insertBoth, Deferred.succeed(written, undefined))
      const fiber = yield* Effect.fork(run(Effect.zipRight(work, Effect.never)))
      yield* Deferred.await(written)
      yield* Fiber.interrupt(fiber)
      same(yield* stored, neither)
    })
  )

  it.effect("commits all writes or none when it is interrupted at any moment, and all once it has succeeded", () =>
    repeatedly(10, (round) =>
      Effect.gen(function* () {
        const { insertBoth, run, stored } = yield* setUp
        const fiber = yield* Effect.fork(run(insertBoth))
        yield* pause(round - 1)
        const exit = yield* Fiber.interrupt(fiber)
        const [first, second] = yield* stored
        assert.strictEqual(first, second)
        if (Exit.isSuccess(exit)) assert.isTrue(first)
      })
    )
  )

  it.effect("restores the previous values of updated rows when it rolls back", () =>
    Effect.gen(function* () {
      const { first, instanceId, run, users } = yield* setUp
      yield* users.insert(first)
      const verification = { instanceId, userId: first.id, now: Samples.now, password: "drop_password" } as const
      yield* Effect.either(run(Effect.zipRight(users.verifyEmail(verification), Effect.fail("refused"))))
      same(yield* users.findByEmail(instanceId, first.email), Option.some(first))
    })
  )

  it.effect("rolls back the writes of fibers forked inside it", () =>
    Effect.gen(function* () {
      const { instanceId, isStored, run, users } = yield* setUp
      const crowd = Arr.makeBy(5, () => Samples.user(instanceId))
      const insertAll = Effect.forEach(crowd, users.insert, { concurrency: "unbounded" })
      yield* Effect.either(run(Effect.zipRight(insertAll, Effect.fail("refused"))))
      assert.deepStrictEqual(yield* Effect.forEach(crowd, isStored), [false, false, false, false, false])
    })
  )
}

const nesting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("commits the writes of a nested transaction with its own", () =>
    Effect.gen(function* () {
      const { first, run, second, stored, users } = yield* setUp
      yield* run(Effect.zipRight(users.insert(first), run(users.insert(second))))
      same(yield* stored, both)
    })
  )

  it.effect("rolls back a nested transaction that succeeded when the outer one fails", () =>
    Effect.gen(function* () {
      const { first, run, second, stored, users } = yield* setUp
      const nested = Effect.zipRight(users.insert(first), run(users.insert(second)))
      yield* Effect.either(run(Effect.zipRight(nested, Effect.fail("refused"))))
      same(yield* stored, neither)
    })
  )

  it.effect("commits without the writes of a nested transaction that failed", () =>
    Effect.gen(function* () {
      const { first, run, second, stored, users } = yield* setUp
      const nested = Effect.either(run(Effect.zipRight(users.insert(second), Effect.fail("refused"))))
      yield* run(Effect.zipRight(users.insert(first), nested))
      same(yield* stored, [true, false])
    })
  )
}

const visibility = (it: Vitest.MethodsNonLive<Ports>) => {
  /** Reads repeatedly while `writer` runs, and once after. Each read looks at the first user first. */
  const watching = <A, E, R, E2, R2>(
    read: Effect.Effect<ReadonlyArray<boolean>, E, R>,
    writer: Effect.Effect<A, E2, R2>
  ) =>
    Effect.gen(function* () {
      const reads = Effect.forEach(Arr.range(1, 12), () => Effect.zipLeft(read, pause(2)))
      const [seen] = yield* Effect.all([reads, Effect.zipRight(pause(3), writer)], { concurrency: "unbounded" })
      return [...seen, yield* read].map((users) => users.join())
    })

  it.effect("makes all writes visible to other fibers together, when it commits", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      const seen = yield* watching(stored, run(Effect.zipLeft(insertBoth, pause(8))))
      assert.notInclude(seen, "true,false")
      assert.strictEqual(seen.at(-1), "true,true")
    })
  )

  it.effect("never makes writes visible to other fibers that it rolls back", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      const failing = insertBoth.pipe(Effect.zipRight(pause(8)), Effect.zipRight(Effect.fail("refused")))
      const seen = yield* watching(stored, Effect.either(run(failing)))
      assert.deepStrictEqual([...new Set(seen)], ["false,false"])
    })
  )

  it.effect("commits every one of twenty concurrent transactions", () =>
    Effect.gen(function* () {
      const { instanceId, isStored, run, users } = yield* setUp
      const crowd = Arr.makeBy(20, () => [Samples.user(instanceId), Samples.user(instanceId)] as const)
      const results = yield* concurrently(20, (index) =>
        run(Effect.forEach(crowd[index] ?? [], (user) => Effect.zipRight(Effect.yieldNow(), users.insert(user))))
      )
      results.forEach(succeeds)
      assert.isTrue((yield* Effect.forEach(crowd.flat(), isStored)).every(Boolean))
    })
  )
}

const exclusive = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("commits and returns the value while the lock is free", () =>
    Effect.gen(function* () {
      const { first, runExclusive, users } = yield* setUp
      isSome(yield* runExclusive("free", Effect.as(users.insert(first), "the value")), "the value")
      isSome(yield* users.findByEmail(first.instanceId, first.email), first)
    })
  )

  it.effect("rolls back and releases the lock when the effect fails", () =>
    Effect.gen(function* () {
      const { first, runExclusive, users } = yield* setUp
      const failing = Effect.zipRight(users.insert(first), Effect.fail("refused"))
      same(yield* Effect.either(runExclusive("failing", failing)), Either.left("refused"))
      isNone(yield* users.findByEmail(first.instanceId, first.email))
      isSome(yield* runExclusive("failing", Effect.succeed(1)), 1)
    })
  )

  it.effect("releases the lock when it is interrupted", () =>
    Effect.gen(function* () {
      const { runExclusive } = yield* setUp
      const started = yield* Effect.makeLatch()
      const work = yield* Effect.fork(runExclusive("interrupted", Effect.zipRight(started.open, Effect.never)))
      yield* started.await
      yield* Fiber.interrupt(work)
      isSome(yield* runExclusive("interrupted", Effect.succeed("next")), "next")
    })
  )

  it.effect("runs at most one of twenty concurrent effects per name, and does not block other names", () =>
    Effect.gen(function* () {
      const { runExclusive } = yield* setUp
      const running = new Map<string, number>()
      const most = new Map<string, number>()
      const add = (name: string, by: number) =>
        Effect.sync(() => {
          const now = (running.get(name) ?? 0) + by
          running.set(name, now)
          most.set(name, Math.max(now, most.get(name) ?? 0))
        })
      const outcomes = yield* concurrently(20, (index) => {
        const name = index % 2 === 0 ? "even" : "odd"
        return runExclusive(name, Effect.zipRight(add(name, 1), Effect.zipRight(pause(5), add(name, -1))))
      })
      assert.deepStrictEqual([most.get("even"), most.get("odd")], [1, 1])
      assert.isTrue(Arr.getRights(outcomes).some(Option.isSome))
      assert.lengthOf(Arr.getRights(outcomes), 20)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("run", () => {
    commitAndRollback(it)
    nesting(it)
    visibility(it)
  })
  describe("runExclusive", () => exclusive(it))
}

/**
 * Runs the contract of `Transaction` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`Transaction: ${name}`, tests)
