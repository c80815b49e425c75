/**
 * The way every request goes, whichever router mounts the endpoints: find the instance, refuse foreign sites, tell who
 * is calling, run the handler, turn what went wrong into a problem, and put the headers on that every reply has.
 *
 * @since 0.1.0
 */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Caller } from "@latchkey/domain/core/Caller"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import * as Metrics from "@latchkey/domain/core/Metrics"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import * as IpAddress from "./IpAddress.ts"
import { type DomainError, fromDomain } from "./internal/DomainProblems.ts"
import { type HttpOptions, HttpSettings } from "./HttpSettings.ts"
import * as Origins from "./internal/Origins.ts"
import { type Problem, problem, toResponse } from "./Problem.ts"
import * as SessionCookies from "../session/SessionCookies.ts"

type Response = HttpServerResponse.HttpServerResponse

/** A request that may go on: what a handler has to know of it. @since 0.1.0 */
export interface RequestContext {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly instance: Instance
  readonly caller: Caller
  readonly settings: HttpOptions
}

/** What is done with a request; what it fails with becomes a problem. @since 0.1.0 */
export type Handler<R> = (context: RequestContext) => Effect.Effect<Response, Problem | DomainError, R>

/**
 * - `render`: makes the reply of a problem; by default a problem document. `context` is missing while the instance is not
 *   known, which it is not in an outage.
 * - `cors`: false where no other origin may read the reply, listed or not.
 * - `whileInstancesAreUnknown`: the reply in an outage for an origin that the settings list, in the place of 503.
 *
 * @since 0.1.0
 */
export interface HandleOptions {
  readonly render?: (problem: Problem, context: RequestContext | undefined) => Response
  readonly cors?: boolean
  readonly whileInstancesAreUnknown?: Response
}

/**
 * Runs handlers for requests: the way that every request of Latchkey goes.
 *
 * @since 0.1.0
 */
export class Endpoint extends Context.Tag("../Endpoint.ts")<
  Endpoint,
  {
    /** Runs `handler` for a request. What comes out is always a reply: in an outage 503. */
    readonly handle: <R>(
      handler: Handler<R>,
      options?: HandleOptions
    ) => Effect.Effect<Response, never, R | HttpServerRequest.HttpServerRequest>

    /** Whether a page of a foreign site makes the request. Unsafe methods are refused then, before their handler. */
    readonly isCrossOrigin: (context: RequestContext) => boolean

    /** The origin that CORS headers may name for this request, and none for a foreign one. */
    readonly corsOrigin: (context: RequestContext) => Option.Option<string>
  }
>() {}

const requestSeconds = Metrics.durations<"method" | "status">(
  "latchkey_http_request_seconds",
  "How long it took to answer a request",
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
)

/** Whether a method changes nothing (RFC 9110, 9.2.1). @since 0.1.0 */
export const isSafe = (method: string): boolean => ["GET", "HEAD", "OPTIONS"].includes(method)

/**
 * What may be logged of a URL: nothing from where a query could begin, which may hold the token of a link. For the
 * router that is `;` and `#` as well, and a mail program may have encoded the `?`.
 *
 * @since 0.1.0
 */
export const pathOf = (url: string): string => url.split(/[?;#%]/, 1).join("")

/** The query of a request, decoded. @since 0.1.0 */
export const queryOf = ({ url }: Pick<HttpServerRequest.HttpServerRequest, "url">): URLSearchParams => {
  const start = url.indexOf("?")
  return new URLSearchParams(start === -1 ? "" : url.slice(start + 1))
}

/** The host that a request is for, in lower case and without its port. @since 0.1.0 */
export const hostOf = ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">): string =>
  Origins.hostOf(headers)

/** The headers that every reply has, unless it says otherwise. @since 0.1.0 */
export const replyHeaders = ({ baseUrl }: Pick<HttpOptions, "baseUrl">): Readonly<Record<string, string>> => ({
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  ...(baseUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {})
})

/** The problem that a failure of a handler becomes. @since 0.1.0 */
export const toProblem = (error: Problem | DomainError): Problem =>
  error._tag === "Problem" ? error : fromDomain(error)

/** Turns every failure into a reply. A defect is logged by its name alone: its text may hold anything. */
const answering = <R>(
  effect: Effect.Effect<Response, Problem | DomainError, R>,
  render: (problem: Problem) => Response
): Effect.Effect<Response, never, R> =>
  effect.pipe(
    Effect.catchAll((error) => {
      const response = Effect.succeed(render(toProblem(error)))
      return error._tag === "PersistenceError"
        ? Effect.zipRight(Effect.logError("The store is unavailable", error.detail ?? ""), response)
        : response
    }),
    Effect.catchAllCause((cause) => {
      if (Cause.isInterruptedOnly(cause)) return Effect.interrupt
      const defect = Cause.squash(cause)
      const name = defect instanceof Error ? defect.name : typeof defect
      return Effect.as(Effect.logError("A request died", name), render(problem("internal_error")))
    })
  )

/** Counts a reply, and writes a line where the log is that detailed. */
const observed = (request: HttpServerRequest.HttpServerRequest, { status }: Response, took: Duration.Duration) =>
  Effect.zipRight(
    requestSeconds({ method: request.method, status: String(status) }, took),
    // Annotating takes longer than everything else here, so it is only done for a line that will be written.
    Effect.whenLogLevel(
      Effect.suspend(() =>
        Effect.annotateLogs(Effect.logDebug("Answered"), { method: request.method, path: pathOf(request.url), status })
      ),
      LogLevel.Debug
    )
  )

/** The service, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof Endpoint.Service, never, HttpSettings | Instances | PublicUrls> = Effect.gen(
  function* () {
    const instances = yield* Instances
    const settings = yield* HttpSettings
    const origins = Origins.make(settings, yield* PublicUrls)
    const addressOf = IpAddress.make(settings.trustedProxies)
    const everywhere = replyHeaders(settings)

    // A browser drops a cookie for a domain that the host does not belong to.
    const isUnder = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)
    const withoutDomain = { ...settings, cookieDomain: Option.none() }
    const settingsAt = (host: string): HttpOptions =>
      Option.exists(settings.cookieDomain, (domain) => !isUnder(host, domain)) ? withoutDomain : settings

    const callerOf = (request: HttpServerRequest.HttpServerRequest, remoteAddress: Option.Option<string>): Caller => ({
      ipAddress: addressOf(
        Option.orElse(request.remoteAddress, () => remoteAddress),
        request.headers["x-forwarded-for"]
      ),
      userAgent: request.headers["user-agent"],
      ...SessionCookies.read(request.headers["cookie"])
    })

    const visitOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const host = Origins.hostOf(request.headers)
      const instance = yield* instances.findByHost(host)
      const caller = callerOf(request, yield* IpAddress.RemoteAddress)
      return { request, instance, caller, settings: settingsAt(host) } satisfies RequestContext
    })

    const isCrossOrigin = ({ instance, request }: RequestContext) => !origins.allows(instance, request.headers)

    const guarded = Effect.fnUntraced(function* <R>(context: RequestContext, handler: Handler<R>) {
      if (!isSafe(context.request.method) && isCrossOrigin(context)) return yield* problem("forbidden_origin")
      return yield* handler(context)
    })

    const dress = (request: HttpServerRequest.HttpServerRequest, cors: Option.Option<string>) => (response: Response) =>
      HttpServerResponse.setHeaders(response, {
        ...everywhere,
        ...response.headers,
        ...(request.headers["origin"] === undefined ? {} : { vary: "Origin" }),
        ...(Option.isSome(cors)
          ? {
              "access-control-allow-origin": cors.value,
              "access-control-allow-credentials": "true",
              "access-control-expose-headers": "Retry-After"
            }
          : {})
      })

    /** What CORS can say while the instance is not known: so an outage has a code for the app's page, too. */
    const listedOrigin = ({ headers }: HttpServerRequest.HttpServerRequest) =>
      Option.filter(Option.fromNullable(headers["origin"]), (origin) =>
        [settings.baseUrl, ...settings.allowedOrigins].includes(origin)
      )

    const corsOrigin = ({ instance, request }: RequestContext) => origins.corsOrigin(instance, request.headers)

    /** What a request is answered whose instance cannot be looked up. */
    const unknown = (
      request: HttpServerRequest.HttpServerRequest,
      cause: Cause.Cause<DomainError>,
      { cors = true, render = toResponse, whileInstancesAreUnknown: given }: HandleOptions
    ) => {
      const origin = cors ? listedOrigin(request) : Option.none()
      const answer =
        given !== undefined && Option.isSome(origin)
          ? Effect.succeed(given)
          : answering(Effect.failCause(cause), (problem) => render(problem, undefined))
      return Effect.map(answer, dress(request, origin))
    }

    const handle = <R>(handler: Handler<R>, options: HandleOptions = {}) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        visitOf(request).pipe(
          Effect.matchCauseEffect({
            onFailure: (cause) => unknown(request, cause, options),
            onSuccess: (context) => {
              const { cors = true, render = toResponse } = options
              const answer = answering(guarded(context, handler), (problem) => render(problem, context))
              return Effect.map(answer, dress(request, cors ? corsOrigin(context) : Option.none()))
            }
          }),
          Effect.timed,
          Effect.flatMap(([took, response]) => Effect.as(observed(request, response, took), response))
        )
      )

    return Endpoint.of({ handle, isCrossOrigin: isCrossOrigin, corsOrigin })
  }
)

/** The service, over the instances and the settings. @since 0.1.0 */
export const layer: Layer.Layer<Endpoint, never, HttpSettings | Instances | PublicUrls> = Layer.effect(Endpoint, make)
