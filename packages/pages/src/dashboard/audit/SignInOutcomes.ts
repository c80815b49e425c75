/**
 * How sign-ins ended, in four groups.
 */
import type { AttemptCount } from "@latchkey/domain/audit/AttemptCounts"
import * as DateTime from "effect/DateTime"

/** The groups, in the order in which they are shown. */
export const outcomes = ["signed in", "rejected", "rate limited", "failed"] as const
export type Outcome = (typeof outcomes)[number]

/** What users sign in with, in the order in which it is shown. */
export const methods = ["password", "link", "passkey", "provider", "second factor", "new account"] as const
export type Method = (typeof methods)[number]

/** The attempts that end with a session if they succeed. A sign-in with a second factor ends with the factor. */
const attempts: Readonly<Record<string, Method>> = {
  sign_up: "new account",
  sign_up_verify: "new account",
  sign_in: "password",
  magic_link_verify: "link",
  magic_link_code: "link",
  invitation_accept: "new account",
  password_reset: "password",
  passkey_sign_in: "passkey",
  identity_provider_sign_in: "provider",
  second_factor: "second factor"
}

// Opening a link on another device only asks for a confirmation, a sign-up may only send an email, and a sign-in may
// lack its second factor. What completes them is counted.
const unfinished = ["ConfirmationNeeded", "VerificationNeeded", "SecondFactorRequired", "ProofRequired"]

const outcomeOf: Readonly<Record<string, Outcome>> = {
  ok: "signed in",
  EmailTaken: "rejected",
  EnrollmentExpired: "rejected",
  IdentityProviderDisabled: "rejected",
  IdentityRejected: "rejected",
  InvalidCredentials: "rejected",
  InvalidToken: "rejected",
  MagicLinkCodeDisabled: "rejected",
  MagicLinkDisabled: "rejected",
  PasskeyDisabled: "rejected",
  PasswordDisabled: "rejected",
  PasswordRejected: "rejected",
  RateLimited: "rate limited",
  SecondFactorDisabled: "rejected",
  SecondFactorExists: "rejected",
  SignUpClosed: "rejected",
  SignUpRefused: "rejected",
  Unauthenticated: "rejected"
}

/** The numbers of the hour or the day that begins at `at`. */
export interface Step {
  readonly at: DateTime.Utc
  readonly counts: Readonly<Record<Outcome, number>>
}

const noCounts = (): Record<Outcome, number> => ({ "signed in": 0, rejected: 0, "rate limited": 0, failed: 0 })

/** Returns what an attempt is counted as: a method and a group; `undefined` if it is no sign-in, or not at its end. */
const groupOf = ({ attempt, outcome }: AttemptCount) => {
  const method = Object.hasOwn(attempts, attempt) ? attempts[attempt] : undefined
  if (method === undefined || unfinished.includes(outcome)) return undefined
  return { method, group: outcomeOf[outcome] ?? ("failed" as const) }
}

const add = (sums: Record<Outcome, number>, counted: AttemptCount): void => {
  const found = groupOf(counted)
  if (found !== undefined) sums[found.group] += counted.count
}

const fill = (times: ReadonlyArray<DateTime.Utc>, counts: ReadonlyArray<AttemptCount>): ReadonlyArray<Step> => {
  const steps = times.map((at) => ({ at, counts: noCounts() }))
  const countsAt = new Map(steps.map((step) => [step.at.epochMillis, step.counts]))
  for (const counted of counts) {
    const ofStep = countsAt.get(counted.hour.epochMillis)
    if (ofStep !== undefined) add(ofStep, counted)
  }
  return steps
}

/** Returns the last 24 hours and the current one, each with its numbers. */
export const byHour = (counts: ReadonlyArray<AttemptCount>, now: DateTime.Utc): ReadonlyArray<Step> => {
  const current = DateTime.startOf(now, "hour")
  const times = Array.from({ length: 25 }, (_, index) => DateTime.subtract(current, { hours: 24 - index }))
  return fill(times, counts)
}

/** Returns so many days in UTC, the current one included, each with its numbers. */
export const byDay = (counts: ReadonlyArray<AttemptCount>, now: DateTime.Utc, days: number): ReadonlyArray<Step> => {
  const today = DateTime.startOf(now, "day")
  const times = Array.from({ length: days }, (_, index) => DateTime.subtract(today, { days: days - 1 - index }))
  return fill(times, counts)
}

/** Returns the sums over all steps. */
export const totals = (steps: ReadonlyArray<Step>): Step["counts"] => {
  const sums = noCounts()
  for (const { counts } of steps) for (const outcome of outcomes) sums[outcome] += counts[outcome]
  return sums
}

/** Returns the sums over all counts. */
export const totalsOf = (counts: ReadonlyArray<AttemptCount>): Step["counts"] => {
  const sums = noCounts()
  for (const counted of counts) add(sums, counted)
  return sums
}

/** Returns the number of all attempts of a step. */
export const sum = ({ counts }: Pick<Step, "counts">): number =>
  outcomes.reduce((total, outcome) => total + counts[outcome], 0)

/** Returns how many sign-ins there were with each method. */
export const byMethod = (counts: ReadonlyArray<AttemptCount>): Readonly<Record<Method, number>> => {
  const sums = Object.fromEntries(methods.map((method) => [method, 0])) as Record<Method, number>
  for (const counted of counts) {
    const found = groupOf(counted)
    if (found?.group === "signed in") sums[found.method] += counted.count
  }
  return sums
}

/** Returns the sum of the counts of an outcome; of one kind of attempts, or of all. */
export const countOf = (counts: ReadonlyArray<AttemptCount>, outcome: string, attempt?: string): number =>
  counts
    .filter((counted) => counted.outcome === outcome && (attempt === undefined || counted.attempt === attempt))
    .reduce((total, { count }) => total + count, 0)
