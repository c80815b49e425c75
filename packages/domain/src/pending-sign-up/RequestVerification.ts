/**
 * Stores a pending sign-up and queues its email: the same statements for every address.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { clientTokenOf, TokenGenerator } from "../core/TokenGenerator.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { QueuedEmailId } from "../core/Ids.ts"
import { EmailOutbox, QueuedEmail } from "../mail/EmailOutbox.ts"
import { requestedBy } from "../mail/Requester.ts"
import { EmailKind } from "../mail/MailDeliveryLog.ts"
import * as OneTimeTokens from "../one-time-token/OneTimeTokens.ts"
import { kind as pendingSignUp, maxEmailAge } from "./PendingSignUps.ts"
import type { SignUpCredential } from "./SignUpCredential.ts"

/** The kind of the email of a pending sign-up. */
export const emailKind = EmailKind.make("sign_up")

/** A sign-up whose address is to be verified. */
export interface UnverifiedSignUp {
  readonly instance: Instance
  readonly caller: Caller
  readonly email: Email
  readonly credential: SignUpCredential
}

/**
 * Makes the function that stores a sign-up until its address is verified. It returns the caller's `__client` token, or
 * a new one if it had none: the link will recognize the client by it.
 */
export const make = Effect.gen(function* () {
  const ids = yield* IdGenerator
  const outbox = yield* EmailOutbox
  const pendings = yield* OneTimeTokens.make(pendingSignUp)
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction

  return Effect.fnUntraced(function* ({ caller, credential, email, instance }: UnverifiedSignUp) {
    const instanceId = instance.id
    const requestedAt = yield* DateTime.now
    const clientToken = yield* clientTokenOf(tokens, caller.clientToken)
    const clientHash = tokens.hash(clientToken)
    const queued = new QueuedEmail({
      instanceId,
      id: yield* ids.next(QueuedEmailId),
      kind: emailKind,
      email,
      clientHash: Option.some(clientHash),
      ...requestedBy(caller),
      requestedAt,
      expiresAt: DateTime.addDuration(requestedAt, maxEmailAge),
      attempts: 0
    })
    const pending = { instanceId, subject: email, tokenHash: clientHash, data: credential }
    yield* transaction.run(Effect.zipRight(pendings.put(pending), outbox.enqueue(queued)))
    return clientToken
  })
})
