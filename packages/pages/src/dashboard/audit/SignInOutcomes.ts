/**
 * How sign-ins ended, in four groups.
 */
import type { AttemptCount } from "@latchkey/domain/audit/AttemptCounts"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"

/** The groups, in the order in which they are shown. */
export const outcomes = ["signed in", "rejected", "rate limited", "failed"] as const
export type Outcome = (typeof outcomes)[number]

/** What each group contains. */
export const meanings: Readonly<Record<Outcome, string>> = {
  "signed in": "with a password, with a link or its code, or with a new account",
  rejected: "wrong password, invalid link or code, email address already in use, weak password, or method turned off",
  "rate limited": "too many attempts",
  failed: "outage, overload or client disconnect"
}

/** The attempts that end with a session if they succeed. */
const attempts = [
  "sign_up",
  "sign_up_verify",
  "sign_in",
  "magic_link_verify",
  "magic_link_code",
  "invitation_accept",
  "password_reset",
  "second_factor"
]

// Opening a link on another device only asks for a confirmation, a sign-up may only send an email, and a sign-in may
// lack its second factor. What completes them is counted.
const unfinished = ["ConfirmationNeeded", "VerificationNeeded", "SecondFactorRequired"]

const outcomeOf: Readonly<Record<string, Outcome>> = {
  ok: "signed in",
  EmailTaken: "rejected",
  EnrollmentExpired: "rejected",
  InvalidCredentials: "rejected",
  InvalidToken: "rejected",
  MagicLinkCodeDisabled: "rejected",
  MagicLinkDisabled: "rejected",
  PasswordDisabled: "rejected",
  PasswordRejected: "rejected",
  RateLimited: "rate limited",
  SecondFactorDisabled: "rejected",
  SecondFactorExists: "rejected",
  SignUpClosed: "rejected",
  Unauthenticated: "rejected"
}

/** The numbers of the hour that begins at `at`. */
export interface Hour {
  readonly at: DateTime.Utc
  readonly counts: Readonly<Record<Outcome, number>>
}

const noCounts = (): Record<Outcome, number> => ({ "signed in": 0, rejected: 0, "rate limited": 0, failed: 0 })

/** Returns the last 24 hours and the current one, each with its numbers. */
export const byHour = (counts: ReadonlyArray<AttemptCount>, now: DateTime.Utc): ReadonlyArray<Hour> => {
  const current = DateTime.startOf(now, "hour")
  const hours = Array.from({ length: 25 }, (_, index) => ({
    at: DateTime.subtractDuration(current, Duration.hours(24 - index)),
    counts: noCounts()
  }))
  const hourAt = new Map(hours.map(({ at, counts }) => [at.epochMillis, counts]))
  for (const { attempt, count, hour, outcome } of counts) {
    const ofHour = hourAt.get(hour.epochMillis)
    if (ofHour === undefined || !attempts.includes(attempt) || unfinished.includes(outcome)) continue
    ofHour[outcomeOf[outcome] ?? "failed"] += count
  }
  return hours
}

/** Returns the sums over all hours. */
export const totals = (hours: ReadonlyArray<Hour>): Hour["counts"] => {
  const sums = noCounts()
  for (const { counts } of hours) for (const outcome of outcomes) sums[outcome] += counts[outcome]
  return sums
}

/** Returns the number of all attempts of an hour. */
export const sum = ({ counts }: Hour): number => outcomes.reduce((total, outcome) => total + counts[outcome], 0)
