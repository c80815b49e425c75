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
import { MagicLinkWish } from "@latchkey/domain/magic-link/MagicLink"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { MailRecord } from "@latchkey/domain/mail/MailDeliveryLog"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import { isOver, key, type MemoryState, noDelay, removeUpTo, type StoredWish } from "./internal/MemoryState.ts"

const oldestFirst = Order.combine(
  Order.mapInput(DateTime.Order, (wish: MagicLinkWish) => wish.requestedAt),
  Order.mapInput(Order.string, (wish: MagicLinkWish) => wish.id)
)

const newestFirst = Order.reverse(
  Order.combine(
    Order.mapInput(DateTime.Order, (record: MailRecord) => record.requestedAt),
    Order.mapInput(Order.string, (record: MailRecord) => record.id)
  )
)

type Happened = Pick<MailRecord, "at" | "detail" | "reason" | "state">

const toRecord = (wish: MagicLinkWish, { at, detail, reason, state }: Happened): MailRecord => {
  const { attempts, email, id, requestedAt } = wish
  return new MailRecord({ id, email, requestedAt, attempts, state, at, reason, detail })
}

const recordsOf = (state: MemoryState, instanceId: InstanceId, limit: number): ReadonlyArray<MailRecord> => {
  const waiting = pipe(
    HashMap.toValues(state.wishes),
    Arr.filter(({ wish }) => wish.instanceId === instanceId),
    Arr.map(({ delay, dueAt, wish }) => toRecord(wish, { state: "waiting", at: dueAt, ...delay }))
  )
  const ended = pipe(
    HashMap.toValues(state.mails),
    Arr.filter((mail) => mail.instanceId === instanceId),
    Arr.map(({ record }) => record)
  )
  return pipe([...waiting, ...ended], Arr.sort(newestFirst), Arr.take(limit))
}

const withWish = (state: MemoryState, stored: StoredWish): MemoryState => ({
  ...state,
  wishes: HashMap.set(state.wishes, key(stored.wish.instanceId, stored.wish.id), stored)
})

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof MagicLinkOutbox.Service, never, MemoryDatabase> = Effect.map(
  MemoryDatabase,
  (database) =>
    MagicLinkOutbox.of({
      enqueue: (wish) => database.update((state) => withWish(state, { wish, dueAt: wish.requestedAt, delay: noDelay })),

      lease: ({ limit, now, until }) =>
        database.modify((state) => {
          const leased = pipe(
            HashMap.toValues(state.wishes),
            Arr.filter(({ dueAt }) => isOver(dueAt, now)),
            Arr.map(({ delay, wish }) => ({
              wish: new MagicLinkWish({ ...wish, attempts: wish.attempts + 1 }),
              dueAt: until,
              delay
            })),
            Arr.sort(Order.mapInput(oldestFirst, ({ wish }: StoredWish) => wish)),
            Arr.take(limit)
          )
          return [Arr.map(leased, ({ wish }) => wish), leased.reduce(withWish, state)]
        }),

      settle: (instanceId, id, ending) =>
        database.update((state) => {
          const name = key(instanceId, id)
          return Option.match(HashMap.get(state.wishes, name), {
            onNone: () => state,
            onSome: ({ wish }) => ({
              ...state,
              wishes: HashMap.remove(state.wishes, name),
              mails: HashMap.set(state.mails, name, { instanceId, record: toRecord(wish, ending) })
            })
          })
        }),

      retryAt: (instanceId, id, { at, detail, reason }) =>
        database.update((state) => ({
          ...state,
          wishes: HashMap.modify(state.wishes, key(instanceId, id), ({ wish }) => ({
            wish,
            dueAt: at,
            delay: { reason, detail }
          }))
        })),

      records: (instanceId, limit) => database.read((state) => recordsOf(state, instanceId, limit)),

      sweepRecords: (endedUntil, limit) =>
        database.modify((state) => {
          const [count, mails] = removeUpTo(state.mails, limit, ({ record }) => isOver(record.at, endedUntil))
          return [count, { ...state, mails }]
        }),

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
