/**
 * What happens to a session after it was made.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Attempt from "../audit/internal/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import { type PersistenceError, SessionNotFound, Unauthenticated } from "../core/Errors.ts"
import type { SessionId } from "../core/Ids.ts"
import type { Instance } from "../instance/Instance.ts"
import { Secrets } from "../core/TokenGenerator.ts"
import type { LiveSession, SessionSummary } from "./Session.ts"
import { SessionRepository } from "./SessionRepository.ts"
import { traced } from "../core/Tracing.ts"

/** Who comes with a session, or without one. @since 0.1.0 */
export interface SessionRequest {
  readonly instance: Instance
  readonly caller: Caller
}

/** The use case of checking and ending sessions. @since 0.1.0 */
export class Sessions extends Context.Tag("@latchkey/domain/Sessions")<
  Sessions,
  {
    /**
     * Whose session the caller presents. It lives only together with its own browser's `__client`, until it is over
     * by either of its lifetimes or ended. One query, and at most once in five minutes another that records the visit
     * (four times in the idle lifetime, if that is shorter).
     */
    readonly authenticate: (request: SessionRequest) => Effect.Effect<LiveSession, Unauthenticated | PersistenceError>

    /** Ends the presented session, if there is one. Succeeds either way. */
    readonly signOut: (request: SessionRequest) => Effect.Effect<void, PersistenceError>

    /** The last hundred live sessions of the signed-in user, newest first, and which of them this one is. */
    readonly list: (
      request: SessionRequest
    ) => Effect.Effect<
      { readonly current: LiveSession; readonly sessions: ReadonlyArray<SessionSummary> },
      Unauthenticated | PersistenceError
    >

    /** Ends one session of the signed-in user, which may be this one. Another user's is `SessionNotFound`. */
    readonly end: (
      request: SessionRequest,
      id: SessionId
    ) => Effect.Effect<{ readonly wasCurrent: boolean }, Unauthenticated | SessionNotFound | PersistenceError>

    /** Ends every session of the signed-in user but this one, and answers how many there were. */
    readonly endOthers: (request: SessionRequest) => Effect.Effect<number, Unauthenticated | PersistenceError>

    /** Ends every session of the signed-in user, this one too, on all devices. Needs a live session itself. */
    readonly signOutEverywhere: (request: SessionRequest) => Effect.Effect<void, Unauthenticated | PersistenceError>
  }
>() {}

const shown = 100

/** At most every five minutes, and often enough that a short idle lifetime never ends a session that is in use. */
const touchEvery = (instance: Instance): Duration.Duration =>
  Duration.min(Duration.minutes(5), Duration.times(instance.idleLifetime, 0.25))

/** The use case over its ports, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof Sessions.Service, never, Secrets | SessionRepository> = Effect.gen(
  function* () {
    const logged = yield* Attempt.makeLogged
    const secrets = yield* Secrets
    const sessions = yield* SessionRepository

    const authenticate = Effect.fnUntraced(function* ({ instance, caller }: SessionRequest) {
      if (Option.isNone(caller.session) || Option.isNone(caller.client)) return yield* new Unauthenticated()
      const now = yield* DateTime.now
      const found = yield* sessions.findLive({
        instanceId: instance.id,
        secretHash: secrets.hash(caller.session.value),
        clientHash: secrets.hash(caller.client.value),
        now,
        idleLifetime: instance.idleLifetime
      })
      if (Option.isNone(found)) return yield* new Unauthenticated()
      const isTouchDue = DateTime.greaterThanOrEqualTo(
        now,
        DateTime.addDuration(found.value.lastSeenAt, touchEvery(instance))
      )
      if (isTouchDue) yield* sessions.touch(instance.id, found.value.id, now)
      return found.value
    }, traced("Sessions.authenticate"))

    const signOut = Effect.fn("Sessions.signOut")(function* ({ instance, caller }: SessionRequest) {
      if (Option.isSome(caller.session)) yield* sessions.end(instance.id, secrets.hash(caller.session.value))
    })

    const signOutEverywhere = Effect.fn("Sessions.signOutEverywhere")(
      function* (request: SessionRequest) {
        const session = yield* authenticate(request)
        yield* sessions.endAll(request.instance.id, session.userId)
      },
      (attempt, request) => logged("sign_out_all", request)(attempt)
    )

    const list = Effect.fn("Sessions.list")(function* (request: SessionRequest) {
      const current = yield* authenticate(request)
      const { id: instanceId, idleLifetime } = request.instance
      const now = yield* DateTime.now
      return {
        current,
        sessions: yield* sessions.list({ instanceId, userId: current.userId, now, idleLifetime, limit: shown })
      }
    })

    const end = Effect.fn("Sessions.end")(function* (request: SessionRequest, id: SessionId) {
      const current = yield* authenticate(request)
      const ended = yield* sessions.endById(request.instance.id, current.userId, id)
      if (!ended) return yield* new SessionNotFound()
      return { wasCurrent: id === current.id }
    })

    const endOthers = Effect.fn("Sessions.endOthers")(function* (request: SessionRequest) {
      const current = yield* authenticate(request)
      return yield* sessions.endOthers(request.instance.id, current.userId, current.id)
    })

    return Sessions.of({ authenticate, signOut, list, end, endOthers, signOutEverywhere })
  }
)

/** The use case over its ports. @since 0.1.0 */
export const layer: Layer.Layer<Sessions, never, Secrets | SessionRepository> = Layer.effect(Sessions, make)
