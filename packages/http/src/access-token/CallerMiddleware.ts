/**
 * Middleware that restricts endpoints of an app to callers with a token, or with a session or a token. Endpoints of
 * `SessionMiddleware` accept no tokens.
 */
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { respond, withHeadersOf } from "../core/MiddlewareProblem.ts"
import { type Problem, problem, schemaOf, toFailure } from "../core/Problem.ts"
import * as BearerToken from "../session/BearerToken.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"
import { SessionSource } from "../session/SessionSource.ts"
import type { AcceptedToken, PresentedRequest } from "./AcceptedToken.ts"
import { type Caller, CurrentCaller, hasScopes, type SessionCaller } from "./CurrentCaller.ts"

/** Stands for every kind of tokens, whatever it needs. */
type AnyKind = Effect.Effect<AcceptedToken, never, unknown>

/** What the kinds need. */
type Needs<Kind extends AnyKind> = Effect.Effect.Context<Kind>

/**
 * Which callers an endpoint accepts.
 *
 * - `tokens`: the kinds of tokens.
 * - `scopes`: what a token must have, all of them; none by default. A session, and an access token of one, needs none.
 */
export interface Accepted<Kind extends AnyKind> {
  readonly tokens: ReadonlyArray<Kind>
  readonly scopes?: ReadonlyArray<string>
}

type Find = (request: PresentedRequest) => Effect.Effect<Caller, Problem>

// RFC 6750, 3: without a token there is no error to name.
const absent = problem("unauthenticated", { challenge: "Bearer" })

const noSession = () => absent

const insufficient = (scopes: ReadonlyArray<string>) =>
  problem("insufficient_scope", {
    challenge: `Bearer error="insufficient_scope", scope="${scopes.join(" ")}"`
  })

const notAccepted = BearerToken.invalid("Tokens of this kind are not accepted here.")

const make = Effect.fnUntraced(function* <Kind extends AnyKind>(
  { scopes = [], tokens }: Accepted<Kind>,
  findSession: Find
) {
  const accepted = yield* Effect.all(tokens as ReadonlyArray<Effect.Effect<AcceptedToken, never, Needs<Kind>>>)
  const refused = insufficient(scopes)

  const check = ({ isOfProgram, token }: BearerToken.Presented, request: PresentedRequest, otherwise: Find) => {
    const kind = accepted.find(({ isOfKind }) => isOfKind(Redacted.value(token)))
    if (kind === undefined) return isOfProgram ? notAccepted : otherwise(request)
    return isOfProgram || kind.isForPages ? kind.check(token, request) : otherwise(request)
  }

  return ((request) =>
    BearerToken.readOfApp(request).pipe(
      Effect.flatMap(
        Option.match({
          onNone: () => findSession(request),
          onSome: (presented) => check(presented, request, findSession)
        })
      ),
      Effect.filterOrFail(
        (caller) => hasScopes(caller, scopes),
        () => refused
      )
    )) satisfies Find
})

/** Makes the function that returns the caller of a request with a token, for an app without Effect at its edge. */
export const makeWithToken = <Kind extends AnyKind>(
  accepted: Accepted<Kind>
): Effect.Effect<Find, never, Needs<Kind>> => make(accepted, noSession)

/** Makes the function that returns the caller of a request with a session or a token, for such an app. */
export const makeWithSessionOrToken = <Kind extends AnyKind>(
  accepted: Accepted<Kind>
): Effect.Effect<Find, never, Needs<Kind> | SessionSource> =>
  Effect.flatMap(SessionSource, (source) =>
    make(accepted, (request) =>
      Effect.flatMap(
        source.find(request),
        Option.match({
          onNone: () => absent,
          onSome: (session) => Effect.succeed<SessionCaller>({ _tag: "Session", userId: session.userId, session })
        })
      )
    )
  )

const failuresOfTokens = [
  schemaOf("unauthenticated"),
  schemaOf("insufficient_scope"),
  schemaOf("email_not_verified"),
  schemaOf("invalid_request"),
  schemaOf("signin_rate_limited"),
  schemaOf("service_unavailable")
] as const

/**
 * Middleware of an `HttpApi` that provides `CurrentCaller` to the handlers, for callers with a token. Responds with 401
 * without one that works, 403 without the scopes, and 503 in an outage.
 */
export class RequireToken extends HttpApiMiddleware.Tag<RequireToken>()("@latchkey/http/RequireToken", {
  failure: Schema.Union(...failuresOfTokens),
  provides: CurrentCaller,
  security: { bearerToken: SessionSecurity.bearer }
}) {}

/**
 * The same for callers with a session or a token. Beside one of Latchkey's cookies a token is ignored. Responds with
 * 403 to unsafe requests from pages of other sites, too.
 */
export class RequireSessionOrToken extends HttpApiMiddleware.Tag<RequireSessionOrToken>()(
  "@latchkey/http/RequireSessionOrToken",
  {
    failure: Schema.Union(...failuresOfTokens, schemaOf("forbidden_origin")),
    provides: CurrentCaller,
    security: { session: SessionSecurity.cookie, bearerToken: SessionSecurity.bearer }
  }
) {}

const toTokenFailure = ({ code, errors = [] }: Problem) => {
  switch (code) {
    case "unauthenticated":
      return toFailure("unauthenticated")
    case "insufficient_scope":
      return toFailure("insufficient_scope")
    case "email_not_verified":
      return toFailure("email_not_verified")
    case "signin_rate_limited":
      return toFailure("signin_rate_limited")
    case "invalid_request":
      return { ...toFailure("invalid_request"), errors }
    default:
      return toFailure("service_unavailable")
  }
}

const toAnyFailure = (problem: Problem) =>
  problem.code === "forbidden_origin" ? toFailure("forbidden_origin") : toTokenFailure(problem)

/** Makes the effect of an `HttpApi`'s middleware. */
const checked = <Failure>(find: Find, toFailure: (problem: Problem) => Failure) =>
  HttpServerRequest.HttpServerRequest.pipe(
    Effect.flatMap(find),
    Effect.tapError(withHeadersOf),
    Effect.mapError(toFailure)
  )

/** The middleware `RequireToken`. Checks a token once for each request. */
export const layerRequireToken = <Kind extends AnyKind>(
  accepted: Accepted<Kind>
): Layer.Layer<RequireToken, never, Needs<Kind>> =>
  Layer.effect(
    RequireToken,
    Effect.map(makeWithToken(accepted), (find) => {
      const caller = checked(find, toTokenFailure)
      return { bearerToken: () => caller }
    })
  )

/** The middleware `RequireSessionOrToken`, over the provided `SessionSource`. Checks one of them for each request. */
export const layerRequireSessionOrToken = <Kind extends AnyKind>(
  accepted: Accepted<Kind>
): Layer.Layer<RequireSessionOrToken, never, Needs<Kind> | SessionSource> =>
  Layer.effect(
    RequireSessionOrToken,
    Effect.map(makeWithSessionOrToken(accepted), (find) => {
      const caller = checked(find, toAnyFailure)
      // The platform tries a scheme after the one before it has failed. Which of the two counts is one decision.
      const next = Effect.fail(toFailure("unauthenticated"))
      return { session: () => next, bearerToken: () => caller }
    })
  )

/** Middleware of an `HttpLayerRouter` that provides `CurrentCaller`. */
export type RouterMiddleware<R> = HttpLayerRouter.Middleware<{
  provides: CurrentCaller
  handles: never
  error: never
  requires: never
  layerError: never
  layerRequires: R
}>

const makeRouter = <R>(make: Effect.Effect<Find, never, R>): RouterMiddleware<R> =>
  HttpLayerRouter.middleware<{ provides: CurrentCaller }>()(
    Effect.map(
      make,
      (find) => (route) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          Effect.matchEffect(find(request), {
            onFailure: respond,
            onSuccess: (caller) => Effect.provideService(route, CurrentCaller, caller)
          })
        )
    )
  )

/** `RequireToken` for routes of an `HttpLayerRouter`: provide its `layer` to routes that require a token. */
export const routerToken = <Kind extends AnyKind>(accepted: Accepted<Kind>): RouterMiddleware<Needs<Kind>> =>
  makeRouter(makeWithToken(accepted))

/** `RequireSessionOrToken` for routes of an `HttpLayerRouter`: provide its `layer` to routes that require either. */
export const routerSessionOrToken = <Kind extends AnyKind>(
  accepted: Accepted<Kind>
): RouterMiddleware<Needs<Kind> | SessionSource> => makeRouter(makeWithSessionOrToken(accepted))
