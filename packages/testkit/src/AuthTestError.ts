import * as Data from "effect/Data"

/**
 * A test called `AuthTest` with something impossible. `message` says what happened and what to do; `cause` is the error
 * of the domain, if there is one.
 */
export class AuthTestError extends Data.TaggedError("AuthTestError")<{
  readonly message: string
  readonly cause?: unknown
}> {}
