/** The texts of the pages about emails. */
import type { DeliveryReason, EmailReportType } from "@latchkey/domain/mail/MailDeliveryLog"

/** The list of emails. */
export const emailsTexts = {
  title: "Emails",
  unconfigured:
    "No email provider is configured, so no emails can be sent. Set EMAIL_FROM and EMAIL_SMTP_URL, or EMAIL_FROM and EMAIL_PROVIDER_API_KEY, then restart the service.",
  changeTexts: "Change the texts of emails",
  suppressed: "Suppressed addresses",
  kept: "Emails are listed here for 7 days after they ended.",
  search: "Email address",
  status: "Status",
  all: "All emails",
  statuses: { queued: "Queued", sent: "Sent", unsent: "Not sent", reported: "Bounced or complained" },
  columns: { to: "To", about: "About", status: "Status", details: "Details", requested: "Requested" },
  states: { queued: "Queued", sent: "Sent", failed: "Failed", discarded: "Discarded" },
  reports: { bounce: "Bounced", complaint: "Complaint" } satisfies Record<EmailReportType, string>,
  attempt: (count: number) => `attempt ${count}`,
  nextAttempt: "next attempt",
  rows: ["email", "emails"] as const,
  empty: {
    title: "No emails yet",
    text: "Sign-in links, invitations and notices appear here as soon as they are requested."
  },
  noMatches: { title: "No matching emails", text: "Enter a whole email address, or choose another status." }
}

export const reasons: Readonly<Record<DeliveryReason, string>> = {
  rejected: "the provider rejected it",
  unavailable: "the provider was unavailable",
  timeout: "the provider didn't respond in time",
  rate_limited: "too many emails were sent",
  expired: "it couldn't be sent in time",
  disabled: "emails of this kind were turned off",
  withdrawn: "what it was about was withdrawn",
  no_account: "the address has no account, or a disabled one",
  suppressed: "the address is suppressed",
  reputation: "too many emails bounced, or too many recipients complained",
  email_taken: "another account has the address, or may restore it",
  shutdown: "the service was shutting down",
  unsupported: "this version doesn't know this kind of email"
}

/** The list of suppressed addresses. */
export const suppressedTexts = {
  title: "Suppressed addresses",
  back: "Emails",
  intro:
    "These addresses get no emails: an email to them bounced for good, or their owner marked one as spam. Send emails again only if you know that the address works. If Amazon SES suppresses it too, remove it there first.",
  lifted: "The address gets emails again.",
  lift: "Send emails again",
  liftOf: (email: string) => `to ${email}`,
  columns: { email: "Email address", reason: "Reason", detail: "Provider's reason", since: "Since", action: "Action" },
  reasons: { bounce: "Bounced", complaint: "Complaint" } satisfies Record<EmailReportType, string>,
  rows: ["address", "addresses"] as const,
  empty: {
    title: "No suppressed addresses",
    text: "An address appears here after an email to it bounced for good, or after its owner marked one as spam."
  }
}
