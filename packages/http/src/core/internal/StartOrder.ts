/**
 * Warns about a server that listens too early. Until it has routes, it accepts requests and never responds to them.
 */
import * as HttpServer from "@effect/platform/HttpServer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Logs a warning if there is a server already. Run it where Latchkey is built. */
export const warn: Effect.Effect<void> = Effect.flatMap(Effect.serviceOption(HttpServer.HttpServer), (server) =>
  Option.isNone(server)
    ? Effect.void
    : Effect.logWarning(
        "The HTTP server listens before Latchkey is ready, and never responds to requests until then. Serve with Http.serve(routes, server), which listens last"
      )
)
