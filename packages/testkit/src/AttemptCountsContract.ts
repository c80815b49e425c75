/**
 * Contract tests of `AttemptCounts`. Deletion concerns all instances, so the tests use hours of the
 * year 2001: no other test may use that year in the same store.
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { type AttemptCount, AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { succeeds } from "./internal/Assertions.ts"
import { concurrently, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = AttemptCounts | InstanceRepository | Transaction

/** Returns the hour that begins so many hours after `since`, which must be the beginning of an hour. */
const hour = (hours: number, since = Samples.now) => DateTime.add(since, { hours })

/** Formats a count in one line: hours after `Samples.now`, attempt, outcome, count. */
const line = ({ attempt, count, hour, outcome }: AttemptCount) =>
  `${DateTime.distance(Samples.now, hour) / 3_600_000} ${attempt} ${outcome} ${count}`

const setUp = Effect.gen(function* () {
  const counts = yield* AttemptCounts
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: otherInstanceId } = yield* Samples.storedInstance
  const sample = (fields: Partial<AttemptCount> = {}): AttemptCount => ({
    instanceId,
    hour: hour(0),
    attempt: "sign_in",
    outcome: "ok",
    count: 1,
    ...fields
  })
  const since = (hours: number, of = instanceId) =>
    Effect.map(counts.since(of, hour(hours)), (found) => found.map(line))
  return { counts, instanceId, otherInstanceId, since, sample }
})

const adding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores a count per hour, attempt and outcome", () =>
    Effect.gen(function* () {
      const { counts, instanceId, since, sample } = yield* setUp
      yield* counts.add([
        sample({ count: 3 }),
        sample({ outcome: "InvalidCredentials", count: 2 }),
        sample({ attempt: "sign_up", count: 5 }),
        sample({ hour: hour(1), count: 7 })
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

  it.effect("adds to the stored count, even twice in one call", () =>
    Effect.gen(function* () {
      const { counts, since, sample } = yield* setUp
      yield* counts.add([sample({ count: 3 }), sample({ outcome: "RateLimited" })])
      yield* counts.add([sample({ count: 4 }), sample({ count: 10 })])
      assert.sameMembers(yield* since(0), ["0 sign_in ok 17", "0 sign_in RateLimited 1"])
    })
  )

  it.effect("adds nothing for an empty list", () =>
    Effect.gen(function* () {
      const { counts, since } = yield* setUp
      yield* counts.add([])
      assert.deepStrictEqual(yield* since(0), [])
    })
  )

  it.effect("keeps the counts of two instances apart, even in one call", () =>
    Effect.gen(function* () {
      const { counts, otherInstanceId, since, sample } = yield* setUp
      yield* counts.add([sample({ count: 3 }), sample({ instanceId: otherInstanceId, count: 4 })])
      yield* counts.add([sample({ instanceId: otherInstanceId, count: 5 })])
      assert.deepStrictEqual(yield* since(0), ["0 sign_in ok 3"])
      assert.deepStrictEqual(yield* since(0, otherInstanceId), ["0 sign_in ok 9"])
    })
  )

  it.effect("loses none of forty concurrent calls, each in another order", () =>
    Effect.gen(function* () {
      const { counts, since, sample } = yield* setUp
      const outcomes = ["ok", "InvalidCredentials", "RateLimited", "HasherOverloaded"]
      const added = yield* concurrently(40, (index) => {
        const turned = Arr.rotate(outcomes, index)
        return counts.add(turned.map((outcome) => sample({ outcome, count: 2 })))
      })
      added.forEach(succeeds)
      assert.sameMembers(
        yield* since(0),
        outcomes.map((outcome) => `0 sign_in ${outcome} 80`)
      )
    })
  )

  it.effect("adds nothing when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { counts, since, sample } = yield* setUp
      const { run } = yield* Transaction
      yield* counts.add([sample()])
      yield* Effect.either(
        run(Effect.zipRight(counts.add([sample(), sample({ outcome: "x" })]), Effect.fail("refused")))
      )
      assert.deepStrictEqual(yield* since(0), ["0 sign_in ok 1"])
    })
  )
}

const reading = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the counts in order of time, from the hour `since` on, and up to the hour before `until`", () =>
    Effect.gen(function* () {
      const { counts, instanceId, since, sample } = yield* setUp
      yield* counts.add([3, 1, 4, 2].map((hours) => sample({ hour: hour(hours), count: hours })))
      assert.deepStrictEqual(yield* since(2), ["2 sign_in ok 2", "3 sign_in ok 3", "4 sign_in ok 4"])
      const later = yield* counts.since(instanceId, Samples.plus(1, hour(2)))
      assert.deepStrictEqual(later.map(line), ["3 sign_in ok 3", "4 sign_in ok 4"])
      assert.deepStrictEqual(yield* since(5), [])
      const earlier = yield* counts.since(instanceId, hour(2), { until: hour(4) })
      assert.deepStrictEqual(earlier.map(line), ["2 sign_in ok 2", "3 sign_in ok 3"])
    })
  )
}

const readingDays = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("adds up the counts of a day in UTC, by attempt and outcome", () =>
    Effect.gen(function* () {
      const { counts, instanceId, otherInstanceId, sample } = yield* setUp
      const day = DateTime.startOf(Samples.now, "day")
      const at = (hours: number) => ({ hour: DateTime.add(day, { hours }) })
      yield* counts.add([
        sample({ ...at(-1), count: 1 }),
        sample({ ...at(0), count: 2 }),
        sample({ ...at(23), count: 4 }),
        sample({ ...at(23), outcome: "RateLimited", count: 8 }),
        sample({ ...at(24), count: 16 }),
        sample({ ...at(0), instanceId: otherInstanceId, count: 32 })
      ])
      const found = yield* counts.since(instanceId, day, { step: "day" })
      assert.deepStrictEqual(
        found.map(({ attempt, count, hour, outcome }) => [
          DateTime.distance(day, hour) / 3_600_000,
          attempt,
          outcome,
          count
        ]),
        [
          [0, "sign_in", "RateLimited", 8],
          [0, "sign_in", "ok", 6],
          [24, "sign_in", "ok", 16]
        ]
      )
      const before = yield* counts.since(instanceId, day, { step: "day", until: DateTime.add(day, { hours: 23 }) })
      assert.deepStrictEqual(
        before.map(({ count }) => count),
        [2]
      )
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const old = (hours: number) => hour(hours, Samples.longAgo)
  const setUpExpired = Effect.gen(function* () {
    const fixture = yield* setUp
    yield* untilNoneLeft(fixture.counts.deleteExpired(old(1000), 1000))
    return fixture
  })

  it.effect("deletes counts of hours that begin at `until` or before, of all instances", () =>
    Effect.gen(function* () {
      const { counts, instanceId, otherInstanceId, since, sample } = yield* setUpExpired
      yield* counts.add([
        sample({ hour: old(1) }),
        sample({ hour: old(2), instanceId: otherInstanceId }),
        sample({ hour: old(3), count: 9 })
      ])
      assert.strictEqual(yield* counts.deleteExpired(Samples.plus(-1, old(1)), 100), 0)
      assert.strictEqual(yield* counts.deleteExpired(old(2), 100), 2)
      assert.strictEqual(yield* counts.deleteExpired(old(2), 100), 0)
      assert.lengthOf(yield* counts.since(instanceId, old(0)), 1)
      assert.deepStrictEqual(yield* since(0, otherInstanceId), [])
    })
  )

  it.effect("deletes at most `limit` counts per call", () =>
    Effect.gen(function* () {
      const { counts, sample } = yield* setUpExpired
      yield* counts.add([1, 2, 3, 4, 5].map((hours) => sample({ hour: old(hours) })))
      const batch = counts.deleteExpired(old(5), 3)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [3, 2, 0])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("add", () => adding(it))
  describe("since", () => reading(it))
  describe("since: days", () => readingDays(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = ({ instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(AttemptCounts, ({ add }) =>
    add([{ instanceId, hour: Samples.now, attempt: "sign_in", outcome: "ok", count: 1 }])
  )

/**
 * Runs the contract of `AttemptCounts` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`AttemptCounts: ${name}`, tests)
