import type { Email } from "@latchkey/domain/core/Email"
import type { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import type { MemoryState, StoredEmail } from "./MemoryState.ts"

/** Makes the entry of the delivery log for an email, queued or completed. */
export const emailDelivery = (
  { attempts, email, id, kind, requestedAt }: QueuedEmail,
  { at, detail, reason, state }: Pick<EmailDelivery, "at" | "detail" | "reason" | "state">
): EmailDelivery => new EmailDelivery({ id, kind, email, requestedAt, attempts, state, at, reason, detail })

/** The newest request first. */
export const newestFirst: Order.Order<EmailDelivery> = Order.reverse(
  Order.combine(
    Order.mapInput(DateTime.Order, ({ requestedAt }: EmailDelivery) => requestedAt),
    Order.mapInput(Order.string, ({ id }: EmailDelivery) => id)
  )
)

const fromQueue = ({ delay, dueAt, email }: StoredEmail): EmailDelivery =>
  emailDelivery(email, { state: "queued", at: Option.getOrElse(dueAt, () => email.requestedAt), ...delay })

interface Stored {
  readonly userId: Option.Option<UserId>
  readonly delivery: EmailDelivery
}

const storedOf = (state: MemoryState, instanceId: InstanceId): ReadonlyArray<Stored> => {
  const queued = Arr.filter(HashMap.toValues(state.queuedEmails), ({ email }) => email.instanceId === instanceId)
  const completed = Arr.filter(HashMap.toValues(state.emailDeliveries), (stored) => stored.instanceId === instanceId)
  return [...queued.map((stored) => ({ userId: stored.email.userId, delivery: fromQueue(stored) })), ...completed]
}

/** Returns the emails of an instance, queued or not. */
export const emailsOf = (state: MemoryState, instanceId: InstanceId): ReadonlyArray<EmailDelivery> =>
  storedOf(state, instanceId).map(({ delivery }) => delivery)

/** Returns the emails to the addresses, and those on behalf of the user. */
export const emailsAbout = (
  state: MemoryState,
  {
    addresses,
    instanceId,
    userId
  }: {
    readonly instanceId: InstanceId
    readonly userId: UserId
    readonly addresses: ReadonlyArray<Email>
  }
): ReadonlyArray<EmailDelivery> =>
  storedOf(state, instanceId)
    .filter((stored) => addresses.includes(stored.delivery.email) || Option.contains(stored.userId, userId))
    .map(({ delivery }) => delivery)
