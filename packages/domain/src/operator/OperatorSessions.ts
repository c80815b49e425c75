/**
 * Who may use the dashboard: whoever has a one-time link to it, or the admin key.
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
import { InvalidToken, type PersistenceError, Unauthenticated } from "../core/Errors.ts"
import type { Identifiers } from "../core/IdGenerator.ts"
import * as Audit from "../audit/internal/AuditWriter.ts"
import { OperatorRepository } from "./OperatorRepository.ts"
import { parse as parseSecret, type Secret } from "../core/Token.ts"
import { Secrets } from "../core/TokenGenerator.ts"
import { Transaction } from "../core/Transaction.ts"

/** One hour: how long an invitation to the dashboard is good for. @since 0.1.0 */
export const invitationLifetime = Duration.hours(1)

/** Eight hours, a day's work: how long a session of the dashboard lives at most. @since 0.1.0 */
export const sessionLifetime = Duration.hours(8)

/** The use case of letting operators in. Every entry and exit is in the audit log. @since 0.1.0 */
export class Operators extends Context.Tag("@latchkey/domain/Operators")<
  Operators,
  {
    /** Makes the secret of a one-time link, good for `invitationLifetime`. */
    readonly invite: (actor: Actor) => Effect.Effect<Secret, PersistenceError>

    /** Uses an invitation, once, and answers the secret of a new session. */
    readonly enter: (token: string) => Effect.Effect<Secret, InvalidToken | PersistenceError>

    /** A new session for somebody who has shown the admin key: whoever calls this has checked it. */
    readonly open: Effect.Effect<Secret, PersistenceError>

    /** Fails unless the secret is that of a live session. */
    readonly authenticate: (secret: Option.Option<Secret>) => Effect.Effect<void, Unauthenticated | PersistenceError>

    /** Ends the session, if there is one. */
    readonly leave: (secret: Option.Option<Secret>) => Effect.Effect<void, PersistenceError>
  }
>() {}

/** The use case over its ports, as an effect. @since 0.1.0 */
export const make: Effect.Effect<
  typeof Operators.Service,
  never,
  AuditLog | Identifiers | OperatorRepository | Secrets | Transaction
> = Effect.gen(function* () {
  const audit = yield* Audit.make
  const operators = yield* OperatorRepository
  const secrets = yield* Secrets
  const transaction = yield* Transaction

  const granted = Effect.fnUntraced(function* (lifetime: Duration.Duration) {
    const secret = yield* secrets.make
    const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
    return { secret, access: { secretHash: secrets.hash(secret), expiresAt } }
  })

  const begin = Effect.fnUntraced(function* (detail: string) {
    const { access, secret } = yield* granted(sessionLifetime)
    yield* operators.insertSession(access)
    yield* audit("dashboard", "dashboard_opened", { detail })
    return secret
  })

  const invite = Effect.fn("Operators.invite")(function* (actor: Actor) {
    const { access, secret } = yield* granted(invitationLifetime)
    yield* operators.insertInvitation(access)
    yield* audit(actor, "operator_invited")
    return secret
  }, transaction.run)

  const enter = Effect.fn("Operators.enter")(
    function* (token: string) {
      const secret = yield* Effect.mapError(parseSecret(token), () => new InvalidToken())
      const isInvited = yield* operators.consumeInvitation(secrets.hash(secret), yield* DateTime.now)
      if (!isInvited) return yield* new InvalidToken()
      return yield* begin("invitation")
    },
    transaction.run,
    // A browser that hangs up now must not leave an invitation used and nobody let in.
    Effect.uninterruptible
  )

  const authenticate = Effect.fn("Operators.authenticate")(function* (secret: Option.Option<Secret>) {
    const isLive = Option.isSome(secret) && (yield* operators.isLive(secrets.hash(secret.value), yield* DateTime.now))
    if (!isLive) return yield* new Unauthenticated()
  })

  const end = Effect.fnUntraced(function* (secret: Secret) {
    const ended = yield* operators.endSession(secrets.hash(secret))
    if (ended) yield* audit("dashboard", "dashboard_closed")
  }, transaction.run)

  const leave = Effect.fn("Operators.leave")(function* (secret: Option.Option<Secret>) {
    if (Option.isSome(secret)) yield* end(secret.value)
  })

  return Operators.of({ invite, enter, open: transaction.run(begin("admin key")), authenticate, leave })
})

/** The use case over its ports. @since 0.1.0 */
export const layer: Layer.Layer<Operators, never, AuditLog | Identifiers | OperatorRepository | Secrets | Transaction> =
  Layer.effect(Operators, make)
