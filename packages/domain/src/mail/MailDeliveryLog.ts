/** What happened to emails, so that operators can find out why one did not arrive. Never holds a link or a token. */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { type InstanceId, QueuedEmailId, type UserId } from "../core/Ids.ts"

/**
 * What an email is about, such as `magic_link`. Any name: a worker may find an email that a newer version has queued.
 */
export const EmailKind = Schema.String.pipe(Schema.pattern(/^[a-z_]{1,40}$/), Schema.brand("EmailKind"))
export type EmailKind = typeof EmailKind.Type

/**
 * Why an email was delayed or not sent, as in the label `reason` of `latchkey_emails_total`:
 *
 * - `rejected`: the provider rejected it for good.
 * - `unavailable`: the provider could not accept it at the moment.
 * - `timeout`: the provider did not answer in time.
 * - `rate_limited`: too many emails to that address.
 * - `expired`: it could not be sent in time.
 * - `disabled`: emails of its kind were turned off.
 * - `withdrawn`: what it was about was withdrawn: an invitation, or a change of the address.
 * - `no_account`: the address has no account, or a disabled one, and the email needs one.
 * - `suppressed`: an earlier email to that address bounced, or its recipient complained about it.
 * - `reputation`: too many emails bounced, or too many recipients complained.
 * - `email_taken`: a user wants to change to the address, and it has an account, or is reserved for another one.
 * - `shutdown`: the process was shutting down.
 * - `unsupported`: this version does not know its kind.
 */
export const DeliveryReason = Schema.Literal(
  "rejected",
  "unavailable",
  "timeout",
  "rate_limited",
  "expired",
  "disabled",
  "withdrawn",
  "no_account",
  "suppressed",
  "reputation",
  "email_taken",
  "shutdown",
  "unsupported"
)
export type DeliveryReason = typeof DeliveryReason.Type

/**
 * What became of an email that the provider had accepted: the recipient's server refused it for good, or the recipient
 * complained about it, such as by marking it as spam.
 */
export const EmailReportType = Schema.Literal("bounce", "complaint")
export type EmailReportType = typeof EmailReportType.Type

/**
 * Why the reputation of the sender is poor: too many emails of an instance, or of the whole service, bounced, or too
 * many recipients complained.
 */
export interface PoorReputation {
  readonly scope: "instance" | "service"
  readonly report: EmailReportType
}

/** What to count: of one instance or of all, after `since`. */
export interface CountedEmails {
  readonly instanceId: Option.Option<InstanceId>
  readonly since: DateTime.Utc
}

/**
 * A change of a queued email.
 *
 * - `at`: when it ended, or when it is due again.
 * - `reason`: none if it was sent.
 * - `detail`: the provider's own name for the failure, if there is one.
 */
export const DeliveryUpdate = Schema.Struct({
  at: Schema.DateTimeUtcFromSelf,
  reason: Schema.OptionFromSelf(DeliveryReason),
  detail: Schema.OptionFromSelf(Schema.String)
})
export type DeliveryUpdate = typeof DeliveryUpdate.Type

/**
 * How a queued email ended: `sent` to the provider, `failed` because the provider rejected it, or `discarded` unsent.
 */
export interface DeliveryResult extends DeliveryUpdate {
  readonly state: "sent" | "failed" | "discarded"
}

/**
 * One email. While it is `queued`, `at` is when it is due, and `reason` is why it was delayed. `attempts` counts the
 * attempts to send it. `report`: what became of it later; none if nothing was reported.
 */
export class EmailDelivery extends Schema.Class<EmailDelivery>("@latchkey/domain/EmailDelivery")({
  id: QueuedEmailId,
  kind: EmailKind,
  email: Email,
  requestedAt: Schema.DateTimeUtcFromSelf,
  attempts: Schema.Int,
  state: Schema.Literal("queued", "sent", "failed", "discarded"),
  ...DeliveryUpdate.fields,
  report: Schema.OptionFromSelf(EmailReportType).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  )
}) {}

/**
 * Which emails to list.
 *
 * - `email`: those to that address.
 * - `outcome`: `unsent`: failed or discarded. `reported`: with a report.
 * - `before`: those that come after it in the list.
 */
export interface EmailFilter {
  readonly email?: Email
  readonly outcome?: "queued" | "reported" | "sent" | "unsent"
  readonly before?: Pick<EmailDelivery, "id" | "requestedAt">
}

/** The port for reading what happened to emails. Outboxes write it: see `EmailOutbox.complete`. */
export class MailDeliveryLog extends Context.Tag("@latchkey/domain/MailDeliveryLog")<
  MailDeliveryLog,
  {
    /** Returns the newest `limit` emails of the instance that match, queued ones included, newest request first. */
    readonly list: (
      instanceId: InstanceId,
      limit: number,
      filter?: EmailFilter
    ) => Effect.Effect<ReadonlyArray<EmailDelivery>, PersistenceError>

    /** Returns the email, queued or not, or `None` if the instance has none with that id. */
    readonly find: (
      instanceId: InstanceId,
      id: QueuedEmailId
    ) => Effect.Effect<Option.Option<EmailDelivery>, PersistenceError>

    /**
     * Stores the first report about an email that ended, and returns its address. Returns `None` if there is no such
     * email, it is queued, or it has a report already. Of concurrent calls exactly one returns the address, unless its
     * transaction is rolled back.
     */
    readonly report: (
      instanceId: InstanceId,
      id: QueuedEmailId,
      report: { readonly report: EmailReportType; readonly at: DateTime.Utc }
    ) => Effect.Effect<Option.Option<Email>, PersistenceError>

    /** Returns how many emails that were requested after `since` have a report, of each type. */
    readonly countReports: (
      query: CountedEmails
    ) => Effect.Effect<Readonly<Record<EmailReportType, number>>, PersistenceError>

    /** Returns how many emails that were requested after `since` were sent. Counts no further than `limit`. */
    readonly countSent: (query: CountedEmails & { readonly limit: number }) => Effect.Effect<number, PersistenceError>

    /** Deletes every email to an address that ended. Queued ones remain. */
    readonly deleteAll: (instanceId: InstanceId, email: Email) => Effect.Effect<void, PersistenceError>

    /** Deletes every email on behalf of a user that ended. Queued ones remain. */
    readonly deleteAllOf: (instanceId: InstanceId, userId: UserId) => Effect.Effect<void, PersistenceError>

    /** Deletes up to `limit` emails of all instances that ended at `until` or before. Returns how many it deleted. */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
