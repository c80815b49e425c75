/**
 * Numbers of attempts in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { type AttemptCount, AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import { isOver, key, type MemoryState, removeUpTo } from "./internal/MemoryState.ts"

const inOrder = Order.combineAll([
  Order.mapInput(DateTime.Order, ({ hour }: AttemptCount) => hour),
  Order.mapInput(Order.string, ({ attempt }: AttemptCount) => attempt),
  Order.mapInput(Order.string, ({ outcome }: AttemptCount) => outcome)
])

const add = (state: MemoryState, added: AttemptCount): MemoryState => {
  const { attempt, hour, instanceId, outcome } = added
  const name = key(instanceId, `${DateTime.toEpochMillis(hour)} ${attempt} ${outcome}`)
  const before = Option.match(HashMap.get(state.attemptCounts, name), {
    onNone: () => 0,
    onSome: ({ count }) => count
  })
  const attemptCounts = HashMap.set(state.attemptCounts, name, { ...added, count: before + added.count })
  return { ...state, attemptCounts }
}

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof AttemptCounts.Service, never, MemoryDatabase> = Effect.map(
  MemoryDatabase,
  (database) =>
    AttemptCounts.of({
      add: (counts) => database.update((state) => counts.reduce(add, state)),

      since: (instanceId, since) =>
        database.read((state) =>
          pipe(
            HashMap.toValues(state.attemptCounts),
            Arr.filter((counted) => counted.instanceId === instanceId),
            Arr.filter(({ hour }) => DateTime.greaterThanOrEqualTo(hour, since)),
            Arr.sort(inOrder)
          )
        ),

      deleteExpired: (until, limit) =>
        database.modify((state) => {
          const [count, attemptCounts] = removeUpTo(state.attemptCounts, limit, ({ hour }) => isOver(hour, until))
          return [count, { ...state, attemptCounts }]
        })
    })
)

/** The adapter over a `MemoryDatabase`. Those that are to see the same data need the same one. @since 0.1.0 */
export const layer: Layer.Layer<AttemptCounts, never, MemoryDatabase> = Layer.effect(AttemptCounts, make)
