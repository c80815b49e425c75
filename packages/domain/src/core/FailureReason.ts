/** What may be logged of a failure. */
import * as Cause from "effect/Cause"
import * as Option from "effect/Option"

interface Failure {
  readonly message: string
  readonly detail?: string | undefined
}

/** Returns an error in one line: the detail that its adapter gave, or its fixed message. */
export const ofError = ({ detail, message }: Failure): string => detail ?? message

const nameOf = (defect: unknown): string => (defect instanceof Error ? defect.name : typeof defect)

/**
 * Returns a cause in one line, as `ofError` does. Names only the type of a defect: its message may contain anything.
 */
export const ofCause = (cause: Cause.Cause<Failure>): string =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => (Cause.isInterruptedOnly(cause) ? "interrupted" : `a defect (${nameOf(Cause.squash(cause))})`),
    onSome: ofError
  })
