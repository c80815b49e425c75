/** What Amazon SES says about an email, in the form of its documentation ("Contents of event data"). */

interface Details {
  /** The value of the header that names the email; none without one. */
  readonly reference?: string
  /** The form: of a configuration set, or of an identity. */
  readonly form?: "eventType" | "notificationType"
  readonly recipients?: ReadonlyArray<string>
}

const mail = ({ recipients = ["ann@example.com"], reference }: Details) => ({
  timestamp: "2026-11-24T09:12:43.000Z",
  source: "no-reply@example.com",
  sendingAccountId: "123456789012",
  messageId: "0107019a3c4d5e6f-a1b2c3d4-0000-4444-8888-112233445566-000000",
  destination: recipients,
  headersTruncated: false,
  headers: [
    { name: "From", value: "no-reply@example.com" },
    { name: "To", value: recipients.join(", ") },
    { name: "Auto-Submitted", value: "auto-generated" },
    ...(reference === undefined ? [] : [{ name: "Latchkey-Email", value: reference }])
  ],
  commonHeaders: { from: ["no-reply@example.com"], to: recipients, subject: "Sign in" },
  tags: { "ses:configuration-set": ["latchkey"] }
})

/** A bounce, `Permanent/General` unless it says something else. */
export const bounce = (details: Details, bounceType = "Permanent", bounceSubType = "General"): string =>
  JSON.stringify({
    [details.form ?? "eventType"]: "Bounce",
    bounce: {
      feedbackId: "0107019a3c4d6111-22334455",
      bounceType,
      bounceSubType,
      bouncedRecipients: (details.recipients ?? ["ann@example.com"]).map((emailAddress) => ({
        emailAddress,
        action: "failed",
        status: "5.1.1",
        diagnosticCode: "smtp; 550 5.1.1 user unknown"
      })),
      timestamp: "2026-11-24T09:12:44.000Z",
      reportingMTA: "dsn; a8-70.smtp-out.amazonses.com"
    },
    mail: mail(details)
  })

/** A complaint. */
export const complaint = (details: Details, complaintFeedbackType: string | null = "abuse"): string =>
  JSON.stringify({
    [details.form ?? "eventType"]: "Complaint",
    complaint: {
      feedbackId: "0107019a3c4d6222-22334455",
      complaintSubType: null,
      complainedRecipients: (details.recipients ?? ["ann@example.com"]).map((emailAddress) => ({ emailAddress })),
      timestamp: "2026-11-24T09:12:44.000Z",
      ...(complaintFeedbackType === null ? {} : { complaintFeedbackType }),
      userAgent: "Yahoo!-Mail-Feedback/2.0"
    },
    mail: mail(details)
  })

/** A delivery, which is no report. */
export const delivery = (details: Details): string =>
  JSON.stringify({ [details.form ?? "eventType"]: "Delivery", delivery: { recipients: [] }, mail: mail(details) })
