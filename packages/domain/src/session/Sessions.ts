/** Checking, listing and revoking sessions. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { byUser } from "../audit/AuditLog.ts"
import { type User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { SessionId, UserId } from "../core/Ids.ts"
import type { Details } from "../event/Event.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { EmailNotVerified, SessionNotFound, Unauthenticated } from "./SessionErrors.ts"
import { type ActiveSession, SessionRepository, type SessionSummary } from "./SessionRepository.ts"
import type { Token } from "../core/Token.ts"
import { clientTokenOf, TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance, SessionField } from "../instance/Instance.ts"
import { sessionHashOf } from "./SessionIssuer.ts"
import { SessionObserver } from "./SessionObserver.ts"
import { attempts } from "./SessionRecords.ts"
import * as AbsentSession from "./internal/AbsentSession.ts"

/** A caller of an instance, with or without a session. */
export interface SessionRequest {
  readonly instance: Instance
  readonly caller: Caller
}

/**
 * Returns `true` if apps get the session: on an instance that requires it, the user has verified their email address.
 */
export const isAllowed = (
  { sessionConfig }: Instance,
  { emailVerified }: Pick<ActiveSession, "emailVerified">
): boolean => emailVerified || !sessionConfig.requireVerifiedEmail

/** What apps get of the user with a session: the fields that the instance includes, and no others. */
export type IncludedData = Partial<Pick<User, SessionField>>

/** A session as apps get it. `data`: absent if the instance includes none. */
export interface AppSession {
  readonly session: ActiveSession
  readonly data?: IncludedData
}

/** The use case of checking, listing and revoking sessions. */
export class Sessions extends Context.Tag("@latchkey/domain/Sessions")<
  Sessions,
  {
    /**
     * Returns the session that the caller presents. It is active only together with its own client's token, until one
     * of its lifetimes expires, it is revoked, or the user is disabled. Costs at most one query, and at most once in
     * five minutes another one that records the visit (four times per idle lifetime, if that is shorter).
     */
    readonly authenticate: (request: SessionRequest) => Effect.Effect<ActiveSession, Unauthenticated | PersistenceError>

    /** Returns the presented session, or `None` if there is no active one. */
    readonly find: (request: SessionRequest) => Effect.Effect<Option.Option<ActiveSession>, PersistenceError>

    /**
     * Returns the presented session for an app, or `None`. Fails with `EmailNotVerified` for a session that is not
     * allowed. The other methods serve users themselves, who need them to verify their email address. Costs one more
     * query if the instance includes data of the user.
     */
    readonly findForApp: (
      request: SessionRequest
    ) => Effect.Effect<Option.Option<AppSession>, EmailNotVerified | PersistenceError>

    /**
     * Returns in one sentence, for developers, why the tokens of a caller who has both are no active session. Costs a
     * query for each instance: only for development.
     */
    readonly explainAbsence: (request: SessionRequest) => Effect.Effect<Option.Option<string>, PersistenceError>

    /** Returns the token of the client that the caller presents, or makes one. Stores nothing. */
    readonly clientOf: (caller: Caller) => Effect.Effect<Token>

    /** Revokes the presented session. Succeeds if there is none, too. */
    readonly signOut: (request: SessionRequest) => Effect.Effect<void, PersistenceError>

    /**
     * Revokes every session of the signed-in user, on all devices, including the presented one. Sign-ins in progress
     * fail.
     */
    readonly signOutAll: (request: SessionRequest) => Effect.Effect<void, Unauthenticated | PersistenceError>

    /** Returns the presented session, and the newest hundred active sessions of its user. */
    readonly list: (
      request: SessionRequest
    ) => Effect.Effect<
      { readonly current: ActiveSession; readonly sessions: ReadonlyArray<SessionSummary> },
      Unauthenticated | PersistenceError
    >

    /** Revokes one session of the signed-in user, which may be the presented one. */
    readonly revoke: (
      request: SessionRequest,
      id: SessionId
    ) => Effect.Effect<{ readonly wasCurrent: boolean }, Unauthenticated | SessionNotFound | PersistenceError>

    /**
     * Revokes every session of the signed-in user except the presented one. Sign-ins in progress fail. Returns how many
     * were revoked.
     */
    readonly revokeOthers: (request: SessionRequest) => Effect.Effect<number, Unauthenticated | PersistenceError>
  }
>() {}

const listLimit = 100

const fiveMinutes = 5 * 60_000

/** At most every five minutes, and often enough that a short idle lifetime never expires while a session is in use. */
const isTouchDue = ({ idleLifetime }: Instance, { lastSeenAt }: ActiveSession, now: DateTime.Utc): boolean =>
  now.epochMillis - lastSeenAt.epochMillis >= Math.min(fiveMinutes, Duration.toMillis(idleLifetime) / 4)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const events = yield* EventRecorder
  const record = yield* Attempt.makeRecorder(attempts)
  const tokens = yield* TokenGenerator
  const sessions = yield* SessionRepository
  const users = yield* UserRepository
  const absent = yield* AbsentSession.make
  const observer = yield* SessionObserver
  const transaction = yield* Transaction

  const recordEnd = ({ id: instanceId }: Instance, userId: UserId, details: Details<"session.revoked">) =>
    events.record({ type: "session.revoked", user: { instanceId, id: userId }, by: byUser, details })

  const hashesOf = (caller: Caller, sessionToken: Token, clientToken: Token): AbsentSession.Hashes => ({
    tokenHash: sessionHashOf(tokens, caller, sessionToken),
    clientHash: tokens.hash(clientToken)
  })

  const findAt = (instance: Instance, hashes: AbsentSession.Hashes, now: DateTime.Utc) => {
    const { id: instanceId, idleLifetime } = instance
    return Effect.flatMap(sessions.findActive({ ...hashes, instanceId, idleLifetime, now }), (found) => {
      if (Option.isNone(found)) return Effect.zipRight(absent.log(instance, hashes), Effect.succeedNone)
      const session = Effect.succeedSome(found.value)
      return isTouchDue(instance, found.value, now)
        ? Effect.zipRight(sessions.touch(instanceId, found.value.id, now), session)
        : session
    })
  }

  const find = ({ caller, instance }: SessionRequest) => {
    const { clientToken, sessionToken } = caller
    return Option.isNone(sessionToken) || Option.isNone(clientToken)
      ? Effect.succeedNone
      : Effect.flatMap(DateTime.now, (now) =>
          findAt(instance, hashesOf(caller, sessionToken.value, clientToken.value), now)
        ).pipe(traced("Sessions.find"))
  }

  const authenticate = (request: SessionRequest) =>
    Effect.flatMap(find(request), (found) =>
      Option.isSome(found) ? Effect.succeed(found.value) : new Unauthenticated()
    )

  /** Reads the user, who may be deleted since the session was found: then there is none. */
  const withData = ({ id, sessionConfig }: Instance, session: ActiveSession) =>
    Effect.map(
      users.findById(id, session.userId),
      Option.map((user) => ({ session, data: Struct.pick(user, ...sessionConfig.include) }))
    )

  const findForApp = (request: SessionRequest) =>
    Effect.flatMap(find(request), (found): ReturnType<(typeof Sessions.Service)["findForApp"]> => {
      if (Option.isNone(found)) return Effect.succeedNone
      if (!isAllowed(request.instance, found.value)) return new EmailNotVerified()
      return request.instance.sessionConfig.include.length === 0
        ? Effect.succeedSome({ session: found.value })
        : withData(request.instance, found.value)
    })

  const explainAbsence = ({ caller, instance }: SessionRequest) =>
    Effect.transposeOption(
      Option.zipWith(caller.sessionToken, caller.clientToken, (session, client) =>
        absent.explain(instance, hashesOf(caller, session, client))
      )
    )

  const clientOf = ({ clientToken }: Caller) => clientTokenOf(tokens, clientToken)

  const signOut = Effect.fnUntraced(function* ({ instance, caller }: SessionRequest) {
    if (Option.isNone(caller.sessionToken)) return
    const tokenHash = sessionHashOf(tokens, caller, caller.sessionToken.value)
    yield* transaction.run(
      Effect.gen(function* () {
        const revoked = yield* sessions.revoke(instance.id, tokenHash)
        if (Option.isNone(revoked)) return
        const { id, userId } = revoked.value
        yield* recordEnd(instance, userId, { session: { id } })
        yield* observer.signedOut({ instanceId: instance.id, userId, id, caller })
      })
    )
  }, traced("Sessions.signOut"))

  const signOutAll = Effect.fnUntraced(
    function* (request: SessionRequest) {
      const { userId } = yield* authenticate(request)
      const { instance } = request
      yield* sessions
        .revokeAll(instance.id, userId)
        .pipe(Effect.zipRight(recordEnd(instance, userId, { sessions: "all" })), transaction.run)
    },
    (attempt, request) => record("sign_out_all", request)(attempt),
    traced("Sessions.signOutAll")
  )

  const list = Effect.fnUntraced(function* (request: SessionRequest) {
    const current = yield* authenticate(request)
    const { id: instanceId, idleLifetime } = request.instance
    const query = { instanceId, userId: current.userId, now: yield* DateTime.now, idleLifetime, limit: listLimit }
    return { current, sessions: yield* sessions.list(query) }
  }, traced("Sessions.list"))

  const revoke = Effect.fnUntraced(function* (request: SessionRequest, id: SessionId) {
    const current = yield* authenticate(request)
    const { instance } = request
    const isRevoked = yield* sessions.revokeById(instance.id, current.userId, id).pipe(
      Effect.tap((isRevoked) => Effect.when(recordEnd(instance, current.userId, { session: { id } }), () => isRevoked)),
      transaction.run
    )
    if (!isRevoked) return yield* new SessionNotFound()
    return { wasCurrent: id === current.id }
  }, traced("Sessions.revoke"))

  const revokeOthers = Effect.fnUntraced(function* (request: SessionRequest) {
    const current = yield* authenticate(request)
    const { instance } = request
    return yield* sessions.revokeOthers(instance.id, current.userId, current.id).pipe(
      Effect.tap((count) => Effect.when(recordEnd(instance, current.userId, { sessions: "others" }), () => count > 0)),
      transaction.run
    )
  }, traced("Sessions.revokeOthers"))

  return Sessions.of({
    authenticate,
    explainAbsence,
    clientOf,
    find,
    findForApp,
    signOut,
    signOutAll,
    list,
    revoke,
    revokeOthers
  })
})

/** The use case as a layer. */
export const layer = Layer.effect(Sessions, make)
