/** What the room of emails consists of. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import { AccountNoticeTemplate } from "./AccountNoticeTemplate.ts"
import * as AccountNotices from "./AccountNotices.ts"
import { CustomEmailFormat } from "./CustomEmailFormat.ts"
import { CustomEmailRepository } from "./CustomEmailRepository.ts"
import { EmailOutbox } from "./EmailOutbox.ts"
import * as EmailReports from "./EmailReports.ts"
import { EmailSuppressions } from "./EmailSuppressions.ts"
import { MailDeliveryLog } from "./MailDeliveryLog.ts"
import * as SuppressedEmails from "./SuppressedEmails.ts"
import * as WorkerWarning from "./WorkerWarning.ts"

/** 400 days: how long an address is suppressed. Then it is worth another email. */
export const emailSuppressionLifetime = Duration.days(400)

/** Seven days: how long the results of emails are kept. */
export const emailDeliveryLifetime = Duration.days(7)

/** The ports that store data. */
export const storage = [CustomEmailRepository, EmailOutbox, EmailSuppressions, MailDeliveryLog] as const

/** The ports that write emails. */
export const templates = [AccountNoticeTemplate, CustomEmailFormat] as const

/** What the use cases of this room and of later ones share. */
export const internal = { EmailOutbox: { EmailOutbox, make: WorkerWarning.make }, AccountNotices }

/** The use cases. Each may use those before it. */
export const useCases = { EmailReports, SuppressedEmails }

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const emailOutbox = yield* EmailOutbox
  const mailDeliveryLog = yield* MailDeliveryLog
  const emailSuppressions = yield* EmailSuppressions
  return [
    { kind: "queued_emails", deleteExpired: emailOutbox.deleteExpired },
    { kind: "email_deliveries", keptFor: emailDeliveryLifetime, deleteExpired: mailDeliveryLog.deleteExpired },
    { kind: "email_suppressions", keptFor: emailSuppressionLifetime, deleteExpired: emailSuppressions.deleteExpired }
  ] satisfies ReadonlyArray<Expiring>
})

/** The rate limits. */
export * as limits from "./EmailLimits.ts"

/** What it records. */
export { auditActions, accountChanges } from "./EmailRecords.ts"
