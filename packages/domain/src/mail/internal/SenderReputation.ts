/**
 * Guards the reputation of the sender: too many bounces or complaints, and providers deliver no email any more. Both
 * shares are read from the delivery log, so all processes agree.
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PersistenceError } from "../../core/Errors.ts"
import type { InstanceId } from "../../core/Ids.ts"
import { MailDeliveryLog, type PoorReputation } from "../MailDeliveryLog.ts"

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
export const ceilings: ReadonlyArray<Ceiling> = [
  { report: "bounce", emailsPerReport: 20, fewestEmails: 100 },
  { report: "complaint", emailsPerReport: 1000, fewestEmails: 1000 }
]

/** Makes the function that returns why the reputation is poor, of an instance first, then of the whole service. */
export const make = Effect.gen(function* () {
  const deliveries = yield* MailDeliveryLog

  /** Reports are few. Emails are counted only if there are enough reports, and no further than needed. */
  const exceeded = Effect.fnUntraced(function* (instanceId: Option.Option<InstanceId>, since: DateTime.Utc) {
    const reports = yield* deliveries.countReports({ instanceId, since })
    for (const { emailsPerReport, fewestEmails, report } of ceilings) {
      const enough = reports[report] * emailsPerReport
      if (enough <= fewestEmails) continue
      const sent = yield* deliveries.countSent({ instanceId, since, limit: enough })
      if (sent >= fewestEmails && sent < enough) return Option.some(report)
    }
    return Option.none()
  })

  return Effect.fnUntraced(function* (
    instanceId: InstanceId
  ): Effect.fn.Return<Option.Option<PoorReputation>, PersistenceError> {
    const since = DateTime.subtractDuration(yield* DateTime.now, period)
    const ofInstance = yield* exceeded(Option.some(instanceId), since)
    if (Option.isSome(ofInstance)) return Option.some({ scope: "instance", report: ofInstance.value })
    const ofService = yield* exceeded(Option.none(), since)
    return Option.map(ofService, (report) => ({ scope: "service", report }))
  })
})
