/** The two emails about a recovery: at its request, and at the end of its waiting time. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { User } from "../../account/UserRepository.ts"
import type { Caller } from "../../core/Caller.ts"
import { IdGenerator } from "../../core/IdGenerator.ts"
import { QueuedEmailId, UserId } from "../../core/Ids.ts"
import { maxAge } from "../../mail/AccountNotices.ts"
import { EmailOutbox, QueuedEmail } from "../../mail/EmailOutbox.ts"
import { requestedBy } from "../../mail/Requester.ts"
import { EmailKind } from "../../mail/MailDeliveryLog.ts"
import type { FactorRecovery } from "../FactorRecoveryRepository.ts"

/** The kind of the email that is sent at the request. */
export const requestedKind = EmailKind.make("factor_recovery")

/** The kind of the email that is sent at the end of the waiting time. */
export const readyKind = EmailKind.make("factor_recovery_ready")

/** Which recovery an email is about: the parameters of the email. */
const Parameters = Schema.Struct({ userId: UserId, requestedAt: Schema.DateTimeUtc })

const encodeParameters = Schema.encodeSync(Parameters)
const decodeParameters = Schema.decodeUnknownSync(Parameters)

/** Returns which recovery an email is about. */
export const recoveryOf = ({
  instanceId,
  parameters
}: QueuedEmail): Pick<FactorRecovery, "instanceId" | "requestedAt" | "userId"> => ({
  instanceId,
  ...decodeParameters(parameters)
})

/** Makes the function that queues both emails. Call it in the transaction of the request. */
export const make = Effect.gen(function* () {
  const ids = yield* IdGenerator
  const outbox = yield* EmailOutbox

  const enqueue = Effect.fnUntraced(function* (
    { availableAt, expiresAt, instanceId, requestedAt, userId }: FactorRecovery,
    user: User,
    caller: Caller
  ) {
    const { languages, parameters } = requestedBy(caller)
    const common = {
      instanceId,
      email: user.email,
      clientHash: Option.none(),
      languages,
      userId: Option.some(userId),
      parameters: { ...parameters, ...encodeParameters({ userId, requestedAt }) },
      attempts: 0
    }
    yield* outbox.enqueue(
      new QueuedEmail({
        ...common,
        id: yield* ids.next(QueuedEmailId),
        kind: requestedKind,
        requestedAt,
        expiresAt: DateTime.addDuration(requestedAt, maxAge)
      })
    )
    const ready = new QueuedEmail({
      ...common,
      id: yield* ids.next(QueuedEmailId),
      kind: readyKind,
      // So that its age is that of an email which was requested when it becomes due.
      requestedAt: availableAt,
      expiresAt
    })
    yield* outbox.enqueue(ready)
    yield* outbox.reschedule(instanceId, ready.id, { at: availableAt, reason: Option.none(), detail: Option.none() })
  })

  return { enqueue }
})
