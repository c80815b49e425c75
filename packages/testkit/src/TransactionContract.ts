/**
 * What every `Transaction` promises.
 *
 * @since 0.1.0
 */
import { assert, it, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { UserRepository, type User } from "@latchkey/domain/account/UserRepository"
import { alone } from "./internal/TransactionAlone.ts"
import { same, succeeds } from "./internal/Assertions.ts"
import { atOnce, pause, rounds } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** What the layer under test has to provide: the port, and those that the tests make their data with. @since 0.1.0 */
export type Ports = InstanceRepository | Transaction | UserRepository

/** Two users that are not stored, and what the tests do with them. */
const setUp = Effect.gen(function* () {
  const users = yield* UserRepository
  const { run } = yield* Transaction
  const { id: instanceId } = yield* Samples.storedInstance
  const first = Samples.user(instanceId)
  const second = Samples.user(instanceId)
  const isStored = (user: User) => Effect.map(users.findByEmail(instanceId, user.email), Option.isSome)
  const stored = Effect.all([isStored(first), isStored(second)])
  const insertBoth = users.insert(first).pipe(Effect.zipRight(pause(2)), Effect.zipRight(users.insert(second)))
  return { first, insertBoth, instanceId, isStored, run, second, stored, users }
})

const neither: [boolean, boolean] = [false, false]
const both: [boolean, boolean] = [true, true]

const outcomes = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps everything when it succeeds, and answers the value", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      assert.strictEqual(yield* run(Effect.as(insertBoth, "the value")), "the value")
      same(yield* stored, both)
    })
  )

  it.effect("sees its own writes", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      same(yield* run(Effect.zipRight(insertBoth, stored)), both)
    })
  )

  it.effect("keeps nothing when it fails, and fails in the same way", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      const outcome = yield* Effect.either(run(Effect.zipRight(insertBoth, Effect.fail("refused"))))
      same(outcome, Either.left("refused"))
      same(yield* stored, neither)
    })
  )

  it.effect("keeps nothing when it dies, and dies of the same defect", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      // Not an `Error`: tracing puts a proxy in the place of an object that passes through a span.
      const defect = "a defect"
      const exit = yield* Effect.exit(run(Effect.zipRight(insertBoth, Effect.die(defect))))
      assert.strictEqual(Exit.isFailure(exit) ? Option.getOrUndefined(Cause.dieOption(exit.cause)) : undefined, defect)
      same(yield* stored, neither)
    })
  )

  it.effect("keeps nothing when it is interrupted", () =>
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

  it.effect("keeps all or nothing when it is interrupted at any moment, and all once it has answered", () =>
    rounds(10, (round) =>
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

  it.effect("puts back what was changed", () =>
    Effect.gen(function* () {
      const { first, instanceId, run, users } = yield* setUp
      yield* users.insert(first)
      const proof = { instanceId, userId: first.id, now: Samples.now, password: "drop_password" } as const
      yield* Effect.either(run(Effect.zipRight(users.verifyEmail(proof), Effect.fail("refused"))))
      same(yield* users.findByEmail(instanceId, first.email), Option.some(first))
    })
  )

  it.effect("includes what fibers inside it do", () =>
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
  it.effect("takes a nested one with it when it succeeds", () =>
    Effect.gen(function* () {
      const { first, run, second, stored, users } = yield* setUp
      yield* run(Effect.zipRight(users.insert(first), run(users.insert(second))))
      same(yield* stored, both)
    })
  )

  it.effect("undoes a nested one that succeeded when it fails itself", () =>
    Effect.gen(function* () {
      const { first, run, second, stored, users } = yield* setUp
      const nested = Effect.zipRight(users.insert(first), run(users.insert(second)))
      yield* Effect.either(run(Effect.zipRight(nested, Effect.fail("refused"))))
      same(yield* stored, neither)
    })
  )

  it.effect("goes on without a nested one that failed", () =>
    Effect.gen(function* () {
      const { first, run, second, stored, users } = yield* setUp
      const nested = Effect.either(run(Effect.zipRight(users.insert(second), Effect.fail("refused"))))
      yield* run(Effect.zipRight(users.insert(first), nested))
      same(yield* stored, [true, false])
    })
  )
}

const visibility = (it: Vitest.MethodsNonLive<Ports>) => {
  /** Looks at both users, the first one first, again and again while `writer` runs and once after. */
  const watching = <A, E, R, E2, R2>(
    look: Effect.Effect<ReadonlyArray<boolean>, E, R>,
    writer: Effect.Effect<A, E2, R2>
  ) =>
    Effect.gen(function* () {
      const glances = Effect.forEach(Arr.range(1, 12), () => Effect.zipLeft(look, pause(2)))
      const [seen] = yield* Effect.all([glances, Effect.zipRight(pause(3), writer)], { concurrency: "unbounded" })
      return [...seen, yield* look].map((glance) => glance.join())
    })

  it.effect("shows others everything at once, when it succeeds", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      const seen = yield* watching(stored, run(Effect.zipLeft(insertBoth, pause(8))))
      assert.notInclude(seen, "true,false")
      assert.strictEqual(seen.at(-1), "true,true")
    })
  )

  it.effect("never shows others what it takes back", () =>
    Effect.gen(function* () {
      const { insertBoth, run, stored } = yield* setUp
      const failing = insertBoth.pipe(Effect.zipRight(pause(8)), Effect.zipRight(Effect.fail("refused")))
      const seen = yield* watching(stored, Effect.either(run(failing)))
      assert.deepStrictEqual([...new Set(seen)], ["false,false"])
    })
  )

  it.effect("loses nothing when many run at once", () =>
    Effect.gen(function* () {
      const { instanceId, isStored, run, users } = yield* setUp
      const crowd = Arr.makeBy(20, () => [Samples.user(instanceId), Samples.user(instanceId)] as const)
      const results = yield* atOnce(20, (index) =>
        run(Effect.forEach(crowd[index] ?? [], (user) => Effect.zipRight(Effect.yieldNow(), users.insert(user))))
      )
      results.forEach(succeeds)
      assert.isTrue((yield* Effect.forEach(crowd.flat(), isStored)).every(Boolean))
    })
  )
}

/** The tests, for a suite that is made already, by `it.layer(layer)(name, tests)`. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  alone(it)
  outcomes(it)
  nesting(it)
  visibility(it)
}

/**
 * Holds the `Transaction` of a layer to its promises. Call it in a test file of Vitest. The layer is built once, and
 * has a minute for it.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`Transaction of ${name}`, tests)
