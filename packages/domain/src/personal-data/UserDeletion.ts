/** Deleting a user: the one way, for owners, operators and the cleanup job. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { FormerEmails } from "../account/FormerEmails.ts"
import { type User, UserRepository } from "../account/UserRepository.ts"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Email } from "../core/Email.ts"
import { UserNotFound } from "../account/AccountErrors.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId, UserId } from "../core/Ids.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { InvitationRepository } from "../invitation/InvitationRepository.ts"
import { MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import { EmailOutbox } from "../mail/EmailOutbox.ts"
import { EmailSuppressions } from "../mail/EmailSuppressions.ts"
import * as ForgetAddress from "../mail/ForgetAddress.ts"
import { MailDeliveryLog } from "../mail/MailDeliveryLog.ts"
import { OneTimeTokenRepository } from "../one-time-token/OneTimeTokenRepository.ts"
import * as LimitKey from "../rate-limit/LimitKey.ts"
import { RateLimitStore } from "../rate-limit/RateLimitStore.ts"
import { auditActions } from "./PersonalDataRecords.ts"

/** Which user to delete, and who does it. `audit`: what the audit log says of it; `user_deleted` by default. */
export interface DeletedUser {
  readonly instanceId: InstanceId
  readonly userId: UserId
  readonly by: ActingOperator
  readonly audit?: AuditWriter.Entry
}

/** The rule as a service. */
export class UserDeletion extends Context.Tag("@latchkey/domain/UserDeletion")<
  UserDeletion,
  {
    /**
     * Deletes a user in one transaction, with everything that is stored about the user and the address, and with what
     * the user has asked for in the name of another one: sessions, known clients, former addresses, links, pending
     * sign-ups, queued emails, what is known about sent ones, failed sign-ins and the rate limits of the user; and the
     * invitation and the suppression of a verified address. Those of an unverified one are about someone else: the
     * suppression ends after 400 days, and the invitation after seven, unless an operator deletes the user. The audit
     * log keeps the id.
     *
     * The rate limits of an address stay until their windows end, within a day. They protect the mailbox from
     * attackers, and hold a hash of it. Otherwise an attacker who owns another spelling of it could sign up, delete the
     * account, and guess again.
     *
     * `check` runs first, with the user locked, and then the app's hook `beforeDelete`. If either fails, nothing is
     * deleted. Of concurrent calls one deletes the user, and the others fail with `UserNotFound`.
     */
    readonly delete: <E = never>(
      deleted: DeletedUser,
      check?: (user: User) => Effect.Effect<void, E>
    ) => Effect.Effect<void, E | UserNotFound | PersistenceError>
  }
>() {}

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the service. */
export const make = Effect.gen(function* () {
  const encode = LimitKey.makeEncode(yield* TokenGenerator)
  const deliveries = yield* MailDeliveryLog
  const forgetAddress = yield* ForgetAddress.make
  const formers = yield* FormerEmails
  const events = yield* EventRecorder
  const invitations = yield* InvitationRepository
  const limits = yield* LimitKey.Limits
  const links = yield* MagicLinkRepository
  const outbox = yield* EmailOutbox
  const oneTimeTokens = yield* OneTimeTokenRepository
  const suppressions = yield* EmailSuppressions
  const transaction = yield* Transaction
  const users = yield* UserRepository
  const windows = yield* RateLimitStore

  const formerOf = ({ id, instanceId }: Pick<User, "id" | "instanceId">) =>
    Effect.map(formers.list(instanceId, id), (all) => all.map(({ email }) => email))

  /**
   * Locks the user. Deletes links, pending sign-ups and the invitation first, as every transaction locks them before
   * users.
   */
  const lock = Effect.fnUntraced(function* ({ by, instanceId, userId }: DeletedUser) {
    const found = yield* users.findById(instanceId, userId)
    const { email, emailVerifiedAt } = yield* Effect.mapError(found, () => new UserNotFound())
    for (const address of [email, ...(yield* formerOf({ id: userId, instanceId }))])
      yield* links.deleteAll(instanceId, address)
    yield* links.deleteAllOf(instanceId, userId)
    yield* oneTimeTokens.deleteAll(instanceId, [email])
    // Otherwise anyone could withdraw the invitation of someone else, by signing up with the address.
    if (by.actor !== "user" || Option.isSome(emailVerifiedAt)) {
      yield* invitations.consume(instanceId, email, yield* DateTime.now)
    }
    const locked = yield* users.findByIdForUpdate(instanceId, userId)
    // Otherwise the user was moved or deleted meanwhile.
    return yield* Effect.mapError(
      Option.filter(locked, (user) => user.email === email),
      () => new UserNotFound()
    )
  })

  /** Removes what was stored for the user, the address and former ones. */
  const forget = Effect.fnUntraced(function* (user: User, former: ReadonlyArray<Email>) {
    const { email, emailVerifiedAt, id, instanceId } = user
    for (const address of [email, ...former]) yield* forgetAddress(instanceId, address)
    yield* outbox.deleteAllOf(instanceId, id)
    yield* deliveries.deleteAllOf(instanceId, id)
    yield* windows.deleteAll(instanceId, LimitKey.ofUser(limits, id).map(encode))
    // Otherwise an attacker could sign up with the address of someone else, and lift it by deleting the account.
    if (Option.isSome(emailVerifiedAt)) yield* suppressions.delete(instanceId, email)
  })

  const remove = <E = never>(
    deleted: DeletedUser,
    check: (user: User) => Effect.Effect<void, E> = () => Effect.void
  ): Effect.Effect<void, E | UserNotFound | PersistenceError> =>
    Effect.gen(function* () {
      const { audit = entryOf("user_deleted"), by, instanceId, userId } = deleted
      const user = yield* lock(deleted)
      yield* check(user)
      yield* events.record({ type: "user.deleted", user, by, audit })
      const former = yield* formerOf(user)
      yield* users.delete(instanceId, userId)
      yield* forget(user, former)
    }).pipe(transaction.run, traced("UserDeletion.delete"))

  return UserDeletion.of({ delete: remove })
})

/** The service as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(UserDeletion, make)
