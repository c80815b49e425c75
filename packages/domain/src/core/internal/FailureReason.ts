/**
 * What of a failure may be logged.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Option from "effect/Option"

interface Failure {
  readonly message: string
  readonly detail?: string | undefined
}

/** An error in one line: the detail that its adapter vouches for, or its fixed text. @since 0.1.0 */
export const ofError = ({ detail, message }: Failure): string => detail ?? message

const nameOf = (defect: unknown): string => (defect instanceof Error ? defect.name : typeof defect)

/** As `ofError`. A defect is told by its name alone: its text may hold anything. @since 0.1.0 */
export const ofCause = (cause: Cause.Cause<Failure>): string =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => (Cause.isInterruptedOnly(cause) ? "interrupted" : `a defect (${nameOf(Cause.squash(cause))})`),
    onSome: ofError
  })
