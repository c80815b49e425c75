/**
 * Signing in to the dashboard, with a one-time invitation or with the admin key.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Actor, AuditLog } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/internal/AuditWriter.ts"
import { InvalidToken, type PersistenceError, Unauthenticated } from "../core/Errors.ts"
import type { IdGenerator } from "../core/IdGenerator.ts"
import { parse as parseToken, type Token } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { OperatorRepository } from "./OperatorRepository.ts"

/** One hour: how long a dashboard invitation is valid. @since 0.1.0 */
export const invitationLifetime = Duration.hours(1)

/** Eight hours: how long a dashboard session lasts. @since 0.1.0 */
export const sessionLifetime = Duration.hours(8)

/** The use case of signing operators in. The audit log records every sign-in and sign-out. @since 0.1.0 */
export class OperatorSessions extends Context.Tag("@latchkey/domain/OperatorSessions")<
  OperatorSessions,
  {
    /** Returns the token of a new one-time invitation, which expires after `invitationLifetime`. */
    readonly invite: (actor: Actor) => Effect.Effect<Token, PersistenceError>

    /** Consumes an invitation, once, and returns the token of a new session. */
    readonly signInWithInvitation: (token: string) => Effect.Effect<Token, InvalidToken | PersistenceError>

    /** Returns the token of a new session. The caller must have checked the admin key. */
    readonly signInWithAdminKey: Effect.Effect<Token, PersistenceError>

    /** Fails unless the token belongs to an active session. */
    readonly authenticate: (token: Option.Option<Token>) => Effect.Effect<void, Unauthenticated | PersistenceError>

    /** Revokes the session, if there is one. */
    readonly signOut: (token: Option.Option<Token>) => Effect.Effect<void, PersistenceError>
  }
>() {}

/** Makes the use case. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make
  const operators = yield* OperatorRepository
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction

  const makeAccess = Effect.fnUntraced(function* (lifetime: Duration.Duration) {
    const token = yield* tokens.generate
    const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
    return { token, access: { tokenHash: tokens.hash(token), expiresAt } }
  })

  const openSession = Effect.fnUntraced(function* (detail: string) {
    const { access, token } = yield* makeAccess(sessionLifetime)
    yield* operators.insertSession(access)
    yield* audit("dashboard", "dashboard_opened", { detail })
    return token
  })

  const invite = Effect.fnUntraced(
    function* (actor: Actor) {
      const { access, token } = yield* makeAccess(invitationLifetime)
      yield* operators.insertInvitation(access)
      yield* audit(actor, "operator_invited")
      return token
    },
    transaction.run,
    traced("OperatorSessions.invite")
  )

  const signInWithInvitation = Effect.fnUntraced(
    function* (text: string) {
      const token = yield* Effect.mapError(parseToken(text), () => new InvalidToken())
      const isInvited = yield* operators.consumeInvitation(tokens.hash(token), yield* DateTime.now)
      if (!isInvited) return yield* new InvalidToken()
      return yield* openSession("invitation")
    },
    transaction.run,
    // If the client disconnects now, the invitation must not be consumed without a session.
    Effect.uninterruptible,
    traced("OperatorSessions.signInWithInvitation")
  )

  const signInWithAdminKey = transaction
    .run(openSession("admin key"))
    .pipe(traced("OperatorSessions.signInWithAdminKey"))

  const authenticate = Effect.fnUntraced(function* (token: Option.Option<Token>) {
    const isActive = Option.isSome(token) && (yield* operators.isActive(tokens.hash(token.value), yield* DateTime.now))
    if (!isActive) return yield* new Unauthenticated()
  }, traced("OperatorSessions.authenticate"))

  const revoke = Effect.fnUntraced(function* (token: Token) {
    const isRevoked = yield* operators.revokeSession(tokens.hash(token))
    if (isRevoked) yield* audit("dashboard", "dashboard_closed")
  }, transaction.run)

  const signOut = Effect.fnUntraced(function* (token: Option.Option<Token>) {
    if (Option.isSome(token)) yield* revoke(token.value)
  }, traced("OperatorSessions.signOut"))

  return OperatorSessions.of({ invite, signInWithInvitation, signInWithAdminKey, authenticate, signOut })
})

/** The use case as a layer. @since 0.1.0 */
export const layer: Layer.Layer<
  OperatorSessions,
  never,
  AuditLog | IdGenerator | OperatorRepository | TokenGenerator | Transaction
> = Layer.effect(OperatorSessions, make)
