/** Creating, listing and revoking one's own personal access tokens. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Attempt from "../audit/Attempt.ts"
import { byUser } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Caller } from "../core/Caller.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import type { Token } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import type { Instance } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import * as ConfirmedOwner from "../session/ConfirmedOwner.ts"
import type { ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import * as Revocation from "./internal/Revocation.ts"
import {
  ExpiryNotInFuture,
  PersonalTokenNotFound,
  PersonalTokensDisabled,
  ScopeNotAllowed,
  TooManyPersonalTokens
} from "./PersonalTokenErrors.ts"
import { personalTokenPerIp } from "./PersonalTokenLimits.ts"
import { accountChanges, attempts, auditActions } from "./PersonalTokenRecords.ts"
import {
  maxPersonalTokens,
  PersonalToken,
  PersonalTokenId,
  PersonalTokenRepository
} from "./PersonalTokenRepository.ts"
import * as PersonalTokenText from "./PersonalTokenText.ts"

/** Thirty days: how long a token stays listed after it has expired. */
export const retention = Duration.days(30)

/** A new personal access token of the signed-in user. `expiresAt`: none if it works until it is revoked. */
export interface NewPersonalToken extends SessionRequest {
  readonly name: string
  readonly scopes: ReadonlyArray<string>
  readonly expiresAt: Option.Option<DateTime.Utc>
}

/** A token that was just created. `secret` is the only copy of it. */
export interface CreatedPersonalToken {
  readonly token: PersonalToken
  readonly secret: Redacted.Redacted
}

/** A program that presents its token. */
export interface PresentedByProgram {
  readonly instance: Instance
  readonly caller: Caller
  readonly presented: Redacted.Redacted
}

/** Why a token cannot be created. */
type NotCreated =
  | ExpiryNotInFuture
  | PersistenceError
  | PersonalTokensDisabled
  | ReauthenticationRequired
  | ScopeNotAllowed
  | TooManyPersonalTokens
  | Unauthenticated

/** The use case of managing one's own personal access tokens. */
export class PersonalTokens extends Context.Tag("@latchkey/domain/PersonalTokens")<
  PersonalTokens,
  {
    /**
     * Returns the personal access tokens of the signed-in user, oldest first: also expired ones, for thirty days. Works
     * with tokens turned off, too.
     */
    readonly list: (
      request: SessionRequest
    ) => Effect.Effect<ReadonlyArray<PersonalToken>, Unauthenticated | PersistenceError>

    /**
     * Creates a token, sends a notice, and records it in the audit log. It ends with the credentials of its user: when
     * all sessions end. The user must have authenticated in the last ten minutes, and no weaker than they can: see
     * `StepUp`.
     */
    readonly create: (token: NewPersonalToken) => Effect.Effect<CreatedPersonalToken, NotCreated>

    /** Revokes a token of the signed-in user, and records it in the audit log. */
    readonly revoke: (
      request: SessionRequest,
      id: PersonalTokenId
    ) => Effect.Effect<void, Unauthenticated | PersonalTokenNotFound | PersistenceError>

    /**
     * Revokes the token that a program presents, and records it in the audit log: to have a token is enough to end it.
     * Does nothing if it is malformed, which costs no query, or does not work any more. Counts per IP address before it
     * looks a token up, as `CheckPersonalToken` does, and refunds what it revoked.
     */
    readonly revokePresented: (
      request: PresentedByProgram
    ) => Effect.Effect<void, RateLimited<"sign_in"> | PersistenceError>
  }
>() {}

const entryOf = AuditWriter.entryOf(auditActions)

const check = Effect.fnUntraced(function* ({ tokenConfig }: Instance, { expiresAt, scopes }: NewPersonalToken) {
  if (!tokenConfig.personalTokens) return yield* new PersonalTokensDisabled()
  if (!scopes.every((scope) => tokenConfig.scopes.includes(scope))) return yield* new ScopeNotAllowed()
  const now = yield* DateTime.now
  if (Option.exists(expiresAt, DateTime.lessThanOrEqualTo(now))) return yield* new ExpiryNotInFuture()
})

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const events = yield* EventRecorder
  const ids = yield* IdGenerator
  const limiter = yield* RateLimiter
  const notices = yield* AccountNotices
  const owners = yield* ConfirmedOwner.make
  const record = yield* Attempt.makeRecorder(attempts)
  const { authenticate } = yield* Sessions
  const stored = yield* PersonalTokenRepository
  const tokens = yield* TokenGenerator
  const revokeToken = yield* Revocation.make
  const transaction = yield* Transaction

  const list: (typeof PersonalTokens.Service)["list"] = Effect.fnUntraced(function* (request) {
    const { userId } = yield* authenticate(request)
    return yield* stored.list(request.instance.id, userId)
  }, traced("PersonalTokens.list"))

  const createOwn = Effect.fnUntraced(
    function* (request: NewPersonalToken) {
      const { caller, expiresAt, instance, name, scopes } = request
      const user = yield* owners.lock(request, yield* authenticate(request))
      const now = yield* DateTime.now
      const { length } = yield* stored.list(instance.id, user.id)
      if (length >= maxPersonalTokens) return yield* new TooManyPersonalTokens()
      const secret = yield* tokens.generate
      const token = new PersonalToken({
        instanceId: instance.id,
        id: yield* ids.next(PersonalTokenId),
        userId: user.id,
        name,
        scopes: [...new Set(scopes)],
        credentialVersion: user.credentialVersion,
        createdAt: now,
        expiresAt,
        lastUsedAt: Option.none()
      })
      yield* stored.insert({ token, tokenHash: tokens.hash(secret) })
      yield* notices.enqueue({ change: accountChanges.personal_token_created, instance, user, caller })
      const details = { personalToken: { id: token.id } }
      const audit = entryOf("personal_token_created", token.id)
      yield* events.record({ type: "personal_token.created", user, by: byUser, details, audit })
      return { token, secret: PersonalTokenText.format(secret) }
    },
    transaction.run,
    // If the client disconnects now, no one would have the token.
    Effect.uninterruptible
  )

  const create: (typeof PersonalTokens.Service)["create"] = Effect.fnUntraced(
    function* (request) {
      yield* check(request.instance, request)
      return yield* createOwn(request)
    },
    (attempt, request) => record("personal_token_create", request)(attempt),
    traced("PersonalTokens.create")
  )

  const revokeFound = Effect.fnUntraced(
    function* ({ caller, instance }: PresentedByProgram, token: Token) {
      const consumed = yield* limiter.consume(instance, personalTokenPerIp.keys(caller))
      const key = { instanceId: instance.id, tokenHash: tokens.hash(token), now: yield* DateTime.now }
      const { id, userId } = yield* Effect.mapError(yield* stored.findActive(key), () => new PersonalTokenNotFound())
      yield* revokeToken({ instanceId: instance.id, userId, id, by: byUser })
      yield* limiter.refund(consumed)
    },
    (attempt, request) => record("personal_token_revoke", request)(attempt),
    Effect.catchTag("PersonalTokenNotFound", () => Effect.void)
  )

  const revokePresented: (typeof PersonalTokens.Service)["revokePresented"] = (request) =>
    Option.match(PersonalTokenText.parse(request.presented), {
      onNone: () => Effect.void,
      onSome: (token) => revokeFound(request, token)
    }).pipe(traced("PersonalTokens.revokePresented"))

  const revoke: (typeof PersonalTokens.Service)["revoke"] = Effect.fnUntraced(
    function* (request, id) {
      const { userId } = yield* authenticate(request)
      yield* revokeToken({ instanceId: request.instance.id, userId, id, by: byUser })
    },
    (attempt, request) => record("personal_token_revoke", request)(attempt),
    traced("PersonalTokens.revoke")
  )

  return PersonalTokens.of({ list, create, revoke, revokePresented })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(PersonalTokens, make)
