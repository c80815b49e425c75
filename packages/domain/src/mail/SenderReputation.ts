/**
 * Guards the reputation of the sender: too many bounces or complaints, and providers deliver no email any more. Both
 * shares are read from the delivery log, so all processes agree: to the email, or within seconds with many reports.
 */
import * as Cache from "effect/Cache"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import { type EmailReportType, MailDeliveryLog, type PoorReputation } from "./MailDeliveryLog.ts"

/** The time over which emails and reports are counted. */
export const period = Duration.hours(24)

interface Ceiling {
  readonly report: PoorReputation["report"]
  /** One report in so many emails is as much as there may be. */
  readonly emailsPerReport: number
  /** With fewer emails, a share says too little. */
  readonly fewestEmails: number
}

/** The shares at which Amazon SES puts an account under review: 5 % bounces, 0.1 % complaints. */
const ceilings: ReadonlyArray<Ceiling> = [
  { report: "bounce", emailsPerReport: 20, fewestEmails: 100 },
  { report: "complaint", emailsPerReport: 1000, fewestEmails: 1000 }
]

/** A share that takes counting more emails than this is kept for a while. */
const large = { emails: 2000, kept: Duration.seconds(10) } as const

interface Reading {
  readonly exceeded: Option.Option<EmailReportType>
  readonly isLarge: boolean
}

/** Makes the function that returns why the reputation is poor, of an instance first, then of the whole service. */
export const make = Effect.gen(function* () {
  const deliveries = yield* MailDeliveryLog

  /** Reports are few. Emails are counted only if there are enough reports, and no further than needed. */
  const read = Effect.fnUntraced(function* (
    instanceId: Option.Option<InstanceId>
  ): Effect.fn.Return<Reading, PersistenceError> {
    const since = DateTime.subtractDuration(yield* DateTime.now, period)
    const reports = yield* deliveries.countReports({ instanceId, since })
    const isLarge = ceilings.some(({ emailsPerReport, report }) => reports[report] * emailsPerReport > large.emails)
    for (const { emailsPerReport, fewestEmails, report } of ceilings) {
      const enough = reports[report] * emailsPerReport
      if (enough <= fewestEmails) continue
      const sent = yield* deliveries.countSent({ instanceId, since, limit: enough })
      if (sent >= fewestEmails && sent < enough) return { exceeded: Option.some(report), isLarge }
    }
    return { exceeded: Option.none(), isLarge }
  })

  const cache = yield* Cache.make({ capacity: 1000, lookup: read, timeToLive: large.kept })
  const isKept = Exit.match({ onFailure: () => false, onSuccess: ({ isLarge }: Reading) => isLarge })

  // Concurrent reads are shared: a client that disconnects must not interrupt one for the others.
  const exceeded = (instanceId: Option.Option<InstanceId>) =>
    cache.get(instanceId).pipe(
      Effect.onExit((exit) => (isKept(exit) ? Effect.void : cache.invalidate(instanceId))),
      Effect.uninterruptible,
      Effect.map((reading) => reading.exceeded)
    )

  return Effect.fnUntraced(function* (
    instanceId: InstanceId
  ): Effect.fn.Return<Option.Option<PoorReputation>, PersistenceError> {
    const ofInstance = yield* exceeded(Option.some(instanceId))
    if (Option.isSome(ofInstance)) return Option.some({ scope: "instance", report: ofInstance.value })
    const ofService = yield* exceeded(Option.none())
    return Option.map(ofService, (report) => ({ scope: "service", report }))
  })
})
