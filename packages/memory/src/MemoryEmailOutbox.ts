/** The outbox in a `MemoryDatabase`. Queued emails are lost when the process ends. */
import { EmailOutbox, QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { emailDeliveries, emailDelivery, noDelay, queuedEmails, type StoredEmail } from "./internal/emails.ts"
import { isExpired, key, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const oldestFirst = Order.combine(
  Order.mapInput(DateTime.Order, ({ email }: StoredEmail) => email.requestedAt),
  Order.mapInput(Order.string, ({ email }: StoredEmail) => email.id)
)

const isDue = ({ dueAt }: StoredEmail, now: DateTime.Utc): boolean =>
  Option.match(dueAt, { onNone: () => true, onSome: (at) => DateTime.lessThanOrEqualTo(at, now) })

const put = (state: MemoryState, stored: StoredEmail): MemoryState =>
  queuedEmails.set(state, key(stored.email.instanceId, stored.email.id), stored)

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  EmailOutbox.of({
    // Due immediately: the clock of the worker that leases it may be behind the time of the request.
    enqueue: (email) => database.update((state) => put(state, { email, dueAt: Option.none(), delay: noDelay })),

    lease: ({ limit, now, until }) =>
      database.modify((state) => {
        const leased = pipe(
          queuedEmails.values(state),
          Arr.filter((stored) => isDue(stored, now)),
          Arr.sort(oldestFirst),
          Arr.take(limit),
          Arr.map(({ delay, email }) => ({
            email: new QueuedEmail({ ...email, attempts: email.attempts + 1 }),
            dueAt: Option.some(until),
            delay
          }))
        )
        return [Arr.map(leased, ({ email }) => email), leased.reduce(put, state)]
      }),

    complete: (instanceId, id, result) =>
      database.update((state) => {
        const name = key(instanceId, id)
        return Option.match(queuedEmails.get(state, name), {
          onNone: () => state,
          onSome: ({ email }) =>
            emailDeliveries.set(queuedEmails.remove(state, name), name, {
              instanceId,
              userId: email.userId,
              delivery: emailDelivery(email, result),
              reportedAt: Option.none()
            })
        })
      }),

    reschedule: (instanceId, id, { at, detail, reason }) =>
      database.update((state) =>
        queuedEmails.update(
          state,
          HashMap.modify(key(instanceId, id), ({ email }) => ({
            email,
            dueAt: Option.some(at),
            delay: { reason, detail }
          }))
        )
      ),

    deleteAll: (instanceId, address) =>
      database.update((state) =>
        queuedEmails.without(state, ({ email }) => email.instanceId === instanceId && email.email === address)
      ),

    deleteAllOf: (instanceId, userId) =>
      database.update((state) =>
        queuedEmails.without(
          state,
          ({ email }) => email.instanceId === instanceId && Option.contains(email.userId, userId)
        )
      ),

    deleteExpired: (until, limit) =>
      database.modify((state) => queuedEmails.delete(state, limit, ({ email }) => isExpired(email.expiresAt, until)))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<EmailOutbox, never, MemoryDatabase> = Layer.effect(EmailOutbox, make)
