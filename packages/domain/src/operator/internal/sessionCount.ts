/** Formats a number of sessions for the audit log: `1 session`, `2 sessions`. */
export const sessionCount = (sessions: number): string => (sessions === 1 ? "1 session" : `${sessions} sessions`)
