/**
 * Keeps endpoints of an app for people who are signed in.
 *
 * @since 0.1.0
 */
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { CurrentSession, OptionalSession } from "./CurrentSession.ts"
import {
  ForbiddenOrigin,
  type Problem,
  refusal,
  ServiceUnavailable,
  toHeaders,
  toResponse,
  Unauthenticated
} from "../core/Problem.ts"
import { sessionName } from "./SessionCookies.ts"
import * as SessionSource from "./SessionSource.ts"

const security = { session: HttpApiSecurity.apiKey({ in: "cookie", key: sessionName }) }

/**
 * Middleware of an `HttpApi`: provides `CurrentSession` to the handlers, or answers 401, 403 for a page of a foreign
 * site, 503 in an outage.
 *
 * @since 0.1.0
 */
export class RequireSession extends HttpApiMiddleware.Tag<RequireSession>()("../RequireSession.ts", {
  failure: Schema.Union(Unauthenticated, ForbiddenOrigin, ServiceUnavailable),
  provides: CurrentSession,
  security
}) {}

/** The same for endpoints that are for everybody: provides `OptionalSession`. @since 0.1.0 */
export class LoadSession extends HttpApiMiddleware.Tag<LoadSession>()("../LoadSession.ts", {
  failure: Schema.Union(ForbiddenOrigin, ServiceUnavailable),
  provides: OptionalSession
}) {}

/** `HttpApi` makes the replies, and these are the headers that it would not give them. */
const withHeadersOf = (problem: Problem) =>
  HttpApp.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, { ...toHeaders(problem), "cache-control": "no-store" }))
  )

const unauthenticated = refusal("Unauthenticated", "unauthenticated")
const forbiddenOrigin = refusal("ForbiddenOrigin", "forbidden_origin")
const serviceUnavailable = refusal("ServiceUnavailable", "service_unavailable")

const toRefusal = ({ code }: Problem) => (code === "forbidden_origin" ? forbiddenOrigin : serviceUnavailable)

const toRefusalOfAnybody = (problem: Problem) =>
  problem.code === "unauthenticated" ? unauthenticated : toRefusal(problem)

/**
 * The middleware `RequireSession`, over whatever `SessionSource` is provided. One look at the source for each
 * request.
 *
 * @since 0.1.0
 */
export const layerRequireSession: Layer.Layer<RequireSession, never, SessionSource.SessionSource> = Layer.effect(
  RequireSession,
  Effect.map(SessionSource.SessionSource, (source) => {
    const session = SessionSource.require.pipe(
      Effect.provideService(SessionSource.SessionSource, source),
      Effect.tapError(withHeadersOf),
      Effect.mapError(toRefusalOfAnybody)
    )
    return RequireSession.of({ session: () => session })
  })
)

/**
 * The middleware `LoadSession`, over whatever `SessionSource` is provided. One look at the source for each request.
 *
 * @since 0.1.0
 */
export const layerAllowSession: Layer.Layer<LoadSession, never, SessionSource.SessionSource> = Layer.effect(
  LoadSession,
  Effect.map(SessionSource.SessionSource, (source) =>
    LoadSession.of(
      SessionSource.find.pipe(
        Effect.provideService(SessionSource.SessionSource, source),
        Effect.tapError(withHeadersOf),
        Effect.mapError(toRefusal)
      )
    )
  )
)

const answer = (problem: Problem) =>
  Effect.succeed(HttpServerResponse.setHeader(toResponse(problem), "cache-control", "no-store"))

/**
 * The same for routes of an `HttpLayerRouter`: provide its `layer` to those that are for signed-in people.
 *
 * @since 0.1.0
 */
export const router: HttpLayerRouter.Middleware<{
  provides: CurrentSession
  handles: never
  error: never
  requires: never
  layerError: never
  layerRequires: SessionSource.SessionSource
}> = HttpLayerRouter.middleware<{ provides: CurrentSession }>()(
  Effect.map(
    SessionSource.SessionSource,
    (source) => (route) =>
      Effect.matchEffect(Effect.provideService(SessionSource.require, SessionSource.SessionSource, source), {
        onFailure: answer,
        onSuccess: (session) => Effect.provideService(route, CurrentSession, session)
      })
  )
)
