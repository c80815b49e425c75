import type { Problem } from "../../Problem.ts"

/** The longest delay that timers have. */
const longest = 2 ** 31 - 1

/** Returns in how many milliseconds to try again after so many failures in a row: 5 seconds, and up to a minute. */
export const afterFailure = (problem: Problem, failures: number): number => {
  const asked = "retryAfterSeconds" in problem ? problem.retryAfterSeconds * 1_000 : 0
  return Math.max(asked, Math.min(60_000, 2_500 * 2 ** failures))
}

/**
 * Returns in how many milliseconds a session has expired. Where this clock says that an active session has expired, the
 * clocks differ: a minute.
 */
export const afterExpiry = (expiresAt: string): number => {
  const left = Date.parse(expiresAt) - Date.now()
  return left > 0 ? Math.min(left + 1_000, longest) : 60_000
}
