import type { MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"

/** Makes the entry of the delivery log for a request, queued or completed. */
export const emailDelivery = (
  { attempts, email, id, requestedAt }: MagicLinkRequest,
  { at, detail, reason, state }: Pick<EmailDelivery, "at" | "detail" | "reason" | "state">
): EmailDelivery => new EmailDelivery({ id, email, requestedAt, attempts, state, at, reason, detail })
