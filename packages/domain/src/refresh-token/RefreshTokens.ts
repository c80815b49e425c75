/** Sessions of native clients: apps that keep a refresh token in place of cookies. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { type AccessToken, AccessTokens } from "../access-token/AccessTokens.ts"
import { type AccessTokensDisabled, AudienceNotAllowed } from "../access-token/AccessTokenErrors.ts"
import { UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import { byUser } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Caller } from "../core/Caller.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import type { Instance } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { Unauthenticated } from "../session/SessionErrors.ts"
import { refreshHashOf } from "../session/SessionIssuer.ts"
import { type ActiveSession, SessionRepository } from "../session/SessionRepository.ts"
import { refreshTokenPerIp } from "./RefreshTokenLimits.ts"
import { accountChanges, attempts, auditActions } from "./RefreshTokenRecords.ts"
import * as RefreshTokenText from "./RefreshTokenText.ts"

/** 30 seconds: for how long the token before the current one still gets an access token. */
export const grace = Duration.seconds(30)

/** A native client that presents a refresh token. `audience`: the first one of the instance if it is `None`. */
export interface RefreshRequest {
  readonly instance: Instance
  readonly caller: Caller
  readonly presented: Redacted.Redacted
  readonly audience: Option.Option<string>
}

/**
 * The tokens of a native client. `refreshToken`: none if the client has used the former one a moment ago, and has got
 * the next one then. `accessToken`: none on an instance that requires a verified address, for a user without one.
 */
export interface NativeTokens {
  readonly refreshToken: Option.Option<Redacted.Redacted>
  readonly accessToken: Option.Option<AccessToken>
}

type Unavailable = AccessTokensDisabled | AudienceNotAllowed | PersistenceError

/** The use case of keeping a native client signed in. */
export class RefreshTokens extends Context.Tag("@latchkey/domain/RefreshTokens")<
  RefreshTokens,
  {
    /** Fails if the instance has no audience for access tokens, and so no native clients. */
    readonly checkAvailable: (instance: Instance) => Effect.Effect<void, Unavailable>

    /** Returns the tokens of a session that was just issued to a native client. Costs one query. */
    readonly tokensOf: (
      instance: Instance,
      issued: RefreshTokenText.Parts
    ) => Effect.Effect<NativeTokens, Unavailable | Unauthenticated>

    /**
     * Replaces a refresh token, and returns the next one with an access token. The former one gets another access token
     * for 30 seconds, and no refresh token; later it ends the session, which is recorded, and its user is told: someone
     * else has it. Fails with `Unauthenticated` then, and for a token that is malformed, unknown or of a session that
     * has ended.
     *
     * A malformed one costs no query. Others count per IP address before they are looked up, unless they work.
     */
    readonly refresh: (
      request: RefreshRequest
    ) => Effect.Effect<NativeTokens, RateLimited<"sign_in"> | Unauthenticated | Unavailable>

    /**
     * Ends the session of the current token that a native client presents, and records it as a sign-out. Does nothing
     * to any other token. Counts as `refresh` does.
     */
    readonly revokePresented: (
      request: Omit<RefreshRequest, "audience">
    ) => Effect.Effect<void, RateLimited<"sign_in"> | PersistenceError>
  }
>() {}

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const accessTokens = yield* AccessTokens
  const events = yield* EventRecorder
  const limiter = yield* RateLimiter
  const notices = yield* AccountNotices
  const record = yield* Attempt.makeRecorder(attempts)
  const sessions = yield* SessionRepository
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const audienceOf = (instance: Instance, audience: Option.Option<string>) =>
    Effect.mapError(
      Option.orElse(audience, () => Option.fromNullable(instance.tokenConfig.audiences[0])),
      () => new AudienceNotAllowed()
    )

  const checkAvailable = (instance: Instance) =>
    Effect.flatMap(audienceOf(instance, Option.none()), (audience) => accessTokens.checkAudience(instance, audience))

  /** Returns an access token, or `None` if the instance gives none to a user without a verified address. */
  const accessTokenOf = (instance: Instance, session: ActiveSession, audience: string) =>
    accessTokens.grant(instance, session, audience).pipe(
      Effect.asSome,
      Effect.catchTag("EmailNotVerified", () => Effect.succeedNone)
    )

  const find = Effect.fnUntraced(function* (
    { id: instanceId, idleLifetime }: Instance,
    { clientToken, sessionToken }: RefreshTokenText.Parts
  ) {
    return yield* sessions.findActive({
      instanceId,
      tokenHash: refreshHashOf(tokens, sessionToken),
      clientHash: tokens.hash(clientToken),
      now: yield* DateTime.now,
      idleLifetime
    })
  })

  const tokensOf: (typeof RefreshTokens.Service)["tokensOf"] = Effect.fnUntraced(function* (instance, issued) {
    const audience = yield* audienceOf(instance, Option.none())
    const session = yield* Effect.mapError(yield* find(instance, issued), () => new Unauthenticated())
    return {
      refreshToken: Option.some(RefreshTokenText.format(issued)),
      accessToken: yield* accessTokenOf(instance, session, audience)
    }
  }, traced("RefreshTokens.tokensOf"))

  const signOut = ({ id: instanceId }: Instance, { id, userId }: ActiveSession) =>
    Effect.gen(function* () {
      if (!(yield* sessions.revokeById(instanceId, userId, id))) return
      const user = { instanceId, id: userId }
      yield* events.record({ type: "session.revoked", user, by: byUser, details: { session: { id } } })
    }).pipe(transaction.run)

  /** Ends a session of which someone else has a token. */
  const end = ({ caller, instance }: RefreshRequest, { id, userId }: ActiveSession) =>
    Effect.gen(function* () {
      const user = yield* users.findByIdForUpdate(instance.id, userId)
      const isRevoked = yield* sessions.revokeById(instance.id, userId, id)
      if (Option.isNone(user) || !isRevoked) return
      yield* notices.enqueue({ change: accountChanges.refresh_token_replayed, instance, user: user.value, caller })
      const audit = entryOf("refresh_token_replayed", id)
      yield* events.record({
        type: "session.revoked",
        user: user.value,
        by: byUser,
        details: { session: { id } },
        audit
      })
    }).pipe(transaction.run)

  const rotate = Effect.fnUntraced(function* ({ instance }: RefreshRequest, presented: RefreshTokenText.Parts) {
    const { clientToken } = presented
    const sessionToken = yield* tokens.generate
    const now = yield* DateTime.now
    const rotated = yield* sessions.rotate({
      instanceId: instance.id,
      clientHash: tokens.hash(clientToken),
      tokenHash: refreshHashOf(tokens, presented.sessionToken),
      nextHash: refreshHashOf(tokens, sessionToken),
      now,
      idleLifetime: instance.idleLifetime,
      repeatableSince: DateTime.subtractDuration(now, grace)
    })
    return Option.map(rotated, ({ outcome, session }) => ({ outcome, session, next: { clientToken, sessionToken } }))
  })

  const refresh: (typeof RefreshTokens.Service)["refresh"] = Effect.fnUntraced(
    function* (request) {
      const { caller, instance } = request
      const presented = yield* Effect.mapError(RefreshTokenText.parse(request.presented), () => new Unauthenticated())
      const audience = yield* audienceOf(instance, request.audience)
      yield* accessTokens.checkAudience(instance, audience)
      const counted = yield* limiter.consume(instance, refreshTokenPerIp.keys(caller))
      const { next, outcome, session } = yield* Effect.mapError(
        yield* rotate(request, presented),
        () => new Unauthenticated()
      )
      if (outcome === "replayed") {
        yield* end(request, session)
        return yield* new Unauthenticated()
      }
      yield* limiter.refund(counted)
      return {
        refreshToken: outcome === "rotated" ? Option.some(RefreshTokenText.format(next)) : Option.none(),
        accessToken: yield* accessTokenOf(instance, session, audience)
      }
    },
    // If the client disconnects now, it would have neither token.
    Effect.uninterruptible,
    (attempt, request) => record("token_refresh", request)(attempt),
    traced("RefreshTokens.refresh")
  )

  const revokePresented: (typeof RefreshTokens.Service)["revokePresented"] = Effect.fnUntraced(function* ({
    caller,
    instance,
    presented
  }) {
    const parts = RefreshTokenText.parse(presented)
    if (Option.isNone(parts)) return
    const counted = yield* limiter.consume(instance, refreshTokenPerIp.keys(caller))
    const session = yield* find(instance, parts.value)
    if (Option.isNone(session)) return
    yield* signOut(instance, session.value)
    yield* limiter.refund(counted)
  }, traced("RefreshTokens.revokePresented"))

  return RefreshTokens.of({ checkAvailable, tokensOf, refresh, revokePresented })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(RefreshTokens, make)
