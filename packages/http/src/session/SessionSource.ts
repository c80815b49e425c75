/**
 * Where an app asks whose session a request has: in its own process, or of a Latchkey that runs elsewhere
 * (`RemoteSessionSource`).
 *
 * @since 0.1.0
 */
import * as Headers from "@effect/platform/Headers"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { Sessions } from "@latchkey/domain/session/Sessions"
import type { ActiveSession } from "@latchkey/domain/session/SessionRepository";
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ActiveSessionResponse } from "./CurrentSession.ts"
import { isSafe, toProblem } from "../core/Endpoint.ts"
import { HttpSettings } from "../core/HttpSettings.ts"
import * as Origins from "../core/internal/Origins.ts"
import { type Problem, problem } from "../core/Problem.ts"
import * as SessionCookies from "./SessionCookies.ts"

/** What is looked at of a request. The headers of the Fetch API go in by `Object.fromEntries`. @since 0.1.0 */
export interface PresentedRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** The port by which an app learns who is signed in. @since 0.1.0 */
export class SessionSource extends Context.Tag("../SessionSource.ts")<
  SessionSource,
  {
    /**
     * The live session that the cookies of a request hold; none when nobody is signed in. Costs one query, and none
     * without cookies. Fails with `forbidden_origin` when a page of a foreign site makes an unsafe request, and with
     * `service_unavailable` when it cannot be told now: an outage is never "not signed in".
     */
    readonly find: (request: PresentedRequest) => Effect.Effect<Option.Option<ActiveSessionResponse>, Problem>
  }
>() {}

const toSignedIn = ({ lastSeenAt: _, method: __, id, ...session }: ActiveSession): ActiveSessionResponse => ({
  ...session,
  sessionId: id
})

/** The source in the process, as an effect: one query for each session that is asked for. @since 0.1.0 */
export const make: Effect.Effect<
  typeof SessionSource.Service,
  never,
  HttpSettings | Instances | PublicUrls | Sessions
> = Effect.gen(function* () {
  const instances = yield* Instances
  const sessions = yield* Sessions
  const origins = Origins.make(yield* HttpSettings, yield* PublicUrls)

  const find = Effect.fnUntraced(
    function* (request: PresentedRequest) {
      const headers = Headers.fromInput(request.headers)
      const { clientToken: client, sessionToken: session } = SessionCookies.read(headers["cookie"])
      if (Option.isNone(client) || Option.isNone(session)) return Option.none()
      const instance = yield* instances.findByHost(Origins.hostOf(headers))
      if (!isSafe(request.method) && !origins.allows(instance, headers)) return yield* problem("forbidden_origin")
      // The address is for budgets, and checking a session has none.
      const live = yield* sessions.authenticate({ instance, caller: { ipAddress: "", clientToken: client, sessionToken: session } })
      return Option.some(toSignedIn(live))
    },
    Effect.catchTag("Unauthenticated", () => Effect.succeedNone),
    Effect.mapError(toProblem)
  )

  return SessionSource.of({ find })
})

/**
 * The source in the process, for an app that Latchkey is part of. The instance is chosen by the request's host.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<SessionSource, never, HttpSettings | Instances | PublicUrls | Sessions> = Layer.effect(
  SessionSource,
  make
)

/**
 * The session of the request that is being handled, or none. Fails as `SessionSource.find` does: for handlers without
 * `HttpApi`.
 *
 * @since 0.1.0
 */
export const find: Effect.Effect<
  Option.Option<ActiveSessionResponse>,
  Problem,
  HttpServerRequest.HttpServerRequest | SessionSource
> = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  Effect.flatMap(SessionSource, (source) => source.find(request))
)

/**
 * The session of the request that is being handled. Fails with `unauthenticated` when there is none, and else as
 * `find`.
 *
 * @since 0.1.0
 */
export const require: Effect.Effect<ActiveSessionResponse, Problem, HttpServerRequest.HttpServerRequest | SessionSource> =
  Effect.flatMap(find, (session) => Effect.mapError(session, () => problem("unauthenticated")))
