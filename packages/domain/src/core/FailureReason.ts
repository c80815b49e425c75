/** What may be logged of a failure. */
import * as Cause from "effect/Cause"
import * as Option from "effect/Option"
import { InvariantViolation } from "./Invariant.ts"

interface Failure {
  readonly message: string
  readonly detail?: string | undefined
}

/** Returns an error in one line: the detail that its adapter gave, or its fixed message. */
export const ofError = ({ detail, message }: Failure): string => detail ?? message

/** Returns what may be logged of a defect, or of another cause: its type, and what was believed of an invariant. */
export const ofDefect = (defect: unknown): string => {
  if (!(defect instanceof Error)) return typeof defect
  return defect instanceof InvariantViolation ? `${defect.name}: ${defect.message}` : defect.name
}

/** Returns the reason of an outage: the detail, or else the type of the cause. */
export const ofOutage = ({
  cause,
  detail
}: {
  readonly cause: unknown
  readonly detail?: string | undefined
}): string => detail ?? ofDefect(cause)

/**
 * Returns a cause in one line, as `ofError` does. Of most defects only the type: their message may contain anything.
 */
export const ofCause = (cause: Cause.Cause<Failure>): string =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => (Cause.isInterruptedOnly(cause) ? "interrupted" : `a defect (${ofDefect(Cause.squash(cause))})`),
    onSome: ofError
  })
