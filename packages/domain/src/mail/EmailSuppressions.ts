import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId, QueuedEmailId } from "../core/Ids.ts"
import { EmailReportType } from "./MailDeliveryLog.ts"

/**
 * An address that gets no emails of an instance.
 *
 * - `emailId`: the email that bounced, or that its recipient complained about. No two suppressions have the same.
 * - `reason`: which of the two it was.
 * - `detail`: the provider's own name for it, such as `Permanent/General`; empty if there is none.
 */
export class EmailSuppression extends Schema.Class<EmailSuppression>("@latchkey/domain/EmailSuppression")({
  instanceId: InstanceId,
  email: Email,
  emailId: QueuedEmailId,
  reason: EmailReportType,
  detail: Schema.String,
  suppressedAt: Schema.DateTimeUtcFromSelf
}) {}

/** The port for suppressed addresses. An address is suppressed in each instance by itself. */
export class EmailSuppressions extends Context.Tag("@latchkey/domain/EmailSuppressions")<
  EmailSuppressions,
  {
    /** Suppresses an address. One that is suppressed stays as it is, also if calls are concurrent. */
    readonly put: (suppression: EmailSuppression) => Effect.Effect<void, PersistenceError>

    /** Returns the suppression of the address, or `None` if it gets emails. */
    readonly find: (
      instanceId: InstanceId,
      email: Email
    ) => Effect.Effect<Option.Option<EmailSuppression>, PersistenceError>

    /** Returns up to `limit` suppressions with an `emailId` below `before`, greatest first. */
    readonly list: (query: {
      readonly instanceId: InstanceId
      readonly before: Option.Option<QueuedEmailId>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<EmailSuppression>, PersistenceError>

    /**
     * Deletes the suppression by that email. Returns `true` if there was one. Of any number of concurrent calls exactly
     * one returns `true`, unless its transaction is rolled back.
     */
    readonly lift: (instanceId: InstanceId, emailId: QueuedEmailId) => Effect.Effect<boolean, PersistenceError>

    /** Deletes the suppression of the address, if there is one. */
    readonly delete: (instanceId: InstanceId, email: Email) => Effect.Effect<void, PersistenceError>

    /** Deletes up to `limit` suppressions of all instances from `until` or before. Returns how many it deleted. */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
