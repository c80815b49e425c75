import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"

/** Makes the entry of the delivery log for an email, queued or completed. */
export const emailDelivery = (
  { attempts, email, id, kind, requestedAt }: QueuedEmail,
  { at, detail, reason, state }: Pick<EmailDelivery, "at" | "detail" | "reason" | "state">
): EmailDelivery => new EmailDelivery({ id, kind, email, requestedAt, attempts, state, at, reason, detail })
