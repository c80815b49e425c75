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
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { MagicLinkOutbox, MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import { isOver, key, type MemoryState, noDelay, removeUpTo, type StoredRequest } from "./internal/MemoryState.ts"

const oldestFirst = Order.combine(
  Order.mapInput(DateTime.Order, (request: MagicLinkRequest) => request.requestedAt),
  Order.mapInput(Order.string, (request: MagicLinkRequest) => request.id)
)

const newestFirst = Order.reverse(
  Order.combine(
    Order.mapInput(DateTime.Order, (record: EmailDelivery) => record.requestedAt),
    Order.mapInput(Order.string, (record: EmailDelivery) => record.id)
  )
)

type Happened = Pick<EmailDelivery, "at" | "detail" | "reason" | "state">

const toRecord = (request: MagicLinkRequest, { at, detail, reason, state }: Happened): EmailDelivery => {
  const { attempts, email, id, requestedAt } = request
  return new EmailDelivery({ id, email, requestedAt, attempts, state, at, reason, detail })
}

const recordsOf = (state: MemoryState, instanceId: InstanceId, limit: number): ReadonlyArray<EmailDelivery> => {
  const waiting = pipe(
    HashMap.toValues(state.requests),
    Arr.filter(({ request }) => request.instanceId === instanceId),
    Arr.map(({ delay, dueAt, request }) => toRecord(request, { state: "waiting", at: dueAt, ...delay }))
  )
  const ended = pipe(
    HashMap.toValues(state.mails),
    Arr.filter((mail) => mail.instanceId === instanceId),
    Arr.map(({ record }) => record)
  )
  return pipe([...waiting, ...ended], Arr.sort(newestFirst), Arr.take(limit))
}

const withWish = (state: MemoryState, stored: StoredRequest): MemoryState => ({
  ...state,
  requests: HashMap.set(state.requests, key(stored.request.instanceId, stored.request.id), stored)
})

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof MagicLinkOutbox.Service, never, MemoryDatabase> = Effect.map(
  MemoryDatabase,
  (database) =>
    MagicLinkOutbox.of({
      enqueue: (request) => database.update((state) => withWish(state, { request, dueAt: request.requestedAt, delay: noDelay })),

      lease: ({ limit, now, until }) =>
        database.modify((state) => {
          const leased = pipe(
            HashMap.toValues(state.requests),
            Arr.filter(({ dueAt }) => isOver(dueAt, now)),
            Arr.map(({ delay, request }) => ({
              request: new MagicLinkRequest({ ...request, attempts: request.attempts + 1 }),
              dueAt: until,
              delay
            })),
            Arr.sort(Order.mapInput(oldestFirst, ({ request }: StoredRequest) => request)),
            Arr.take(limit)
          )
          return [Arr.map(leased, ({ request }) => request), leased.reduce(withWish, state)]
        }),

      complete: (instanceId, id, ending) =>
        database.update((state) => {
          const name = key(instanceId, id)
          return Option.match(HashMap.get(state.requests, name), {
            onNone: () => state,
            onSome: ({ request }) => ({
              ...state,
              requests: HashMap.remove(state.requests, name),
              mails: HashMap.set(state.mails, name, { instanceId, record: toRecord(request, ending) })
            })
          })
        }),

      reschedule: (instanceId, id, { at, detail, reason }) =>
        database.update((state) => ({
          ...state,
          requests: HashMap.modify(state.requests, key(instanceId, id), ({ request }) => ({
            request,
            dueAt: at,
            delay: { reason, detail }
          }))
        })),

      records: (instanceId, limit) => database.read((state) => recordsOf(state, instanceId, limit)),

      deleteExpiredRecords: (endedUntil, limit) =>
        database.modify((state) => {
          const [count, mails] = removeUpTo(state.mails, limit, ({ record }) => isOver(record.at, endedUntil))
          return [count, { ...state, mails }]
        }),

      deleteExpired: (madeUntil, limit) =>
        database.modify((state) => {
          const old = pipe(
            HashMap.toValues(state.requests),
            Arr.filter(({ request }) => isOver(request.requestedAt, madeUntil)),
            Arr.take(limit)
          )
          const requests = old.reduce(
            (rest, { request }) => HashMap.remove(rest, key(request.instanceId, request.id)),
            state.requests
          )
          return [old.length, { ...state, requests }]
        })
    })
)

/** The adapter over a `MemoryDatabase`. Those that are to see the same data need the same one. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkOutbox, never, MemoryDatabase> = Layer.effect(MagicLinkOutbox, make)
