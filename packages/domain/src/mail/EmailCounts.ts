/**
 * What the dashboard counts of emails, beside attempts: how they ended, and what was reported about them. An email that
 * was not sent because the address has no account is not counted.
 */
export const counted = { email: "email", report: "email_report" } as const
