/**
 * How sign-ins ended, in four words.
 *
 * @since 0.1.0
 */
import type { AttemptCount } from "@latchkey/domain/audit/AttemptCounts"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"

/** The words, in the order in which they are shown. @since 0.1.0 */
export const outcomes = ["signed in", "refused", "limited", "failed"] as const
/** @since 0.1.0 */
export type Outcome = (typeof outcomes)[number]

/** What each of them means. @since 0.1.0 */
export const meanings: Readonly<Record<Outcome, string>> = {
  "signed in": "by password, by link, or with a new account",
  refused: "a wrong password, a used link, a taken address or a weak password",
  limited: "too many tries",
  failed: "an outage, too much at once, or a browser that hung up"
}

/** What makes a session when it ends well. */
const attempts = ["sign_up", "sign_in", "magic_link_verify"]

// A page that asks before it signs in is no end: what comes after the question is counted.
const unfinished = "ConfirmationNeeded"

const words: Readonly<Record<string, Outcome>> = {
  ok: "signed in",
  EmailTaken: "refused",
  InvalidCredentials: "refused",
  InvalidToken: "refused",
  MagicLinkDisabled: "refused",
  PasswordRejected: "refused",
  RateLimited: "limited"
}

/** The numbers of the hour that begins at `at`. @since 0.1.0 */
export interface Hour {
  readonly at: DateTime.Utc
  readonly counts: Readonly<Record<Outcome, number>>
}

const nothing = (): Record<Outcome, number> => ({ "signed in": 0, refused: 0, limited: 0, failed: 0 })

/** The last 24 hours and the one that has begun, each with its numbers. @since 0.1.0 */
export const byHour = (counts: ReadonlyArray<AttemptCount>, now: DateTime.Utc): ReadonlyArray<Hour> => {
  const current = DateTime.startOf(now, "hour")
  const hours = Array.from({ length: 25 }, (_, index) => ({
    at: DateTime.subtractDuration(current, Duration.hours(24 - index)),
    counts: nothing()
  }))
  const hourAt = new Map(hours.map(({ at, counts }) => [at.epochMillis, counts]))
  for (const { attempt, count, hour, outcome } of counts) {
    const ofHour = hourAt.get(hour.epochMillis)
    if (ofHour === undefined || !attempts.includes(attempt) || outcome === unfinished) continue
    ofHour[words[outcome] ?? "failed"] += count
  }
  return hours
}

/** The numbers of all hours together. @since 0.1.0 */
export const totals = (hours: ReadonlyArray<Hour>): Hour["counts"] => ({
  "signed in": hours.reduce((sum, { counts }) => sum + counts["signed in"], 0),
  refused: hours.reduce((sum, { counts }) => sum + counts.refused, 0),
  limited: hours.reduce((sum, { counts }) => sum + counts.limited, 0),
  failed: hours.reduce((sum, { counts }) => sum + counts.failed, 0)
})

/** All attempts of an hour. @since 0.1.0 */
export const sum = ({ counts }: Hour): number => outcomes.reduce((total, outcome) => total + counts[outcome], 0)
