/**
 * Where an app gets the session of a request from: its own process, or a Latchkey that runs elsewhere
 * (`RemoteSessionSource`).
 */
import * as Headers from "@effect/platform/Headers"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { isPersistenceError } from "@latchkey/domain/core/ErrorGuards"
import * as FailureReason from "@latchkey/domain/core/FailureReason"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { type AssuranceLevel, AuthenticationMethods } from "@latchkey/domain/instance/AuthenticationMethods"
import { type AppSession, Sessions } from "@latchkey/domain/session/Sessions"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type EndpointError, toProblem } from "../core/Endpoint.ts"
import { HttpSettings } from "../core/HttpSettings.ts"
import * as Origins from "../core/Origins.ts"
import { OriginWarning } from "../core/OriginWarning.ts"
import * as OutageLog from "../core/OutageLog.ts"
import * as PresentedCookies from "../core/PresentedCookies.ts"
import { type Problem, problem } from "../core/Problem.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { included } from "./included.ts"
import type { ActiveSessionResponse } from "./SessionApi.ts"

/** What is read of a request. Pass the headers of the Fetch API with `Object.fromEntries`. */
export interface PresentedRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The request of the server. Node's is read for `Host` lines that the headers do not have. */
  readonly source?: unknown
}

/** The port for the session of a request. */
export class SessionSource extends Context.Tag("@latchkey/http/SessionSource")<
  SessionSource,
  {
    /**
     * Returns the active session of a request, or `None`, as at a host of a deleted instance. Costs one query, and none
     * without cookies. Fails with `forbidden_origin` if a page of another site makes an unsafe request, with
     * `email_not_verified` if the instance requires a verified email address and the user has none, and with
     * `service_unavailable` in an outage, which is never "not signed in".
     */
    readonly find: (request: PresentedRequest) => Effect.Effect<Option.Option<ActiveSessionResponse>, Problem>
  }
>() {}

/** Returns what an app learns of a session. Adds nothing for an instance that includes no data: most do not. */
export const toActiveSessionResponse = (
  { amrOf, levelOf }: typeof AuthenticationMethods.Service,
  { id: instanceId }: Instance,
  { data, session }: AppSession
): ActiveSessionResponse => {
  const { authenticatedAt, claimedAt, email, emailVerified, expiresAt, id: sessionId, methods, userId } = session
  const response = {
    userId,
    sessionId,
    instanceId,
    email,
    emailVerified,
    claimedAt,
    amr: amrOf(methods),
    aal: levelOf(methods),
    authenticatedAt,
    expiresAt
  }
  return data === undefined ? response : { ...response, ...included(data) }
}

/** Makes the source of this process: one query for each session. */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceDirectory
  const methods = yield* AuthenticationMethods
  const sessions = yield* Sessions
  const settings = yield* HttpSettings
  const origins = Origins.make(settings, yield* PublicUrls)
  const warnAboutOrigin = yield* OriginWarning

  const findInstance = (host: string) =>
    instances.findByHost(host).pipe(
      Effect.asSome,
      Effect.catchTag("InstanceNotFound", () => Effect.succeedNone)
    )

  const logOutage = OutageLog.make("The store is unavailable")
  const logStore = (error: EndpointError) =>
    isPersistenceError(error) ? logOutage(FailureReason.ofOutage(error)) : Effect.void

  const find = Effect.fnUntraced(
    function* (request: PresentedRequest) {
      const headers = Headers.fromInput(request.headers)
      const { clientToken, sessionToken } = PresentedCookies.read(settings, headers)
      if (Option.isNone(clientToken) || Option.isNone(sessionToken)) {
        yield* Effect.logDebug("No session", PresentedCookies.describeMissing(settings, headers))
        return Option.none()
      }
      const found = yield* findInstance(yield* RequestReader.host({ ...request, headers }))
      if (Option.isNone(found)) return Option.none()
      const instance = found.value
      if (!RequestReader.isSafe(request.method) && origins.isCrossOrigin(instance, headers)) {
        yield* warnAboutOrigin(origins.refused(instance, headers))
        return yield* problem("forbidden_origin")
      }
      // The IP address is for limits, and checking a session has none.
      const active = yield* sessions.findForApp({ instance, caller: { ipAddress: "", clientToken, sessionToken } })
      return Option.map(active, (session) => toActiveSessionResponse(methods, instance, session))
    },
    Effect.tapError(logStore),
    Effect.mapError(toProblem)
  )

  return SessionSource.of({ find })
})

/**
 * The source of this process, for an app that embeds Latchkey. The request's host chooses the instance.
 */
export const layer: Layer.Layer<
  SessionSource,
  never,
  AuthenticationMethods | HttpSettings | InstanceDirectory | PublicUrls | Sessions
> = Layer.effect(SessionSource, make)

/**
 * Returns the session of the request that is being handled, or `None`. Fails as `SessionSource.find` does. For handlers
 * without `HttpApi`.
 */
export const find: Effect.Effect<
  Option.Option<ActiveSessionResponse>,
  Problem,
  HttpServerRequest.HttpServerRequest | SessionSource
> = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  Effect.flatMap(SessionSource, (source) => source.find(request))
)

/**
 * Returns the session of the request that is being handled. Fails with `unauthenticated` if there is none, and as
 * `find` does.
 */
export const require: Effect.Effect<
  ActiveSessionResponse,
  Problem,
  HttpServerRequest.HttpServerRequest | SessionSource
> = Effect.flatMap(find, (session) => Effect.mapError(session, () => problem("unauthenticated")))

/**
 * Returns the session of the request that is being handled, if its user has verified their email address. Fails with
 * `email_not_verified` if they have not, and as `require` does.
 */
export const requireVerified: Effect.Effect<
  ActiveSessionResponse,
  Problem,
  HttpServerRequest.HttpServerRequest | SessionSource
> = Effect.filterOrFail(
  require,
  ({ emailVerified }) => emailVerified,
  () => problem("email_not_verified")
)

/**
 * What an endpoint requires of a session, beyond being active.
 *
 * - `maxAge`: how long ago the user may have signed in, or authenticated again, at most.
 * - `aal`: the assurance level: 1 by default, 2 for a passkey or a second factor.
 */
export interface StepUpOptions {
  readonly maxAge: Duration.DurationInput
  readonly aal?: AssuranceLevel
}

/**
 * Makes the effect that returns the session of the request that is being handled, if it is as recent and as strong as
 * the options say. Fails with `reauthentication_required` if it is not, and as `require` does: the user authenticates
 * again with `POST /v1/auth/reauthenticate`.
 */
export const requireRecent = ({ aal = 1, maxAge }: StepUpOptions): typeof require =>
  Effect.flatMap(require, (session) =>
    Effect.flatMap(DateTime.now, (now) => {
      const isRecent = DateTime.lessThan(now, DateTime.addDuration(session.authenticatedAt, maxAge))
      return isRecent && session.aal >= aal ? Effect.succeed(session) : problem("reauthentication_required")
    })
  )
