/** Warns about a server that listens too early. Until it has routes, it accepts requests and never responds to them. */
import * as HttpServer from "@effect/platform/HttpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/**
 * Whether the server responds to requests that arrive before its routes are ready, such as with 503. By default it does
 * not, and is logged if it listens before Latchkey is ready. A layer of such a server provides `true`.
 */
export class RespondsEarly extends Context.Reference<RespondsEarly>()("@latchkey/http/RespondsEarly", {
  defaultValue: () => false
}) {}

/** Logs a warning if there is a server already. Run it where the routes are built. */
export const warn: Effect.Effect<void> = Effect.gen(function* () {
  const server = yield* Effect.serviceOption(HttpServer.HttpServer)
  if (Option.isNone(server) || (yield* RespondsEarly)) return
  yield* Effect.logWarning(
    "The HTTP server listens before Latchkey has its routes, and never responds to requests until then. Serve with Http.serve(routes, server), which listens last"
  )
})
