/**
 * What happens to every request, whichever router mounts the endpoints: find the instance, refuse cross-origin
 * requests, identify the caller, run the handler, only once for a form that was sent twice, turn errors into problems,
 * and add the headers that every response has.
 */
import * as Headers from "@effect/platform/Headers"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Caller } from "@latchkey/domain/core/Caller"
import { isPersistenceError } from "@latchkey/domain/core/ErrorGuards"
import * as FailureReason from "@latchkey/domain/core/FailureReason"
import * as Metrics from "@latchkey/domain/core/Metrics"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import type { RefreshTokens } from "@latchkey/domain/refresh-token/RefreshTokens"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import * as AllowedOrigins from "./AllowedOrigins.ts"
import { type CookieOptions, type HttpOptions, HttpSettings } from "./HttpSettings.ts"
import { Hints } from "./Hints.ts"
import * as ForwardedWarning from "./internal/ForwardedWarning.ts"
import * as Origins from "./Origins.ts"
import { OriginWarning } from "./OriginWarning.ts"
import * as OutageLog from "./OutageLog.ts"
import * as PublicUrlsCheck from "./internal/PublicUrlsCheck.ts"
import * as NativeReplies from "./internal/NativeReplies.ts"
import { RequestCaller } from "./internal/RequestCaller.ts"
import * as RequestLog from "./internal/RequestLog.ts"
import * as StartOrder from "./internal/StartOrder.ts"
import * as Submissions from "./internal/Submissions.ts"
import * as IpAddress from "./IpAddress.ts"
import * as NativeClient from "./NativeClient.ts"
import * as PresentedCookies from "./PresentedCookies.ts"
import { fromOutcome, isProblem, type Outcome, type Problem, problem, statusOf, toResponse } from "./Problem.ts"
import * as RequestReader from "./RequestReader.ts"
import * as Submission from "./Submission.ts"

type Request = RequestReader.IncomingRequest
type Response = HttpServerResponse.HttpServerResponse

/**
 * What a handler knows of a request.
 *
 * - `cookies`: the settings for cookies of the request's host.
 * - `emptyJson`: an empty JSON object with the headers that every response has. To set another body costs a fifth of
 *   adding the headers to a new response.
 */
export interface RequestContext {
  readonly request: Request
  readonly instance: Instance
  readonly caller: Caller
  readonly cookies: CookieOptions
  readonly emptyJson: Response
}

/** An error that becomes a problem. */
export type EndpointError = Problem | Outcome

/** Handles a request. Its errors become problems. */
export type Handler<R> = (context: RequestContext) => Effect.Effect<Response, EndpointError, R>

/**
 * - `render`: makes the response of a problem; by default a problem document. `context` is missing while the instance
 *   is unknown, as in an outage.
 * - `cors`: false if no other origin may read the response.
 * - `isCrossOriginAllowed`: runs the handler for pages of all origins. It must change nothing for those of others.
 * - `whileUnavailable`: the response in an outage for an allowed origin, instead of 503.
 */
export interface HandleOptions {
  readonly render?: (problem: Problem, context: RequestContext | undefined) => Effect.Effect<Response>
  readonly cors?: boolean
  readonly isCrossOriginAllowed?: boolean
  readonly whileUnavailable?: Response
}

/** The service that runs handlers. */
export class Endpoint extends Context.Tag("@latchkey/http/Endpoint")<
  Endpoint,
  {
    /** Runs a handler. Always makes a response, in an outage 503. */
    readonly handle: <R>(
      handler: Handler<R>,
      options?: HandleOptions
    ) => Effect.Effect<Response, never, R | HttpServerRequest.HttpServerRequest>

    /** The same for a request that is not a service of the effect. */
    readonly handleRequest: <R>(
      handler: Handler<R>,
      options?: HandleOptions
    ) => (request: RequestReader.IncomingRequest) => Effect.Effect<Response, never, R>

    /** Returns `true` if a page of another site makes the request. `handle` refuses unsafe methods then. */
    readonly isCrossOrigin: (context: RequestContext) => boolean

    /**
     * Returns `true` if a program or one of the service's own pages makes the request, and not a page of another origin
     * that is allowed. For unsafe methods, which `handle` refuses to all other pages.
     */
    readonly isOwnPage: (context: RequestContext) => boolean

    /** Returns the origin for CORS headers, or `None` if the request's origin is not allowed. */
    readonly corsOrigin: (context: RequestContext) => Option.Option<string>

    /**
     * Warns about a return URL, once for each origin: that it is not allowed, or that its host gets no cookies though
     * the user is signed in.
     */
    readonly warnAboutReturn: (
      mistake: "return_url" | "no_cookies",
      context: RequestContext,
      origin: string
    ) => Effect.Effect<void>

    /** Warns about a `Host` that has no dashboard, once for each. */
    readonly warnAboutDashboardHost: (host: string) => Effect.Effect<void>
  }
>() {}

const requestSeconds = Metrics.durations<"method" | "status">(
  "latchkey_http_request_seconds",
  "Seconds from a request to its response",
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
)

/** Returns the headers that every response has unless it sets its own. */
export const responseHeaders = ({ baseUrl }: Pick<HttpOptions, "baseUrl">): Readonly<Record<string, string>> => ({
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  // Allowed origins use CORS, which this does not restrict.
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  ...(baseUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {})
})

/** Returns the problem of an error. */
export const toProblem = (error: EndpointError): Problem => (isProblem(error) ? error : fromOutcome(error))

type LogOutage = ReturnType<typeof OutageLog.make>

/** Turns every error into a response. */
const respond = <R>(
  effect: Effect.Effect<Response, EndpointError, R>,
  render: (problem: Problem) => Effect.Effect<Response>,
  logOutage: LogOutage
): Effect.Effect<Response, never, R> => {
  const onError = (error: EndpointError) => {
    const response = render(toProblem(error))
    // A part of the app has logged its failure.
    return isPersistenceError(error) && error.part === undefined
      ? Effect.zipRight(logOutage(FailureReason.ofOutage(error)), response)
      : response
  }
  const onDefect = (cause: Cause.Cause<never>) => {
    if (Cause.isInterruptedOnly(cause)) return Effect.interrupt
    const reason = FailureReason.ofDefect(Cause.squash(cause))
    return Effect.zipRight(Effect.logError("A request failed unexpectedly", reason), render(problem("internal_error")))
  }
  // One step for a request that succeeds.
  return Effect.catchAllCause(effect, (cause) =>
    Effect.catchAllCause(Effect.catchAll(Effect.failCause(cause), onError), onDefect)
  )
}

const isDebugging = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  LogLevel.lessThanEqual(fiber.getFiberRef(FiberRef.currentMinimumLogLevel), LogLevel.Debug)

/** `cookies`: what is wrong with those of a request that is not signed in. */
const logAnswered = ({ headers, method, url }: Request, { status }: Response, options: CookieOptions) => {
  const cookies = status === 401 ? PresentedCookies.describeMissing(options, headers) : undefined
  const missing = cookies === undefined ? {} : { cookies }
  return Effect.annotateLogs(Effect.logDebug("Answered"), {
    method,
    path: RequestReader.path(url),
    status,
    ...missing
  })
}

/**
 * Records every response in the metrics, with the time since the request, and at the level Debug in the log. Annotating
 * a line costs more than a request: only for one that is written.
 */
const observed = <E, R>(
  request: Request,
  options: CookieOptions,
  respond: Effect.Effect<Response, E, R>
): Effect.Effect<Response, E, R> =>
  Effect.withFiberRuntime((fiber) => {
    const clock = Context.get(fiber.currentDefaultServices, Clock.Clock)
    const begin = clock.unsafeCurrentTimeNanos()
    // The tracer of an app would make spans, also in a trace that it does not sample.
    const isUnsampled = fiber.currentSpan?.sampled === false
    return Effect.flatMap(isUnsampled ? Effect.withTracerEnabled(respond, false) : respond, (response) => {
      const took = Duration.nanos(clock.unsafeCurrentTimeNanos() - begin)
      const recorded = requestSeconds({ method: request.method, status: String(response.status) }, took)
      const isLogged = isDebugging(fiber)
      return Effect.as(
        isLogged ? Effect.zipRight(recorded, logAnswered(request, response, options)) : recorded,
        response
      )
    })
  })

const renderDocument = (problem: Problem) => Effect.succeed(toResponse(problem))

/**
 * Makes the service. Dies if `PublicUrls` leads to another origin, or another prefix, than `HttpSettings` says. Logs a
 * warning if the HTTP server listens already, and does not respond yet.
 */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceDirectory
  const settings = yield* HttpSettings
  const urls = yield* PublicUrls
  yield* PublicUrlsCheck.check(settings, urls)
  yield* StartOrder.warn
  const native = yield* NativeReplies.make
  const origins = Origins.make(settings, urls)
  const networksOf = IpAddress.make(settings.trustedProxies)
  const forwardedWarning = ForwardedWarning.make(settings.trustedProxies)
  const warnAboutOrigin = yield* OriginWarning
  const hintOf = yield* Hints
  const logOutage = OutageLog.make("The store is unavailable")
  const headersOfAll = responseHeaders(settings)
  const emptyJson = HttpServerResponse.unsafeJson({}, { headers: headersOfAll })
  const { handleOnce } = yield* Submissions.make((error: EndpointError) => statusOf(toProblem(error).code) < 429)

  // A browser drops a cookie for a domain that the host does not belong to.
  const isUnder = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)
  const withoutDomain = { ...settings, cookieDomain: Option.none() }
  const cookiesFor = (host: string): CookieOptions =>
    Option.exists(settings.cookieDomain, (domain) => !isUnder(host, domain)) ? withoutDomain : settings

  // Operators use a browser.
  const isNative = ({ headers }: Request) => settings.cookieOwner !== "operators" && NativeClient.isNative(headers)

  const callerOf = (request: Request, peer: Option.Option<string>): Caller => {
    const { headers } = request
    const isOfApp = isNative(request)
    const presented = isOfApp ? NativeClient.read(headers) : PresentedCookies.read(settings, headers)
    return new RequestCaller(presented, headers, isOfApp, () => networksOf(peer, headers["x-forwarded-for"]))
  }

  const contextOf = (request: Request, instance: Instance, host: string, peer: Option.Option<string>) => ({
    request,
    instance,
    caller: callerOf(request, peer),
    cookies: cookiesFor(host),
    emptyJson
  })

  /** Servers of the Fetch API do not know the peer of a request. */
  const withPeer = <R>(
    { headers, remoteAddress }: Request,
    use: (peer: Option.Option<string>) => Effect.Effect<Response, never, R>
  ) => {
    const run = (peer: Option.Option<string>) =>
      headers["x-forwarded-for"] === undefined || !forwardedWarning.isDue(peer)
        ? use(peer)
        : Effect.zipRight(
            forwardedWarning.log(peer),
            Effect.suspend(() => use(peer))
          )
    return Option.isSome(remoteAddress) ? run(remoteAddress) : Effect.flatMap(IpAddress.RemoteAddress, run)
  }

  const isCrossOrigin = ({ instance, request }: RequestContext) => origins.isCrossOrigin(instance, request.headers)
  const isOwnPage = ({ instance, request }: RequestContext) => origins.isOwnPage(instance, request.headers)
  const corsOrigin = ({ instance, request }: RequestContext) => origins.corsOrigin(instance, request.headers)

  const namesOfAll = Object.keys(headersOfAll)

  /** Adds the headers that the response does not set itself. */
  const withHeadersOfAll = (response: Response) => {
    const missing = namesOfAll.filter((name) => !(name in response.headers))
    if (missing.length === 0) return response
    return HttpServerResponse.setHeaders(response, Struct.pick(headersOfAll, ...missing))
  }

  const withHeaders = (request: Request, cors: Option.Option<string>) => (bare: Response) => {
    const response = Submission.setCookie(settings, request, withHeadersOfAll(bare))
    if (request.headers["origin"] === undefined) return response
    return HttpServerResponse.setHeaders(response, {
      vary: "vary" in response.headers ? `${response.headers["vary"]}, Origin` : "Origin",
      ...(Option.isSome(cors)
        ? {
            "access-control-allow-origin": cors.value,
            "access-control-allow-credentials": "true",
            "access-control-expose-headers": "Retry-After"
          }
        : {})
    })
  }

  /** While the instance is unknown, CORS knows the settings' origins only: an app's page can read the 503 then. */
  const { bySettings } = AllowedOrigins.make(settings)
  const allowedBySettings = ({ headers }: Request) =>
    Option.filter(Option.fromNullable(headers["origin"]), (origin) => origin === settings.baseUrl || bySettings(origin))

  const respondWithoutInstance = (
    request: Request,
    cause: Cause.Cause<EndpointError>,
    { cors = true, render = renderDocument, whileUnavailable }: HandleOptions
  ) => {
    const origin = cors ? allowedBySettings(request) : Option.none()
    const response =
      whileUnavailable !== undefined && Option.isSome(origin)
        ? Effect.succeed(whileUnavailable)
        : respond(Effect.failCause(cause), (problem) => render(problem, undefined), logOutage)
    return Effect.map(response, withHeaders(request, origin))
  }

  /** Runs the handler: of a form of a page once, however often it is sent, and only if the browser keeps cookies. */
  const runHandler = <R>(context: RequestContext, handler: Handler<R>): Effect.Effect<Response, EndpointError, R> => {
    const { instance, request } = context
    // Suspended, so that a handler that throws is a defect like any other.
    const handled = Effect.suspend(() => handler(context))
    if (isNative(request)) {
      const completed = Effect.flatMap(handled, (response) => native.complete(context, response))
      return Effect.zipRight(native.check(context), completed)
    }
    if (!RequestReader.isShortForm(request)) return handled
    return Effect.matchEffect(RequestReader.form(request), {
      // The handler says what is wrong with it.
      onFailure: () => handled,
      onSuccess: (form) =>
        Submission.lacksCookies(request, form)
          ? Submission.cookiesBlocked
          : handleOnce(instance.id, request, form, handled)
    })
  }

  const renderWithHint =
    hintOf === undefined
      ? renderDocument
      : (problem: Problem, context: RequestContext) =>
          Effect.map(hintOf(problem, context), (hint) => toResponse(problem, Option.getOrUndefined(hint)))

  const respondTo = <R>(context: RequestContext, handler: Handler<R>, options: HandleOptions) => {
    const { cors = true, isCrossOriginAllowed = false, render = renderWithHint } = options
    const { instance, request } = context
    const allowed = cors ? corsOrigin(context) : Option.none()
    const isSafe = RequestReader.isSafe(request.method)
    const isForbidden = !isSafe && !isCrossOriginAllowed && isCrossOrigin(context)
    // The request of a page that cannot read the response.
    const isUnreadable = isSafe && cors && request.headers["origin"] !== undefined && Option.isNone(allowed)
    const run = isForbidden ? problem("forbidden_origin") : runHandler(context, handler)
    const response = Effect.map(
      respond(run, (problem) => render(problem, context), logOutage),
      withHeaders(request, allowed)
    )
    if (isForbidden || isUnreadable) {
      return Effect.zipRight(warnAboutOrigin(origins.refused(instance, request.headers)), response)
    }
    const isReplaced = (host: string) => origins.hasReplacedHost(instance, host, request.headers)
    return request.headers["origin"] !== undefined &&
      Option.exists(Either.getRight(RequestReader.host(request)), isReplaced)
      ? Effect.zipRight(warnAboutHost(instance, request.headers), response)
      : response
  }

  const warnAboutHost = (instance: Instance, headers: Request["headers"]) =>
    warnAboutOrigin({ ...origins.refused(instance, headers), mistake: "host", host: headers["host"] ?? "none" })

  const warnAboutReturn: Endpoint["Type"]["warnAboutReturn"] = (mistake, { instance }, origin) =>
    warnAboutOrigin({ ...origins.refused(instance, Headers.fromInput({ origin })), mistake })

  const warnAboutDashboardHost = (host: string) =>
    warnAboutOrigin({
      mistake: "dashboard_host",
      origin: settings.baseUrl,
      allowed: [settings.baseUrl],
      setting: "",
      host
    })

  const handleRequest =
    <R>(handler: Handler<R>, options: HandleOptions = {}) =>
    (request: Request) => {
      const response = Either.match(RequestReader.host(request), {
        onLeft: (problem) => respondWithoutInstance(request, Cause.fail(problem), options),
        onRight: (host) =>
          Effect.matchCauseEffect(instances.findByHost(host), {
            onFailure: (cause) => respondWithoutInstance(request, cause, options),
            onSuccess: (instance) =>
              withPeer(request, (peer) => respondTo(contextOf(request, instance, host, peer), handler, options))
          })
      })
      return observed(request, settings, RequestLog.withoutQuery(request)(response))
    }

  const handle = <R>(handler: Handler<R>, options?: HandleOptions) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, handleRequest(handler, options))

  return Endpoint.of({
    handle,
    handleRequest,
    isCrossOrigin,
    isOwnPage,
    corsOrigin,
    warnAboutReturn,
    warnAboutDashboardHost
  })
})

/** The service as a layer. */
export const layer: Layer.Layer<Endpoint, never, HttpSettings | InstanceDirectory | PublicUrls | RefreshTokens> =
  Layer.scoped(Endpoint, make)
