/** Suppressed addresses in a `MemoryDatabase`. */
import { type EmailSuppression, EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { emailSuppressions } from "./internal/emails.ts"
import { isExpired, key } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const newestFirst = Order.reverse(Order.mapInput(Order.string, ({ emailId }: EmailSuppression) => emailId))

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  EmailSuppressions.of({
    put: (suppression) =>
      database.update((state) => {
        const name = key(suppression.instanceId, suppression.email)
        return emailSuppressions.has(state, name) ? state : emailSuppressions.set(state, name, suppression)
      }),

    find: (instanceId, email) => database.read((state) => emailSuppressions.get(state, key(instanceId, email))),

    list: ({ before, instanceId, limit }) =>
      database.read((state) =>
        pipe(
          emailSuppressions.values(state),
          Arr.filter((suppression) => suppression.instanceId === instanceId),
          Arr.filter(({ emailId }) => Option.match(before, { onNone: () => true, onSome: (end) => emailId < end })),
          Arr.sort(newestFirst),
          Arr.take(limit)
        )
      ),

    lift: (instanceId, emailId) =>
      database.modify((state) => {
        const [count, next] = emailSuppressions.delete(
          state,
          1,
          (suppression) => suppression.instanceId === instanceId && suppression.emailId === emailId
        )
        return [count > 0, next]
      }),

    delete: (instanceId, email) => database.update((state) => emailSuppressions.remove(state, key(instanceId, email))),

    deleteExpired: (until, limit) =>
      database.modify((state) =>
        emailSuppressions.delete(state, limit, ({ suppressedAt }) => isExpired(suppressedAt, until))
      )
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<EmailSuppressions, never, MemoryDatabase> = Layer.effect(EmailSuppressions, make)
