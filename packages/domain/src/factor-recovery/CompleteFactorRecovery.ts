/**
 * Removing lost passkeys and a lost authenticator app with a link from an email, after the waiting time; or cancelling
 * that with the same link.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import * as LockUnchanged from "../account/LockUnchanged.ts"
import { isUsable, type User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { InvalidToken, type PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { FactorRecoveryDisabled, FactorRecoveryTooEarly } from "./FactorRecoveryErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import type { Unauthenticated } from "../session/SessionErrors.ts"
import { parse as parseToken } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { magicLinkVerifyPerIp } from "../magic-link/MagicLinkLimits.ts"
import { MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import { PasskeyRepository } from "../passkey/PasskeyRepository.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { SecondFactorRepository } from "../second-factor/SecondFactorRepository.ts"
import { type FactorRecovery, FactorRecoveryRepository } from "./FactorRecoveryRepository.ts"
import { SessionRepository } from "../session/SessionRepository.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import { accountChanges, attempts, auditActions } from "./FactorRecoveryRecords.ts"
import * as FactorRecoveryToken from "./FactorRecoveryToken.ts"
import { RequestFactorRecovery } from "./RequestFactorRecovery.ts"

/** A presented link. `linkToken` is unchecked. */
export interface PresentedFactorRecovery {
  readonly instance: Instance
  readonly caller: Caller
  readonly linkToken: string
}

/** What a link is about: the recovery, and the address of the account. */
export interface OpenedFactorRecovery {
  readonly recovery: FactorRecovery
  readonly email: Email
}

/**
 * Why a link cannot be used. A token that is malformed, unknown, used or expired, of a recovery that was cancelled,
 * from before a change of the credentials, or of a disabled account is always `InvalidToken`.
 */
export type FactorRecoveryLinkError = RateLimited<"magic_link"> | InvalidToken | PersistenceError

/** The use case of using the link. Fails with `RateLimited` before any lookup. */
export class CompleteFactorRecovery extends Context.Tag("@latchkey/domain/CompleteFactorRecovery")<
  CompleteFactorRecovery,
  {
    /** Returns what the link is about, and uses nothing up. A page shows it with buttons. */
    readonly open: (
      presented: PresentedFactorRecovery
    ) => Effect.Effect<OpenedFactorRecovery, FactorRecoveryLinkError | FactorRecoveryDisabled>

    /**
     * Removes the authenticator app, the recovery codes and all passkeys of the account: once, on any client, and not
     * before the waiting time has ended. Raises the credential version, so that every session and pending sign-in ends,
     * and ends open links of the address. Queues a notice. It does not sign in: the user signs in with the first
     * factor, and sets up others. All of it is one transaction, which a disconnecting client does not interrupt.
     */
    readonly complete: (
      presented: PresentedFactorRecovery
    ) => Effect.Effect<Email, FactorRecoveryLinkError | FactorRecoveryDisabled | FactorRecoveryTooEarly>

    /**
     * Cancels the recovery that the link belongs to, whose links then stop working. Works while the instance allows no
     * recoveries, too.
     */
    readonly cancel: (presented: PresentedFactorRecovery) => Effect.Effect<void, FactorRecoveryLinkError>

    /** Cancels the recovery of the signed-in user. Succeeds if there is none, too. */
    readonly cancelOwn: (request: SessionRequest) => Effect.Effect<void, Unauthenticated | PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const factors = yield* SecondFactorRepository
  const { isAvailable } = yield* RequestFactorRecovery
  const limiter = yield* RateLimiter
  const links = yield* MagicLinkRepository
  const lockUnchanged = yield* LockUnchanged.make
  const events = yield* EventRecorder
  const notices = yield* AccountNotices
  const passkeys = yield* PasskeyRepository
  const record = yield* Attempt.makeRecorder(attempts)
  const recoveries = yield* FactorRecoveryRepository
  const { authenticate } = yield* Sessions
  const sessions = yield* SessionRepository
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const linkOf = Effect.fnUntraced(function* ({ caller, instance, linkToken }: PresentedFactorRecovery) {
    yield* limiter.consume(instance, magicLinkVerifyPerIp.keys(caller))
    const token = yield* Effect.mapError(parseToken(linkToken), () => new InvalidToken())
    return { instanceId: instance.id, tokenHash: FactorRecoveryToken.hash(tokens, token), now: yield* DateTime.now }
  })

  /** Finds the recovery and its user, who may sign in. */
  const find = Effect.fnUntraced(function* (presented: PresentedFactorRecovery) {
    const link = yield* linkOf(presented)
    const recovery = yield* Effect.mapError(yield* recoveries.findByLink(link), () => new InvalidToken())
    const found = yield* users.findById(link.instanceId, recovery.userId)
    const usable = Option.filter(found, (user) => isUsable(user, link.now))
    return { link, recovery, user: yield* Effect.mapError(usable, () => new InvalidToken()) }
  })

  const checkAvailable = ({ instance }: PresentedFactorRecovery) =>
    isAvailable(instance) ? Effect.void : new FactorRecoveryDisabled()

  /** Locks the user in a transaction. Fails unless the credentials are as they were. */
  const lock = Effect.fnUntraced(function* (user: User) {
    return yield* Effect.mapError(yield* lockUnchanged(user), () => new InvalidToken())
  })

  /** Removes every factor of a locked user, and raises the credential version. */
  const removeFactors = Effect.fnUntraced(function* (user: User) {
    const { credentialVersion, id, instanceId, secondFactorAt } = user
    const removed = yield* passkeys.deleteAll(instanceId, id)
    yield* Option.isSome(secondFactorAt)
      ? factors.remove({ instanceId, userId: id, credentialVersion })
      : sessions.revokeAll(instanceId, id)
    const change = { user, by: byUser, details: { sessions: "all" } } as const
    if (removed > 0) yield* events.record({ ...change, type: "passkey.removed" })
    if (Option.isSome(secondFactorAt)) yield* events.record({ ...change, type: "second_factor.removed" })
  })

  const open = Effect.fnUntraced(
    function* (presented: PresentedFactorRecovery) {
      const { recovery, user } = yield* find(presented)
      yield* checkAvailable(presented)
      return { recovery, email: user.email }
    },
    (attempt, presented) => record("factor_recovery", presented, () => "ConfirmationNeeded")(attempt),
    traced("CompleteFactorRecovery.open")
  )

  const complete = Effect.fnUntraced(
    function* (presented: PresentedFactorRecovery) {
      const { caller, instance } = presented
      const { link, recovery, user: found } = yield* find(presented)
      yield* checkAvailable(presented)
      const { availableAt } = recovery
      if (DateTime.lessThan(link.now, availableAt)) return yield* new FactorRecoveryTooEarly({ availableAt })
      return yield* Effect.gen(function* () {
        // First, as in every transaction that locks links and users.
        yield* links.deleteAll(instance.id, found.email)
        const user = yield* lock(found)
        const consumed = yield* recoveries.consume(link)
        if (Option.isNone(consumed)) return yield* new InvalidToken()
        yield* removeFactors(user)
        yield* notices.enqueue({ change: accountChanges.factor_recovery_completed, instance, user, caller })
        yield* audit(byUser, "factor_recovery_completed", { instanceId: instance.id, userId: user.id })
        return user.email
      }).pipe(
        transaction.run,
        // If the client disconnects now, the user would not know whether the factors were removed.
        Effect.uninterruptible
      )
    },
    (attempt, presented) => record("factor_recovery", presented)(attempt),
    traced("CompleteFactorRecovery.complete")
  )

  const cancel = Effect.fnUntraced(
    function* (presented: PresentedFactorRecovery) {
      const { link, user: found } = yield* find(presented)
      yield* Effect.gen(function* () {
        const { id: userId, instanceId } = yield* lock(found)
        // Meanwhile another recovery may have taken its place, which has other links.
        const isOpen = Option.isSome(yield* recoveries.findByLink(link))
        if (!isOpen) return yield* new InvalidToken()
        yield* recoveries.delete(instanceId, userId)
        yield* audit(byUser, "factor_recovery_cancelled", { instanceId, userId })
      }).pipe(transaction.run, Effect.uninterruptible)
    },
    (attempt, presented) => record("factor_recovery_cancel", presented)(attempt),
    traced("CompleteFactorRecovery.cancel")
  )

  const cancelOwn: (typeof CompleteFactorRecovery.Service)["cancelOwn"] = Effect.fnUntraced(
    function* (request) {
      const { userId } = yield* authenticate(request)
      const instanceId = request.instance.id
      yield* Effect.gen(function* () {
        yield* users.findByIdForUpdate(instanceId, userId)
        const wasOpen = yield* recoveries.delete(instanceId, userId)
        if (wasOpen) yield* audit(byUser, "factor_recovery_cancelled", { instanceId, userId })
      }).pipe(transaction.run, Effect.uninterruptible)
    },
    (attempt, request) => record("factor_recovery_cancel", request)(attempt),
    traced("CompleteFactorRecovery.cancelOwn")
  )

  return CompleteFactorRecovery.of({ open, complete, cancel, cancelOwn })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(CompleteFactorRecovery, make)
