/**
 * The outbox in a `MemoryDatabase`. It is as durable as the process.
 *
 * @since 0.1.0
 */
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Order from "effect/Order"
import { MagicLinkWish } from "@latchkey/domain/MagicLink"
import { MagicLinkOutbox } from "@latchkey/domain/MagicLinkOutbox"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import { isOver, key, type MemoryState, type StoredWish } from "./internal/MemoryState.ts"

const oldestFirst = Order.combine(
  Order.mapInput(DateTime.Order, (wish: MagicLinkWish) => wish.requestedAt),
  Order.mapInput(Order.string, (wish: MagicLinkWish) => wish.id)
)

const withWish = (state: MemoryState, stored: StoredWish): MemoryState => ({
  ...state,
  wishes: HashMap.set(state.wishes, key(stored.wish.instanceId, stored.wish.id), stored)
})

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof MagicLinkOutbox.Service, never, MemoryDatabase> = Effect.map(
  MemoryDatabase,
  (database) =>
    MagicLinkOutbox.of({
      enqueue: (wish) => database.update((state) => withWish(state, { wish, dueAt: wish.requestedAt })),

      lease: ({ limit, now, until }) =>
        database.modify((state) => {
          const leased = pipe(
            HashMap.toValues(state.wishes),
            Arr.filter(({ dueAt }) => isOver(dueAt, now)),
            Arr.map(({ wish }) => new MagicLinkWish({ ...wish, attempts: wish.attempts + 1 })),
            Arr.sort(oldestFirst),
            Arr.take(limit)
          )
          return [leased, leased.reduce((rest, wish) => withWish(rest, { wish, dueAt: until }), state)]
        }),

      settle: (instanceId, id) =>
        database.update((state) => ({ ...state, wishes: HashMap.remove(state.wishes, key(instanceId, id)) })),

      retryAt: (instanceId, id, at) =>
        database.update((state) => ({
          ...state,
          wishes: HashMap.modify(state.wishes, key(instanceId, id), ({ wish }) => ({ wish, dueAt: at }))
        })),

      sweep: (madeUntil, limit) =>
        database.modify((state) => {
          const old = pipe(
            HashMap.toValues(state.wishes),
            Arr.filter(({ wish }) => isOver(wish.requestedAt, madeUntil)),
            Arr.take(limit)
          )
          const wishes = old.reduce(
            (rest, { wish }) => HashMap.remove(rest, key(wish.instanceId, wish.id)),
            state.wishes
          )
          return [old.length, { ...state, wishes }]
        })
    })
)

/** The adapter over a `MemoryDatabase`. Those that are to see the same data need the same one. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkOutbox, never, MemoryDatabase> = Layer.effect(MagicLinkOutbox, make)
