/** Removes the queued emails, the results of emails and the failed sign-ins of an address that a user no longer has. */
import * as Effect from "effect/Effect"
import { SignInFailures } from "../account/SignInFailures.ts"
import type { Email } from "../core/Email.ts"
import type { InstanceId } from "../core/Ids.ts"
import { EmailOutbox } from "./EmailOutbox.ts"
import { MailDeliveryLog } from "./MailDeliveryLog.ts"

/**
 * Makes the function. Suppressions stay: they say that a mailbox takes no email, whichever account has the address.
 * Only `UserDeletion` removes one, if the user had verified the address.
 */
export const make = Effect.gen(function* () {
  const deliveries = yield* MailDeliveryLog
  const failures = yield* SignInFailures
  const outbox = yield* EmailOutbox

  return Effect.fnUntraced(function* (instanceId: InstanceId, email: Email) {
    yield* outbox.deleteAll(instanceId, email)
    yield* deliveries.deleteAll(instanceId, email)
    yield* failures.delete(instanceId, email)
  })
})
