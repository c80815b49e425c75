/**
 * Emails that tell a user what happened to the account, so that the owner learns of a change that someone else has made
 * (OWASP ASVS 5.0, 6.3.7).
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { AccountChange } from "../account/AccountChange.ts"
import type { User } from "../account/UserRepository.ts"
import type { Caller } from "../core/Caller.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import { QueuedEmailId } from "../core/Ids.ts"
import { EmailOutbox, QueuedEmail } from "./EmailOutbox.ts"
import { requestedBy } from "./Requester.ts"
import { EmailKind } from "./MailDeliveryLog.ts"
import { Mailer } from "./Mailer.ts"

/**
 * What happened, and to whom. `caller`: the client that made the change; `undefined` for an operator. The notice names
 * the user's `deletionAt`, if there is one.
 */
export interface AccountNotice {
  readonly change: AccountChange
  readonly instance: Instance
  readonly user: User
  readonly caller?: Pick<Caller, "languages" | "userAgent"> | undefined
}

/** 24 hours: a notice that could not be sent until then is discarded. */
export const maxAge = Duration.hours(24)

/** Tells users what happened to their accounts. */
export class AccountNotices extends Context.Tag("@latchkey/domain/AccountNotices")<
  AccountNotices,
  {
    /**
     * Queues a notice. Call it in the transaction of the change, so that there is a notice if and only if the change
     * was made. Queues nothing for an address that is not verified, because it may belong to someone else, and nothing
     * without an email provider or if the instance has turned notices off.
     */
    readonly enqueue: (notice: AccountNotice) => Effect.Effect<void, PersistenceError>
  }
>() {}

const deletionOf = ({ deletionAt }: User): QueuedEmail["parameters"] =>
  Option.isSome(deletionAt) ? { deletionAt: DateTime.formatIso(deletionAt.value) } : {}

/** Makes the service. */
export const make = Effect.gen(function* () {
  const ids = yield* IdGenerator
  const mailer = yield* Mailer
  const outbox = yield* EmailOutbox

  const enqueue = Effect.fnUntraced(function* ({ caller, change, instance, user }: AccountNotice) {
    const isWanted = mailer.isConfigured && instance.emailConfig.accountNotices
    if (!isWanted || Option.isNone(user.emailVerifiedAt)) return
    const requestedAt = yield* DateTime.now
    const { languages, parameters } = requestedBy(caller)
    yield* outbox.enqueue(
      new QueuedEmail({
        instanceId: instance.id,
        id: yield* ids.next(QueuedEmailId),
        kind: EmailKind.make(change.name),
        email: user.email,
        clientHash: Option.none(),
        languages,
        userId: Option.some(user.id),
        parameters: { ...parameters, ...deletionOf(user) },
        requestedAt,
        expiresAt: DateTime.addDuration(requestedAt, maxAge),
        attempts: 0
      })
    )
  })

  return AccountNotices.of({ enqueue })
})

/** The service as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(AccountNotices, make)
