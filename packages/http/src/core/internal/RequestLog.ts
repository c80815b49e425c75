/** The request log without queries, which may contain the tokens of links. */
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { HttpServerResponse } from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as RequestReader from "../RequestReader.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Whether the log leaves out the queries of URLs. The platform's own does not. */
class HidesQueries extends Context.Reference<HidesQueries>()("@latchkey/http/RequestLog/HidesQueries", {
  defaultValue: (): boolean => false
}) {}

/** Keeps a request with a query out of the platform's log, which would contain the whole URL. */
export const withoutQuery =
  ({ url }: RequestReader.IncomingRequest) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    RequestReader.path(url) === url
      ? self
      : Effect.flatMap(HidesQueries, (hides) => (hides ? self : HttpMiddleware.withLoggerDisabled(self)))

/** Returns what the app failed with, unless the response is meant for it, such as 404. */
const failureOf = <E>(exit: Exit.Exit<HttpServerResponse, E>, status: number): Option.Option<Cause.Cause<E>> =>
  Exit.isFailure(exit) && status >= 500 && !Cause.isInterruptedOnly(exit.cause)
    ? HttpServerError.causeResponseStripped(exit.cause)[1]
    : Option.none()

const write = <E>({ method, url }: Request, exit: Exit.Exit<HttpServerResponse, E>): Effect.Effect<void> => {
  const { status } = HttpServerError.exitResponse(exit)
  const line = Option.match(failureOf(exit, status), {
    onNone: () => Effect.logInfo("Sent HTTP response"),
    onSome: (cause) => Effect.logError("A request failed", cause)
  })
  return Effect.annotateLogs(line, {
    "http.method": method,
    "http.url": RequestReader.path(url),
    "http.status": status
  })
}

/** Every server provides these. `HttpLayerRouter.toWebHandler` would ask its caller for what a middleware requires. */
type Provided = HttpServerRequest.HttpServerRequest | Scope.Scope

/** Logs every request as `HttpMiddleware.logger` does, without its query, and failures of the app as errors. */
export const logger = <E, R>(
  app: HttpApp.Default<E, R>
): Effect.Effect<HttpServerResponse, E, Exclude<R, Provided>> => {
  let counter = 0
  const logged = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const exit = yield* Effect.exit(Effect.provideService(app, HidesQueries, true))
    const isDisabled = yield* FiberRef.get(HttpMiddleware.loggerDisabled)
    if (!isDisabled) yield* write(request, exit)
    // The platform's log, if the app has kept it, would print the whole URL.
    yield* FiberRef.set(HttpMiddleware.loggerDisabled, true)
    return yield* exit
  })
  const spanned = Effect.suspend(() => Effect.withLogSpan(logged, `http.span.${++counter}`))
  return spanned as Effect.Effect<HttpServerResponse, E, Exclude<R, Provided>>
}
