/**
 * @since 0.1.0
 */
import * as Data from "effect/Data"

/**
 * What a test asked of `AuthTest` cannot be done. The message says why, and what would help; `cause` is the domain's own
 * error, where there is one.
 *
 * @since 0.1.0
 */
export class AuthTestError extends Data.TaggedError("AuthTestError")<{
  readonly message: string
  readonly cause?: unknown
}> {}
