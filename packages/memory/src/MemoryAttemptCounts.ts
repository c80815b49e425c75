/** Numbers of attempts in a `MemoryDatabase`. */
import { type AttemptCount, AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { isExpired, key, type MemoryState, Table } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** By hour, attempt and outcome. */
const attemptCounts = new Table<string, AttemptCount>("attempt_counts")

const byTime = Order.combineAll([
  Order.mapInput(DateTime.Order, ({ hour }: AttemptCount) => hour),
  Order.mapInput(Order.string, ({ attempt }: AttemptCount) => attempt),
  Order.mapInput(Order.string, ({ outcome }: AttemptCount) => outcome)
])

/** Adds up the counts of each day in UTC. */
const byDay = (counts: ReadonlyArray<AttemptCount>): ReadonlyArray<AttemptCount> => {
  const days = new Map<string, AttemptCount>()
  for (const count of counts) {
    const hour = DateTime.startOf(count.hour, "day")
    const name = `${DateTime.toEpochMillis(hour)} ${count.attempt} ${count.outcome}`
    days.set(name, { ...count, hour, count: count.count + (days.get(name)?.count ?? 0) })
  }
  return [...days.values()]
}

const add = (state: MemoryState, added: AttemptCount): MemoryState => {
  const { attempt, hour, instanceId, outcome } = added
  const name = key(instanceId, `${DateTime.toEpochMillis(hour)} ${attempt} ${outcome}`)
  const previous = Option.match(attemptCounts.get(state, name), {
    onNone: () => 0,
    onSome: ({ count }) => count
  })
  return attemptCounts.set(state, name, { ...added, count: previous + added.count })
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  AttemptCounts.of({
    add: (counts) => database.update((state) => counts.reduce(add, state)),

    since: (instanceId, since, { step = "hour", until } = {}) =>
      database.read((state) => {
        const found = pipe(
          attemptCounts.values(state),
          Arr.filter((stored) => stored.instanceId === instanceId),
          Arr.filter(({ hour }) => DateTime.greaterThanOrEqualTo(hour, since)),
          Arr.filter(({ hour }) => until === undefined || DateTime.lessThan(hour, until))
        )
        return Arr.sort(step === "hour" ? found : byDay(found), byTime)
      }),

    deleteExpired: (until, limit) =>
      database.modify((state) => attemptCounts.delete(state, limit, ({ hour }) => isExpired(hour, until)))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<AttemptCounts, never, MemoryDatabase> = Layer.effect(AttemptCounts, make)
