/** The end of a server, for requests that wait. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * When the server stops accepting requests: those that wait for something respond then. A server that does not say it
 * waits for them. A layer of a server that drains provides it.
 */
export class Closing extends Context.Reference<Closing>()("@latchkey/http/Closing", {
  defaultValue: (): { readonly begun: Effect.Effect<void> } => ({ begun: Effect.never })
}) {}
