/** Changing the email address with the link that was sent to the new one. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import { FormerEmails } from "../account/FormerEmails.ts"
import { SignInFailures } from "../account/SignInFailures.ts"
import { User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { EmailTaken } from "../account/AccountErrors.ts"
import { InvalidToken, type PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { Unauthenticated } from "../session/SessionErrors.ts"
import { violated } from "../core/Invariant.ts"
import { parse as parseToken, type TokenHash } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { InvitationRepository } from "../invitation/InvitationRepository.ts"
import { magicLinkVerifyPerIp } from "../magic-link/MagicLinkLimits.ts"
import { MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import { EmailOutbox } from "../mail/EmailOutbox.ts"
import { MailDeliveryLog } from "../mail/MailDeliveryLog.ts"
import * as AnnounceFactors from "../passkey/AnnounceFactors.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { type IssuedSession, SessionIssuer, whileLocked } from "../session/SessionIssuer.ts"
import { type ActiveSession, SessionRepository } from "../session/SessionRepository.ts"
import { Sessions } from "../session/Sessions.ts"
import { attempts, auditActions } from "./EmailChangeRecords.ts"
import * as EmailChangeToken from "./EmailChangeToken.ts"
import * as LeaveAddress from "./internal/LeaveAddress.ts"

/** The kind of the email that tells the former address. */
export const emailKind = LeaveAddress.emailKind

/** A presented link. `linkToken` is unchecked. */
export interface PresentedEmailChange {
  readonly instance: Instance
  readonly caller: Caller
  readonly linkToken: string
}

/** What a link changes: the address that the account has, and the one that it will have. */
export interface OpenedEmailChange {
  readonly current: Email
  readonly next: Email
}

/**
 * Why a link cannot be used. A token that is malformed, unknown, used or expired, of another user, or from before a
 * change of the credentials is always `InvalidToken`. `Unauthenticated`: there is no active session.
 */
export type EmailChangeError = RateLimited<"magic_link"> | Unauthenticated | InvalidToken | PersistenceError

/** The use case of using the link. Fails with `RateLimited` before any lookup. */
export class ConfirmEmailChange extends Context.Tag("@latchkey/domain/ConfirmEmailChange")<
  ConfirmEmailChange,
  {
    /** Returns what the link changes, and uses nothing up. A page shows it with a button. */
    readonly open: (presented: PresentedEmailChange) => Effect.Effect<OpenedEmailChange, EmailChangeError>

    /**
     * Changes the address: once, within 15 minutes after the email was written, and only in a session of the user who
     * requested it. Someone who reads the email because the user mistyped the address gets no further.
     *
     * Verifies the new address, revokes every session of the user, forgets the known clients, ends the links of the
     * former address, and issues a new session with new tokens. A former address that was verified is reserved for
     * seven days, and told, with a link that restores it. All of it is one transaction, which a disconnecting client
     * does not interrupt. Fails with `EmailTaken`, and uses nothing up, if the address got an account meanwhile.
     */
    readonly confirm: (presented: PresentedEmailChange) => Effect.Effect<IssuedSession, EmailChangeError | EmailTaken>
  }
>() {}

interface Checked extends Pick<PresentedEmailChange, "caller" | "instance"> {
  readonly session: ActiveSession
  readonly credentialVersion: number
  readonly tokenHash: TokenHash
}

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const announceFactors = yield* AnnounceFactors.make
  const deliveries = yield* MailDeliveryLog
  const failures = yield* SignInFailures
  const formers = yield* FormerEmails
  const events = yield* EventRecorder
  const invitations = yield* InvitationRepository
  const issuer = yield* SessionIssuer
  const leave = yield* LeaveAddress.make
  const limiter = yield* RateLimiter
  const links = yield* MagicLinkRepository
  const outbox = yield* EmailOutbox
  const record = yield* Attempt.makeRecorder(attempts)
  const { authenticate } = yield* Sessions
  const sessions = yield* SessionRepository
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const check = Effect.fnUntraced(function* ({ caller, instance, linkToken }: PresentedEmailChange) {
    yield* limiter.consume(instance, magicLinkVerifyPerIp.keys(caller))
    const session = yield* authenticate({ instance, caller })
    const token = yield* Effect.mapError(parseToken(linkToken), () => new InvalidToken())
    const found = yield* users.findById(instance.id, session.userId)
    const user = yield* Effect.mapError(found, () => new Unauthenticated())
    const tokenHash = EmailChangeToken.hash(tokens, token, user)
    return { caller, instance, session, credentialVersion: user.credentialVersion, tokenHash } satisfies Checked
  })

  /**
   * Consumes the link, and returns the user, locked, and the new address. Links are locked before invitations before
   * users, as in every transaction.
   */
  const consume = Effect.fnUntraced(function* ({ credentialVersion, instance, session, tokenHash }: Checked) {
    const now = yield* DateTime.now
    const link = yield* links.consume(instance.id, tokenHash, now)
    const { email } = yield* Effect.mapError(link, () => new InvalidToken())
    yield* links.deleteAll(instance.id, session.email)
    yield* invitations.consume(instance.id, session.email, now)
    yield* invitations.consume(instance.id, email, now)
    const found = yield* users.findByIdForUpdate(instance.id, session.userId)
    const isSame = (user: User) => user.email === session.email && user.credentialVersion === credentialVersion
    const user = yield* Effect.mapError(Option.filter(found, isSame), () => new InvalidToken())
    const wasActive = yield* sessions.revokeById(instance.id, user.id, session.id)
    if (!wasActive) return yield* new Unauthenticated()
    return { email, user }
  })

  /** Fails with `EmailTaken` if the address is reserved for another user. Users get their own former one again. */
  const takeReserved = Effect.fnUntraced(function* ({ email, id, instanceId }: User, now: DateTime.Utc) {
    const reserved = yield* formers.find(instanceId, email, now)
    if (Option.isNone(reserved)) return
    if (reserved.value.userId !== id) return yield* new EmailTaken()
    // The later ones are of no use any more: this one is the older, and belongs to the user again.
    yield* formers.release(instanceId, id, reserved.value.credentialVersion)
  })

  /** Removes what was stored of an address that is left for good. */
  const forget = ({ email, instanceId }: User) =>
    Effect.zipRight(outbox.deleteAll(instanceId, email), deliveries.deleteAll(instanceId, email))

  /** Keeps the password, as a link on a client with a session of the user does. */
  const verifyFirst = Effect.fnUntraced(function* ({ id: userId, instanceId }: User, now: DateTime.Utc) {
    const verified = yield* users.verifyEmail({ instanceId, userId, now, password: "keep_password" })
    return yield* Effect.catchAll(verified, violated("A user whom this transaction has locked exists"))
  })

  const change = (checked: Checked) =>
    Effect.gen(function* () {
      const { caller, instance, session } = checked
      const { email, user } = yield* consume(checked)
      const now = yield* DateTime.now
      const isFirst = Option.isNone(user.emailVerifiedAt)
      const verified = isFirst ? yield* verifyFirst(user, now) : user
      const credentialVersion = verified.credentialVersion + 1
      const changed = new User({ ...verified, email, emailVerifiedAt: Option.some(now), credentialVersion })
      yield* Effect.catchTag(
        users.update(changed, verified.credentialVersion),
        "ExternalIdTaken",
        violated("The external id of a user does not change with the address")
      )
      // After the statement that waits for others who take or leave the address: a reservation of theirs is visible
      // now.
      yield* takeReserved(changed, now)
      yield* leave({ instance, caller, former: user, credentialVersion, restorations: 0 })
      const details = { changed: ["email"], sessions: "all" } as const
      const audit = entryOf("email_changed")
      yield* events.record({ type: "user.updated", user: changed, by: byUser, details, audit })
      if (isFirst) {
        yield* forget(user)
        yield* events.record({ type: "user.verified", user: changed, by: byUser })
        yield* announceFactors({ instance, user: changed, caller })
      }
      yield* failures.delete(instance.id, user.email)
      return yield* issuer.renew({ instance, user: changed, caller, former: session, proof: Option.none() })
    }).pipe(
      transaction.run,
      // If the client disconnects now, the user would not know which address the account has.
      Effect.uninterruptible,
      whileLocked
    )

  const open = Effect.fnUntraced(
    function* (presented: PresentedEmailChange) {
      const { session, tokenHash } = yield* check(presented)
      const link = yield* links.find(presented.instance.id, tokenHash, yield* DateTime.now)
      const { email } = yield* Effect.mapError(link, () => new InvalidToken())
      return { current: session.email, next: email }
    },
    (attempt, presented) => record("email_change", presented, () => "ConfirmationNeeded")(attempt),
    traced("ConfirmEmailChange.open")
  )

  const confirm = Effect.fnUntraced(
    function* (presented: PresentedEmailChange) {
      return yield* change(yield* check(presented))
    },
    (attempt, presented) => record("email_change", presented)(attempt),
    traced("ConfirmEmailChange.confirm")
  )

  return ConfirmEmailChange.of({ open, confirm })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(ConfirmEmailChange, make)
