/** What an account does with an address that it leaves: by a change, or because an earlier one is restored. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { FormerEmail, FormerEmails, isRestorable, lifetime } from "../../account/FormerEmails.ts"
import type { User } from "../../account/UserRepository.ts"
import type { Caller } from "../../core/Caller.ts"
import { IdGenerator } from "../../core/IdGenerator.ts"
import type { Instance } from "../../instance/Instance.ts"
import { AccountNotices } from "../../mail/AccountNotices.ts"
import { QueuedEmailId } from "../../core/Ids.ts"
import { EmailOutbox, QueuedEmail } from "../../mail/EmailOutbox.ts"
import { requestedBy } from "../../mail/Requester.ts"
import { EmailKind } from "../../mail/MailDeliveryLog.ts"
import { accountChanges } from "../EmailChangeRecords.ts"

/** The kind of the email that tells the address, with a link that restores it. */
export const emailKind = EmailKind.make("email_changed")

/**
 * A user who leaves an address.
 *
 * - `former`: the user with that address, as they were before.
 * - `credentialVersion`: the version afterwards.
 * - `restorations`: as in `FormerEmail`.
 */
export interface Leaving {
  readonly instance: Instance
  readonly caller: Caller
  readonly former: User
  readonly credentialVersion: number
  readonly restorations: number
}

/**
 * Makes the function that reserves the address, and tells it: with a link that restores it, or, after the last
 * restoration, with a notice. Does nothing for an address that was never verified: it may belong to someone else, who
 * gets neither a word nor a link.
 */
export const make = Effect.gen(function* () {
  const formers = yield* FormerEmails
  const ids = yield* IdGenerator
  const notices = yield* AccountNotices
  const outbox = yield* EmailOutbox

  const sendLink = Effect.fnUntraced(function* (
    { email, expiresAt, instanceId }: FormerEmail,
    former: User,
    caller: Caller
  ) {
    yield* outbox.enqueue(
      new QueuedEmail({
        instanceId,
        id: yield* ids.next(QueuedEmailId),
        kind: emailKind,
        email,
        clientHash: Option.none(),
        ...requestedBy(caller, former),
        userId: Option.some(former.id),
        requestedAt: yield* DateTime.now,
        // As the reservation: it is useful for as long as that.
        expiresAt,
        attempts: 0
      })
    )
  })

  return Effect.fnUntraced(function* ({ caller, credentialVersion, former, instance, restorations }: Leaving) {
    if (Option.isNone(former.emailVerifiedAt)) return
    const { email, id: userId, instanceId } = former
    const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
    const left = new FormerEmail({ instanceId, email, userId, credentialVersion, restorations, expiresAt })
    yield* formers.put(left)
    yield* isRestorable(left)
      ? sendLink(left, former, caller)
      : notices.enqueue({ change: accountChanges.email_restored, instance, user: former, caller })
  })
})
