/**
 * Restoring a former email address with the link that was sent to it, for owners whose account someone else has taken.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import { type FormerEmail, FormerEmails, isRestorable, leftAt } from "../account/FormerEmails.ts"
import { SignInFailures } from "../account/SignInFailures.ts"
import * as LockUnchanged from "../account/LockUnchanged.ts"
import { isUsable, User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { InvalidToken, type PersistenceError, ConcurrentChanges } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { CredentialsChanged } from "../session/SessionErrors.ts"
import { violated } from "../core/Invariant.ts"
import { parse as parseToken, type TokenHash } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { magicLinkVerifyPerIp } from "../magic-link/MagicLinkLimits.ts"
import { MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import * as RemoveAdditions from "../second-factor/RemoveAdditions.ts"
import { attempts, auditActions } from "./EmailChangeRecords.ts"
import * as EmailChangeToken from "./EmailChangeToken.ts"
import * as LeaveAddress from "./internal/LeaveAddress.ts"

/** A presented link. `linkToken` is unchecked. */
export interface PresentedRestore {
  readonly instance: Instance
  readonly caller: Caller
  readonly linkToken: string
}

/**
 * Why a link cannot be used. A token that is malformed, unknown, used or expired, of an address that is no longer
 * reserved, or of a disabled account is always `InvalidToken`.
 */
export type RestoreError = ConcurrentChanges | RateLimited<"magic_link"> | InvalidToken | PersistenceError

/** The use case of restoring a former address. Fails with `RateLimited` before any lookup. */
export class RestoreEmail extends Context.Tag("@latchkey/domain/RestoreEmail")<
  RestoreEmail,
  {
    /** Returns the address that the link restores, and uses nothing up. A page shows it with a button. */
    readonly open: (presented: PresentedRestore) => Effect.Effect<Email, RestoreError>

    /**
     * Restores the address, which needs no session: once, within seven days after the change, however often the address
     * was changed since. Deletes the password, because an attacker who changed the address knew it or has set it, and
     * the passkeys and the authenticator app that were added since seven days before the change. What is older stays:
     * the mailbox alone must not remove it. Revokes every session, forgets the known clients, and ends the links of the
     * address that the account leaves. Later former addresses are no longer reserved, and cannot be restored.
     *
     * The address that the account leaves is reserved for seven days and gets a link that restores it in the same way,
     * because the one who restores may be the attacker, who reads a mailbox that the owner has left. Three restorations
     * can follow a change: the last one is of the address from before it, and the other one gets a notice.
     *
     * It does not sign in: the owner signs in with a link, or sets a new password with one. All of it is one
     * transaction, which a disconnecting client does not interrupt.
     */
    readonly restore: (presented: PresentedRestore) => Effect.Effect<Email, RestoreError>
  }
>() {}

type Hashed = Pick<PresentedRestore, "caller" | "instance"> & { readonly tokenHash: TokenHash }

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const events = yield* EventRecorder
  const failures = yield* SignInFailures
  const formers = yield* FormerEmails
  const leave = yield* LeaveAddress.make
  const limiter = yield* RateLimiter
  const links = yield* MagicLinkRepository
  const lockUnchanged = yield* LockUnchanged.make
  const record = yield* Attempt.makeRecorder(attempts)
  const removeAdditions = yield* RemoveAdditions.make
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const hashOf = Effect.fnUntraced(function* ({ caller, instance, linkToken }: PresentedRestore) {
    yield* limiter.consume(instance, magicLinkVerifyPerIp.keys(caller))
    const token = yield* Effect.mapError(parseToken(linkToken), () => new InvalidToken())
    return EmailChangeToken.hashOfRestoring(tokens, token)
  })

  /** Returns the former address, and the account that it belonged to. */
  const ownerOf = Effect.fnUntraced(function* (instance: Instance, email: Email) {
    const now = yield* DateTime.now
    const found = Option.filter(yield* formers.find(instance.id, email, now), isRestorable)
    const former = yield* Effect.mapError(found, () => new InvalidToken())
    const owner = Option.filter(yield* users.findById(instance.id, former.userId), (user) => isUsable(user, now))
    return { former, user: yield* Effect.mapError(owner, () => new InvalidToken()) }
  })

  /** Links are locked before users, as in every transaction. Fails with `CredentialsChanged` if the user has moved. */
  const consume = Effect.fnUntraced(function* ({ instance, tokenHash }: Hashed) {
    const link = yield* links.consume(instance.id, tokenHash, yield* DateTime.now)
    const { email } = yield* Effect.mapError(link, () => new InvalidToken())
    const { former, user: found } = yield* ownerOf(instance, email)
    yield* links.deleteAll(instance.id, found.email)
    const user = yield* Effect.mapError(yield* lockUnchanged(found), () => new CredentialsChanged())
    return { former, user }
  })

  /** Returns the user with the former address, and without the password. */
  const withAddress = Effect.fnUntraced(function* (user: User, { email }: FormerEmail) {
    return new User({
      ...user,
      email,
      emailVerifiedAt: Option.some(yield* DateTime.now),
      passwordHash: Option.none(),
      // Someone else may have asked for the deletion, as for the other address.
      deletionAt: Option.none(),
      credentialVersion: user.credentialVersion + 1
    })
  })

  const restoreFrom = (hashed: Hashed) =>
    Effect.gen(function* () {
      const { caller, instance } = hashed
      const { former, user } = yield* consume(hashed)
      const restored = yield* withAddress(user, former)
      yield* users.update(restored, user.credentialVersion)
      const details = { changed: ["email"], sessions: "all" } as const
      const changed = { user: restored, by: byUser } as const
      yield* events.record({ ...changed, type: "user.updated", details, audit: entryOf("email_restored") })
      if (Option.isSome(user.passwordHash)) {
        yield* events.record({ ...changed, type: "password.changed", details: { sessions: "all" } })
      }
      const since = RemoveAdditions.shortlyBefore(leftAt(former))
      const { credentialVersion } = yield* removeAdditions({ instance, user: restored, caller, since })
      yield* formers.release(instance.id, user.id, former.credentialVersion)
      yield* leave({ instance, caller, former: user, credentialVersion, restorations: former.restorations + 1 })
      yield* failures.delete(instance.id, user.email)
      return restored.email
    }).pipe(
      transaction.run,
      // If the client disconnects now, the user would not know which address the account has.
      Effect.uninterruptible,
      // Someone changed the account at the same time, such as its address once more: that must not keep the owner out.
      Effect.retry({ times: 5, while: ({ _tag }) => _tag === "CredentialsChanged" }),
      Effect.catchTags({
        CredentialsChanged: () => new ConcurrentChanges(),
        EmailTaken: violated("No one takes an address that is reserved"),
        ExternalIdTaken: violated("The external id of a user does not change with the address")
      })
    )

  const open = Effect.fnUntraced(
    function* (presented: PresentedRestore) {
      const { instance } = presented
      const link = yield* links.find(instance.id, yield* hashOf(presented), yield* DateTime.now)
      const { email } = yield* Effect.mapError(link, () => new InvalidToken())
      yield* ownerOf(instance, email)
      return email
    },
    (attempt, presented) => record("email_restore", presented, () => "ConfirmationNeeded")(attempt),
    traced("RestoreEmail.open")
  )

  const restore = Effect.fnUntraced(
    function* (presented: PresentedRestore) {
      const { caller, instance } = presented
      return yield* restoreFrom({ caller, instance, tokenHash: yield* hashOf(presented) })
    },
    (attempt, presented) => record("email_restore", presented)(attempt),
    traced("RestoreEmail.restore")
  )

  return RestoreEmail.of({ open, restore })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(RestoreEmail, make)
