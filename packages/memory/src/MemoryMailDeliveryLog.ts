/** What happened to emails, in a `MemoryDatabase`. `MemoryEmailOutbox` writes it. */
import {
  type CountedEmails,
  EmailDelivery,
  type EmailFilter,
  type EmailReportType,
  MailDeliveryLog
} from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { emailDeliveries, emailsOf, newestFirst, type StoredDelivery } from "./internal/emails.ts"
import { isExpired, key, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const isWithoutReport = ({ delivery }: StoredDelivery): boolean => Option.isNone(delivery.report)

/** Returns the completed emails of one instance, or of all. */
const deliveriesOf = (state: MemoryState, { instanceId }: Pick<CountedEmails, "instanceId">) =>
  emailDeliveries
    .values(state)
    .filter((stored) => Option.match(instanceId, { onNone: () => true, onSome: (id) => stored.instanceId === id }))

const hasOutcome = ({ report, state }: EmailDelivery, outcome: NonNullable<EmailFilter["outcome"]>): boolean => {
  if (outcome === "reported") return Option.isSome(report)
  return outcome === "unsent" ? state === "failed" || state === "discarded" : state === outcome
}

const matches =
  ({ before, email, outcome }: EmailFilter) =>
  (delivery: EmailDelivery): boolean =>
    (email === undefined || delivery.email === email) &&
    (outcome === undefined || hasOutcome(delivery, outcome)) &&
    (before === undefined || newestFirst(before, delivery) < 0)

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  MailDeliveryLog.of({
    list: (instanceId, limit, filter = {}) =>
      database.read((state) =>
        pipe(emailsOf(state, instanceId), Arr.filter(matches(filter)), Arr.sort(newestFirst), Arr.take(limit))
      ),

    find: (instanceId, id) =>
      database.read((state) => Arr.findFirst(emailsOf(state, instanceId), (email) => email.id === id)),

    report: (instanceId, id, { at, report }) =>
      database.modify((state) => {
        const name = key(instanceId, id)
        return Option.match(Option.filter(emailDeliveries.get(state, name), isWithoutReport), {
          onNone: () => [Option.none(), state],
          onSome: (stored) => {
            const delivery = new EmailDelivery({ ...stored.delivery, report: Option.some(report) })
            const reported = { ...stored, delivery, reportedAt: Option.some(at) }
            return [Option.some(delivery.email), emailDeliveries.set(state, name, reported)]
          }
        })
      }),

    countReports: (query) =>
      database.read((state) => {
        const reports = deliveriesOf(state, query).filter(({ delivery }) =>
          DateTime.greaterThan(delivery.requestedAt, query.since)
        )
        const count = (type: EmailReportType) =>
          Arr.filter(reports, ({ delivery }) => Option.contains(delivery.report, type)).length
        return { bounce: count("bounce"), complaint: count("complaint") }
      }),

    countSent: ({ limit, ...query }) =>
      database.read((state) => {
        const sent = deliveriesOf(state, query).filter(
          ({ delivery }) => delivery.state === "sent" && DateTime.greaterThan(delivery.requestedAt, query.since)
        )
        return Math.min(sent.length, limit)
      }),

    deleteAll: (instanceId, address) =>
      database.update((state) =>
        emailDeliveries.without(
          state,
          (stored) => stored.instanceId === instanceId && stored.delivery.email === address
        )
      ),

    deleteAllOf: (instanceId, userId) =>
      database.update((state) =>
        emailDeliveries.without(
          state,
          (stored) => stored.instanceId === instanceId && Option.contains(stored.userId, userId)
        )
      ),

    deleteExpired: (until, limit) =>
      database.modify((state) => emailDeliveries.delete(state, limit, ({ delivery }) => isExpired(delivery.at, until)))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<MailDeliveryLog, never, MemoryDatabase> = Layer.effect(MailDeliveryLog, make)
