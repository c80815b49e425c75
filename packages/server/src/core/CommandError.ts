import * as Data from "effect/Data"

/** A command cannot continue. The message is for the operator and is printed as it is: no stack, no secret. */
export class CommandError extends Data.TaggedError("CommandError")<{ readonly message: string }> {}
