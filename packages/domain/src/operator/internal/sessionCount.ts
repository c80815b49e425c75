/**
 * @since 0.1.0
 */

/** Formats a number of sessions for the audit log: `1 session`, `2 sessions`. @since 0.1.0 */
export const sessionCount = (sessions: number): string => (sessions === 1 ? "1 session" : `${sessions} sessions`)
