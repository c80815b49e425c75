/**
 * What happened to emails, in a `MemoryDatabase`. `MemoryEmailOutbox` writes it.
 *
 * @since 0.1.0
 */
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import { emailsOf, newestFirst } from "./internal/emailDelivery.ts"
import { deleteUpTo, isExpired } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** Makes the adapter over a `MemoryDatabase`. @since 0.1.0 */
export const make = Effect.map(MemoryDatabase, (database) =>
  MailDeliveryLog.of({
    list: (instanceId, limit) =>
      database.read((state) => pipe(emailsOf(state, instanceId), Arr.sort(newestFirst), Arr.take(limit))),

    find: (instanceId, id) =>
      database.read((state) => Arr.findFirst(emailsOf(state, instanceId), (email) => email.id === id)),

    deleteAll: (instanceId, address) =>
      database.update((state) => ({
        ...state,
        emailDeliveries: HashMap.filter(
          state.emailDeliveries,
          (stored) => stored.instanceId !== instanceId || stored.delivery.email !== address
        )
      })),

    deleteExpired: (until, limit) =>
      database.modify((state) => {
        const [count, emailDeliveries] = deleteUpTo(state.emailDeliveries, limit, ({ delivery }) =>
          isExpired(delivery.at, until)
        )
        return [count, { ...state, emailDeliveries }]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. @since 0.1.0 */
export const layer: Layer.Layer<MailDeliveryLog, never, MemoryDatabase> = Layer.effect(MailDeliveryLog, make)
