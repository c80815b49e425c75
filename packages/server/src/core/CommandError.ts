/**
 * @since 0.1.0
 */
import * as Data from "effect/Data"

/** Why a command stops, in words for the person who ran it. Shown as it is: no stack, no secret. @since 0.1.0 */
export class CommandError extends Data.TaggedError("CommandError")<{ readonly message: string }> {}
