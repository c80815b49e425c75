/**
 * What the email provider reports about emails that it accepted: that one bounced, or that its recipient complained
 * about it. The address of such an email is suppressed.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { EmailReportError, type EmailReportRejected } from "./MailErrors.ts"
import type { InstanceId, QueuedEmailId } from "../core/Ids.ts"
import * as Metrics from "../core/Metrics.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { emailReportPerIp } from "./EmailLimits.ts"
import { counted } from "./EmailCounts.ts"
import { EmailSuppression, EmailSuppressions } from "./EmailSuppressions.ts"
import { type EmailReportType, MailDeliveryLog } from "./MailDeliveryLog.ts"

/**
 * A report about one email.
 *
 * - `instanceId`, `emailId`: the email, by the reference that it was sent with. No address: the delivery log knows it.
 * - `detail`: the provider's own name for what happened, such as `Permanent/General`.
 */
export interface EmailReport {
  readonly type: EmailReportType
  readonly instanceId: InstanceId
  readonly emailId: QueuedEmailId
  readonly detail: string
}

/**
 * The port for reading the notifications of the provider. Without an adapter there are none, and Latchkey takes no
 * reports.
 */
export class EmailReportReader extends Context.Reference<EmailReportReader>()("@latchkey/domain/EmailReportReader", {
  defaultValue: (): {
    /** Whether the service expects reports. */
    readonly isConfigured: boolean

    /**
     * Verifies that a notification comes from the provider, is meant for this service and is recent. Returns its
     * report, or `None` if it is about something else, such as a bounce that may pass. Fails with
     * `EmailReportRejected`, or with `EmailReportError` if the notification could not be verified now.
     *
     * `mayRequest`: whether it may make a request to the provider. If it may not and would have to, it fails with
     * `EmailReportError`: what can be verified without a request is always read.
     */
    readonly read: (
      notification: unknown,
      options: { readonly mayRequest: boolean }
    ) => Effect.Effect<Option.Option<EmailReport>, EmailReportRejected | EmailReportError>
  } => ({ isConfigured: false, read: () => Effect.succeedNone })
}) {}

/** The use case of taking reports about emails. */
export class EmailReports extends Context.Tag("@latchkey/domain/EmailReports")<
  EmailReports,
  {
    /** Whether the service expects reports. */
    readonly isAvailable: boolean

    /**
     * Reads a notification, adds its report to the delivery log, and suppresses the address of the email. The first
     * report about an email counts: the same one again, or another one, changes nothing, even if the suppression was
     * lifted meanwhile. A report about an unknown email, or one that was sent more than seven days ago, does nothing.
     *
     * Fails with `EmailReportError` while the email is still queued, as after a timeout: the provider tries again. So
     * it does if the IP address has sent too many notifications that were rejected, and this one cannot be verified
     * without a request to the provider. No limit refuses one that can.
     */
    readonly receive: (
      notification: unknown,
      sender: { readonly instance: Instance; readonly caller: Caller }
    ) => Effect.Effect<void, EmailReportRejected | EmailReportError | PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const count = yield* Attempt.makeCounter
  const deliveries = yield* MailDeliveryLog
  const events = yield* EventRecorder
  const { isConfigured, read } = yield* EmailReportReader
  const limiter = yield* RateLimiter
  const suppressions = yield* EmailSuppressions
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const suppress = Effect.fnUntraced(function* ({ detail, emailId, instanceId, type }: EmailReport) {
    const at = yield* DateTime.now
    const email = yield* deliveries.report(instanceId, emailId, { report: type, at })
    if (Option.isNone(email)) return false
    yield* suppressions.put(
      new EmailSuppression({
        instanceId,
        email: email.value,
        emailId,
        reason: type,
        detail,
        suppressedAt: at
      })
    )
    const user = yield* users.findByEmail(instanceId, email.value)
    if (Option.isSome(user)) {
      yield* events.record({
        type: "email.suppressed",
        user: user.value,
        by: { actor: "email_provider" },
        details: { reason: type }
      })
    }
    return true
  }, transaction.run)

  /** Says what became of a report that changed nothing. Fails if it came too early. */
  const explain = Effect.fnUntraced(function* ({ emailId, instanceId }: EmailReport) {
    const found = yield* deliveries.find(instanceId, emailId)
    if (Option.isNone(found)) return "unknown"
    // Without a report, the email is queued, or has ended only since the report was tried.
    if (Option.isSome(found.value.report)) return "repeated"
    return yield* new EmailReportError({ cause: new Error("The email is still queued"), detail: "queued" })
  })

  const take = Effect.fnUntraced(function* (report: EmailReport) {
    const outcome = (yield* suppress(report)) ? "suppressed" : yield* explain(report)
    yield* Metrics.emailReports({ type: report.type, outcome })
    if (outcome === "suppressed") yield* count(report.instanceId, counted.report, report.type)
    yield* Effect.annotateLogs(Effect.logInfo("email_reported"), {
      instance: report.instanceId,
      request: report.emailId,
      report: report.type,
      detail: report.detail,
      outcome
    })
    // If the provider disconnects now, it would not know whether the report was taken.
  }, Effect.uninterruptible)

  const receive: (typeof EmailReports.Service)["receive"] = Effect.fnUntraced(
    function* (notification, { caller, instance }) {
      const keys = emailReportPerIp.keys(caller)
      const counting = Effect.zipRight(limiter.checkRefused(instance, keys), limiter.consume(instance, keys))
      const counted = yield* Effect.catchTag(Effect.asSome(counting), "RateLimited", () => Effect.succeedNone)
      const report = yield* read(notification, { mayRequest: Option.isSome(counted) })
      if (Option.isSome(counted)) yield* limiter.refund(counted.value)
      if (Option.isSome(report)) yield* take(report.value)
    },
    Effect.tapErrorTag("EmailReportRejected", ({ reason }) =>
      Effect.annotateLogs(Effect.logWarning("email_report_rejected"), { reason })
    ),
    Effect.tapErrorTag("EmailReportError", ({ detail = "" }) =>
      Effect.annotateLogs(Effect.logWarning("email_report_postponed"), { detail })
    ),
    traced("EmailReports.receive")
  )

  return EmailReports.of({ isAvailable: isConfigured, receive })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(EmailReports, make)
