/** The problems of emails. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  email_report_rejected: {
    status: 403,
    tag: "EmailReportRejected",
    title: "The notification is not accepted",
    userText: "We couldn't process the request.",
    example: { detail: "The signature of the notification is not valid." }
  }
} as const satisfies ProblemEntries
