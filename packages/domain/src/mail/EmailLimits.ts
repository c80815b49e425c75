/** The limits of emails that are sent, and of reports about them. */
import type { RateLimits } from "../instance/RateLimits.ts"
import * as Limit from "../rate-limit/Limit.ts"

// Ten more than requests for magic links, because an attempt that fails may have been delivered.
const requestsAndTen = ({ magicLinkPerEmail }: RateLimits) => Limit.widened(magicLinkPerEmail, (limit) => limit + 10)

/** Emails with a link of any kind, sent to one mailbox. */
export const magicLinkEmailsPerEmail = Limit.perMailbox("magicLinkEmailsPerEmail", "magic_link", requestsAndTen)

/** Account notices, sent to one mailbox. */
export const accountNoticesPerEmail = Limit.perMailbox("accountNoticesPerEmail", "sign_in", requestsAndTen)

/** Test emails of operators, sent to one mailbox. */
export const testEmailsPerEmail = Limit.perMailbox("testEmailsPerEmail", "magic_link", "magicLinkPerEmail")

/** Emails of one instance to addresses that were never verified. */
export const magicLinkToUnknownPerInstance = Limit.perInstance(
  "magicLinkToUnknownPerInstance",
  "magic_link",
  "magicLinkToUnknownPerInstance"
)

/**
 * Notifications of the email provider that were rejected. Wide enough for a topic with a mistake in its settings, and
 * too narrow to search for a notification.
 */
export const emailReportPerIp = Limit.perIp("emailReportPerIp", "magic_link", Limit.fixed(30, 60))
