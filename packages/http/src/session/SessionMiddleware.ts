/** Middleware that restricts endpoints of an app to signed-in users. */
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { CurrentSession, OptionalSession } from "./CurrentSession.ts"
import { respond, withHeadersOf } from "../core/MiddlewareProblem.ts"
import { type Problem, schemaOf, toFailure } from "../core/Problem.ts"
import * as SessionSecurity from "./SessionSecurity.ts"
import * as SessionSource from "./SessionSource.ts"

const security = { session: SessionSecurity.cookie }

const RequiredFailure = Schema.Union(
  schemaOf("unauthenticated"),
  schemaOf("email_not_verified"),
  schemaOf("forbidden_origin"),
  schemaOf("service_unavailable")
)

/**
 * Middleware of an `HttpApi` that provides `CurrentSession` to the handlers. Responds with 401 without a session, 403
 * without a verified email address on an instance that requires one, 403 to a page of another site, and 503 in an
 * outage.
 */
export class RequireSession extends HttpApiMiddleware.Tag<RequireSession>()("@latchkey/http/RequireSession", {
  failure: RequiredFailure,
  provides: CurrentSession,
  security
}) {}

/** The same for endpoints that require a verified email address on every instance: responds with 403 without one. */
export class RequireVerifiedSession extends HttpApiMiddleware.Tag<RequireVerifiedSession>()(
  "@latchkey/http/RequireVerifiedSession",
  { failure: RequiredFailure, provides: CurrentSession, security }
) {}

/**
 * The same for endpoints that require that the user has authenticated recently, or with a second factor: responds with
 * 401 `reauthentication_required` otherwise. `layerRequireRecentSession` says how recently.
 */
export class RequireRecentSession extends HttpApiMiddleware.Tag<RequireRecentSession>()(
  "@latchkey/http/RequireRecentSession",
  {
    failure: Schema.Union(...RequiredFailure.members, schemaOf("reauthentication_required")),
    provides: CurrentSession,
    security
  }
) {}

/**
 * The same for endpoints that do not require a session: provides `OptionalSession`. It is `None` without a verified
 * email address on an instance that requires one.
 */
export class LoadSession extends HttpApiMiddleware.Tag<LoadSession>()("@latchkey/http/LoadSession", {
  failure: Schema.Union(schemaOf("forbidden_origin"), schemaOf("service_unavailable")),
  provides: OptionalSession
}) {}

const toOptionalFailure = ({ code }: Problem) =>
  code === "forbidden_origin" ? toFailure("forbidden_origin") : toFailure("service_unavailable")

const toRequiredFailure = (problem: Problem) => {
  switch (problem.code) {
    case "unauthenticated":
      return toFailure("unauthenticated")
    case "email_not_verified":
      return toFailure("email_not_verified")
    default:
      return toOptionalFailure(problem)
  }
}

type RequiredSession = typeof SessionSource.require

const makeRequired = <Failure>(required: RequiredSession, toFailure: (problem: Problem) => Failure) =>
  Effect.map(SessionSource.SessionSource, (source) => {
    const session = required.pipe(
      Effect.provideService(SessionSource.SessionSource, source),
      Effect.tapError(withHeadersOf),
      Effect.mapError(toFailure)
    )
    return { session: () => session }
  })

/** The middleware `RequireSession`, over the provided `SessionSource`. Asks the source once for each request. */
export const layerRequireSession: Layer.Layer<RequireSession, never, SessionSource.SessionSource> = Layer.effect(
  RequireSession,
  makeRequired(SessionSource.require, toRequiredFailure)
)

/**
 * The middleware `RequireVerifiedSession`, over the provided `SessionSource`. Asks the source once for each request.
 */
export const layerRequireVerifiedSession: Layer.Layer<RequireVerifiedSession, never, SessionSource.SessionSource> =
  Layer.effect(RequireVerifiedSession, makeRequired(SessionSource.requireVerified, toRequiredFailure))

const toRecentFailure = (problem: Problem) =>
  problem.code === "reauthentication_required" ? toFailure(problem.code) : toRequiredFailure(problem)

/** The middleware `RequireRecentSession`, over the provided `SessionSource`. Asks the source once for each request. */
export const layerRequireRecentSession = (
  options: SessionSource.StepUpOptions
): Layer.Layer<RequireRecentSession, never, SessionSource.SessionSource> =>
  Layer.effect(RequireRecentSession, makeRequired(SessionSource.requireRecent(options), toRecentFailure))

/** The middleware `LoadSession`, over the provided `SessionSource`. Asks the source once for each request. */
export const layerLoadSession: Layer.Layer<LoadSession, never, SessionSource.SessionSource> = Layer.effect(
  LoadSession,
  Effect.map(SessionSource.SessionSource, (source) =>
    LoadSession.of(
      SessionSource.find.pipe(
        Effect.catchIf(
          ({ code }) => code === "email_not_verified",
          () => Effect.succeedNone
        ),
        Effect.provideService(SessionSource.SessionSource, source),
        Effect.tapError(withHeadersOf),
        Effect.mapError(toOptionalFailure)
      )
    )
  )
)

/** Middleware of an `HttpLayerRouter` that provides `CurrentSession`. */
export type RouterMiddleware = HttpLayerRouter.Middleware<{
  provides: CurrentSession
  handles: never
  error: never
  requires: never
  layerError: never
  layerRequires: SessionSource.SessionSource
}>

const makeRouter = (required: RequiredSession): RouterMiddleware =>
  HttpLayerRouter.middleware<{ provides: CurrentSession }>()(
    Effect.map(
      SessionSource.SessionSource,
      (source) => (route) =>
        Effect.matchEffect(Effect.provideService(required, SessionSource.SessionSource, source), {
          onFailure: respond,
          onSuccess: (session) => Effect.provideService(route, CurrentSession, session)
        })
    )
  )

/** `RequireSession` for routes of an `HttpLayerRouter`: provide its `layer` to routes that require a session. */
export const router: RouterMiddleware = makeRouter(SessionSource.require)

/**
 * `RequireVerifiedSession` for routes of an `HttpLayerRouter`: provide its `layer` to routes that require a verified
 * email address.
 */
export const routerVerified: RouterMiddleware = makeRouter(SessionSource.requireVerified)

/**
 * `RequireRecentSession` for routes of an `HttpLayerRouter`: provide its `layer` to routes that require a recent
 * authentication.
 */
export const routerRecent = (options: SessionSource.StepUpOptions): RouterMiddleware =>
  makeRouter(SessionSource.requireRecent(options))
