/**
 * The outbox in a `MemoryDatabase`. Requests are lost when the process ends.
 *
 * @since 0.1.0
 */
import { MagicLinkOutbox, MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { emailDelivery } from "./internal/emailDelivery.ts"
import { deleteUpTo, isExpired, key, type MemoryState, noDelay, type StoredRequest } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const oldestFirst = Order.combine(
  Order.mapInput(DateTime.Order, ({ request }: StoredRequest) => request.requestedAt),
  Order.mapInput(Order.string, ({ request }: StoredRequest) => request.id)
)

const isDue = ({ dueAt }: StoredRequest, now: DateTime.Utc): boolean =>
  Option.match(dueAt, { onNone: () => true, onSome: (at) => DateTime.lessThanOrEqualTo(at, now) })

const put = (state: MemoryState, stored: StoredRequest): MemoryState => ({
  ...state,
  magicLinkRequests: HashMap.set(state.magicLinkRequests, key(stored.request.instanceId, stored.request.id), stored)
})

/** Makes the adapter over a `MemoryDatabase`. @since 0.1.0 */
export const make = Effect.map(MemoryDatabase, (database) =>
  MagicLinkOutbox.of({
    // Due immediately: the clock of the worker that leases it may be behind the time of the request.
    enqueue: (request) => database.update((state) => put(state, { request, dueAt: Option.none(), delay: noDelay })),

    lease: ({ limit, now, until }) =>
      database.modify((state) => {
        const leased = pipe(
          HashMap.toValues(state.magicLinkRequests),
          Arr.filter((stored) => isDue(stored, now)),
          Arr.sort(oldestFirst),
          Arr.take(limit),
          Arr.map(({ delay, request }) => ({
            request: new MagicLinkRequest({ ...request, attempts: request.attempts + 1 }),
            dueAt: Option.some(until),
            delay
          }))
        )
        return [Arr.map(leased, ({ request }) => request), leased.reduce(put, state)]
      }),

    complete: (instanceId, id, result) =>
      database.update((state) => {
        const name = key(instanceId, id)
        return Option.match(HashMap.get(state.magicLinkRequests, name), {
          onNone: () => state,
          onSome: ({ request }) => ({
            ...state,
            magicLinkRequests: HashMap.remove(state.magicLinkRequests, name),
            emailDeliveries: HashMap.set(state.emailDeliveries, name, {
              instanceId,
              delivery: emailDelivery(request, result)
            })
          })
        })
      }),

    reschedule: (instanceId, id, { at, detail, reason }) =>
      database.update((state) => ({
        ...state,
        magicLinkRequests: HashMap.modify(state.magicLinkRequests, key(instanceId, id), ({ request }) => ({
          request,
          dueAt: Option.some(at),
          delay: { reason, detail }
        }))
      })),

    deleteExpired: (until, limit) =>
      database.modify((state) => {
        const [count, magicLinkRequests] = deleteUpTo(state.magicLinkRequests, limit, ({ request }) =>
          isExpired(request.requestedAt, until)
        )
        return [count, { ...state, magicLinkRequests }]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkOutbox, never, MemoryDatabase> = Layer.effect(MagicLinkOutbox, make)
