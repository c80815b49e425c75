/**
 * What every `AttemptCounts` promises. A sweep takes numbers of all instances, so the tests sweep whatever is from the
 * year 2001: they need a store in which nobody else works in that year.
 *
 * @since 0.1.0
 */
import { assert, it, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type AttemptCount, AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { succeeds } from "./internal/Assertions.ts"
import { atOnce, untilNothing } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** What the layer under test has to provide: the port, and those that the tests make their data with. @since 0.1.0 */
export type Ports = AttemptCounts | InstanceRepository | Transaction

/** The hour that begins so many hours after `now`, which is one itself. */
const hour = (hours: number, since = Samples.now) => DateTime.add(since, { hours })

/** For assertions: in one line, the hours after `now`. */
const line = ({ attempt, count, hour, outcome }: AttemptCount) =>
  `${DateTime.distance(Samples.now, hour) / 3_600_000} ${attempt} ${outcome} ${count}`

const setUp = Effect.gen(function* () {
  const counts = yield* AttemptCounts
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: otherInstanceId } = yield* Samples.storedInstance
  const some = (fields: Partial<AttemptCount> = {}): AttemptCount => ({
    instanceId,
    hour: hour(0),
    attempt: "sign_in",
    outcome: "ok",
    count: 1,
    ...fields
  })
  const since = (hours: number, of = instanceId) =>
    Effect.map(counts.since(of, hour(hours)), (found) => found.map(line))
  return { counts, instanceId, otherInstanceId, since, some }
})

const adding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps a number for each hour, attempt and outcome", () =>
    Effect.gen(function* () {
      const { counts, instanceId, since, some } = yield* setUp
      yield* counts.add([
        some({ count: 3 }),
        some({ outcome: "InvalidCredentials", count: 2 }),
        some({ attempt: "sign_up", count: 5 }),
        some({ hour: hour(1), count: 7 })
      ])
      const found = yield* counts.since(instanceId, hour(0))
      assert.isTrue(found.every((counted) => counted.instanceId === instanceId))
      assert.sameMembers(found.map(line), [
        "0 sign_in ok 3",
        "0 sign_in InvalidCredentials 2",
        "0 sign_up ok 5",
        "1 sign_in ok 7"
      ])
      assert.lengthOf(yield* since(0), 4)
    })
  )

  it.effect("adds to what is there, also when one number comes twice", () =>
    Effect.gen(function* () {
      const { counts, since, some } = yield* setUp
      yield* counts.add([some({ count: 3 }), some({ outcome: "RateLimited" })])
      yield* counts.add([some({ count: 4 }), some({ count: 10 })])
      assert.sameMembers(yield* since(0), ["0 sign_in ok 17", "0 sign_in RateLimited 1"])
    })
  )

  it.effect("adds nothing when there is nothing to add", () =>
    Effect.gen(function* () {
      const { counts, since } = yield* setUp
      yield* counts.add([])
      assert.deepStrictEqual(yield* since(0), [])
    })
  )

  it.effect("keeps the numbers of two instances apart, also of one call", () =>
    Effect.gen(function* () {
      const { counts, otherInstanceId, since, some } = yield* setUp
      yield* counts.add([some({ count: 3 }), some({ instanceId: otherInstanceId, count: 4 })])
      yield* counts.add([some({ instanceId: otherInstanceId, count: 5 })])
      assert.deepStrictEqual(yield* since(0), ["0 sign_in ok 3"])
      assert.deepStrictEqual(yield* since(0, otherInstanceId), ["0 sign_in ok 9"])
    })
  )

  it.effect("loses nothing when many add at once, each in another order", () =>
    Effect.gen(function* () {
      const { counts, since, some } = yield* setUp
      const outcomes = ["ok", "InvalidCredentials", "RateLimited", "HasherOverloaded"]
      const added = yield* atOnce(40, (index) => {
        const turned = Arr.rotate(outcomes, index)
        return counts.add(turned.map((outcome) => some({ outcome, count: 2 })))
      })
      added.forEach(succeeds)
      assert.sameMembers(
        yield* since(0),
        outcomes.map((outcome) => `0 sign_in ${outcome} 80`)
      )
    })
  )

  it.effect("is part of a surrounding transaction", () =>
    Effect.gen(function* () {
      const { counts, since, some } = yield* setUp
      const { run } = yield* Transaction
      yield* counts.add([some()])
      yield* Effect.either(run(Effect.zipRight(counts.add([some(), some({ outcome: "x" })]), Effect.fail("refused"))))
      assert.deepStrictEqual(yield* since(0), ["0 sign_in ok 1"])
    })
  )
}

const reading = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("answers in the order of the hours, from the very hour on that is asked for", () =>
    Effect.gen(function* () {
      const { counts, instanceId, since, some } = yield* setUp
      yield* counts.add([3, 1, 4, 2].map((hours) => some({ hour: hour(hours), count: hours })))
      assert.deepStrictEqual(yield* since(2), ["2 sign_in ok 2", "3 sign_in ok 3", "4 sign_in ok 4"])
      const later = yield* counts.since(instanceId, Samples.plus(1, hour(2)))
      assert.deepStrictEqual(later.map(line), ["3 sign_in ok 3", "4 sign_in ok 4"])
      assert.deepStrictEqual(yield* since(5), [])
    })
  )
}

const sweeping = (it: Vitest.MethodsNonLive<Ports>) => {
  const old = (hours: number) => hour(hours, Samples.longAgo)
  const setUpSweep = Effect.gen(function* () {
    const fixture = yield* setUp
    yield* untilNothing(fixture.counts.deleteExpired(old(1000), 1000))
    return fixture
  })

  it.effect("sweeps numbers of hours that begin at a time or before, of all instances", () =>
    Effect.gen(function* () {
      const { counts, instanceId, otherInstanceId, since, some } = yield* setUpSweep
      yield* counts.add([
        some({ hour: old(1) }),
        some({ hour: old(2), instanceId: otherInstanceId }),
        some({ hour: old(3), count: 9 })
      ])
      assert.strictEqual(yield* counts.deleteExpired(Samples.plus(-1, old(1)), 100), 0)
      assert.strictEqual(yield* counts.deleteExpired(old(2), 100), 2)
      assert.strictEqual(yield* counts.deleteExpired(old(2), 100), 0)
      assert.lengthOf(yield* counts.since(instanceId, old(0)), 1)
      assert.deepStrictEqual(yield* since(0, otherInstanceId), [])
    })
  )

  it.effect("sweeps at most `limit` at a time", () =>
    Effect.gen(function* () {
      const { counts, some } = yield* setUpSweep
      yield* counts.add([1, 2, 3, 4, 5].map((hours) => some({ hour: old(hours) })))
      const batch = counts.deleteExpired(old(5), 3)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [3, 2, 0])
    })
  )
}

/** The tests, for a suite that is made already, by `it.layer(layer)(name, tests)`. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  adding(it)
  reading(it)
  sweeping(it)
}

/**
 * Holds the `AttemptCounts` of a layer to its promises. Call it in a test file of Vitest. The layer is built once, and
 * has a minute for it.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`AttemptCounts of ${name}`, tests)
