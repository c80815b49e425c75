/** Errors about emails. */
import type { NonEmptyReadonlyArray } from "effect/Array"
import * as Schema from "effect/Schema"
import { type FailureFields, InvalidInput, Outcome, type RejectedField } from "../core/Outcome.ts"

/** A mistake in a custom email: the part, the place in it, counted from 1, and what is wrong there. */
export const CustomEmailIssue = Schema.Struct({
  part: Schema.Literal("subject", "text", "html"),
  line: Schema.Int,
  column: Schema.Int,
  reason: Schema.String
})

export type CustomEmailIssue = typeof CustomEmailIssue.Type

/** A custom email cannot be sent as it is written. `issues` names every mistake. Nothing was saved. */
export class CustomEmailRejected extends Outcome(
  "CustomEmailRejected",
  "invalid_request",
  "The text of the email has mistakes"
)<{ readonly issues: NonEmptyReadonlyArray<CustomEmailIssue> }> {
  /** What the request got wrong. */
  get errors(): ReadonlyArray<RejectedField> {
    return this.issues.map(({ column, line, part, reason }) => ({
      field: part,
      reason: `line ${line}, column ${column}: ${reason}`
    }))
  }
}

/** There is no such kind of email, or the instance has no custom text for it. */
export class CustomEmailNotFound extends Outcome("CustomEmailNotFound", "not_found", "There is no such email text") {}

/** No email provider is configured, so no test email can be sent. */
export class TestEmailImpossible extends InvalidInput("TestEmailImpossible", "No email provider is configured", {
  field: "email",
  reason: "gets no test email, because no email provider is configured"
}) {}

/** The address gets emails: it was never suppressed, or the suppression was lifted or has expired. */
export class EmailSuppressionNotFound extends Outcome(
  "EmailSuppressionNotFound",
  "not_found",
  "The suppression was lifted or has expired"
) {}

const reportRejections = {
  malformed: "The notification is malformed",
  topic: "The notification is of another topic",
  time: "The notification is older than an hour, or from the future",
  signature: "The signature of the notification is not valid"
} as const

/** A notification of the email provider was not accepted. Nothing was changed. */
export class EmailReportRejected extends Outcome("EmailReportRejected", "email_report_rejected")<{
  readonly reason: keyof typeof reportRejections
}> {
  override get message() {
    return reportRejections[this.reason]
  }
}

/** A notification of the email provider could not be taken now. The provider tries again. `detail` may be logged. */
export class EmailReportError extends Outcome(
  "EmailReportError",
  "service_unavailable",
  "The notification cannot be taken at the moment"
)<FailureFields> {
  /** Whole seconds. */
  readonly retryAfterSeconds = 20
}

/**
 * The email was not handed over. A `transient` failure is worth another attempt, and may have been delivered; a
 * `permanent` one is final. So is `no_mailbox`: the recipient's address does not exist, and gets no more emails.
 * `detail` may be logged; `cause` is for debugging and may contain the email.
 */
export class MailerError extends Outcome("MailerError", "service_unavailable", "The email was not accepted")<
  FailureFields & { readonly reason: "transient" | "permanent" | "no_mailbox" }
> {}
