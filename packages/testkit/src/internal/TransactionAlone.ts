import { assert, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Samples from "../Samples.ts"
import { isNone, isSome, same } from "./Assertions.ts"
import { atOnce, pause } from "./Concurrency.ts"

/** What `runExclusive` promises. */
export const alone = (it: Vitest.MethodsNonLive<InstanceRepository | Transaction | UserRepository>): void => {
  it.effect("alone: answers the value, and keeps everything, when nobody else is at work", () =>
    Effect.gen(function* () {
      const { runExclusive: runExclusive } = yield* Transaction
      const users = yield* UserRepository
      const user = Samples.user((yield* Samples.storedInstance).id)
      isSome(yield* runExclusive("alone", Effect.as(users.insert(user), "the value")), "the value")
      isSome(yield* users.findByEmail(user.instanceId, user.email), user)
    })
  )

  it.effect("alone: keeps nothing when it fails, and is no longer at work", () =>
    Effect.gen(function* () {
      const { runExclusive: runExclusive } = yield* Transaction
      const users = yield* UserRepository
      const user = Samples.user((yield* Samples.storedInstance).id)
      const failing = Effect.zipRight(users.insert(user), Effect.fail("refused"))
      same(yield* Effect.either(runExclusive("failing", failing)), Either.left("refused"))
      isNone(yield* users.findByEmail(user.instanceId, user.email))
      isSome(yield* runExclusive("failing", Effect.succeed(1)), 1)
    })
  )

  it.effect("alone: is over when it is interrupted", () =>
    Effect.gen(function* () {
      const { runExclusive: runExclusive } = yield* Transaction
      const entered = yield* Effect.makeLatch()
      const work = yield* Effect.fork(runExclusive("interrupted", Effect.zipRight(entered.open, Effect.never)))
      yield* entered.await
      yield* Fiber.interrupt(work)
      isSome(yield* runExclusive("interrupted", Effect.succeed("in turn")), "in turn")
    })
  )

  it.effect("alone: of twenty at once never two are at work, and one name does not hinder another", () =>
    Effect.gen(function* () {
      const { runExclusive: runExclusive } = yield* Transaction
      const atWork = new Map<string, number>()
      const most = new Map<string, number>()
      const add = (name: string, by: number) =>
        Effect.sync(() => {
          const now = (atWork.get(name) ?? 0) + by
          atWork.set(name, now)
          most.set(name, Math.max(now, most.get(name) ?? 0))
        })
      const outcomes = yield* atOnce(20, (index) => {
        const name = index % 2 === 0 ? "even" : "odd"
        return runExclusive(name, Effect.zipRight(add(name, 1), Effect.zipRight(pause(5), add(name, -1))))
      })
      assert.deepStrictEqual([most.get("even"), most.get("odd")], [1, 1])
      assert.isTrue(Arr.getRights(outcomes).some(Option.isSome))
      assert.lengthOf(Arr.getRights(outcomes), 20)
    })
  )
}
