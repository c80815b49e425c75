import type { Email } from "@latchkey/domain/core/Email"
import type { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import type { EmailSuppression } from "@latchkey/domain/mail/EmailSuppressions"
import { type DeliveryUpdate, EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { type MemoryState, Table } from "./MemoryState.ts"

/**
 * A queued email. `dueAt`: when a worker may lease it, which a lease moves; none if it is due immediately. `delay`:
 * why it was rescheduled.
 */
export interface StoredEmail {
  readonly email: QueuedEmail
  readonly dueAt: Option.Option<DateTime.Utc>
  readonly delay: Pick<DeliveryUpdate, "detail" | "reason">
}

/** The delay of an email that was never rescheduled. */
export const noDelay: StoredEmail["delay"] = { reason: Option.none(), detail: Option.none() }

/** What is kept of a completed email. `reportedAt`: when its report was stored, if there is one. */
export interface StoredDelivery {
  readonly instanceId: InstanceId
  readonly userId: Option.Option<UserId>
  readonly delivery: EmailDelivery
  readonly reportedAt: Option.Option<DateTime.Utc>
}

/** By the id of the email. */
export const queuedEmails = new Table<string, StoredEmail>("queued_emails")

/** By the id of the email. */
export const emailDeliveries = new Table<string, StoredDelivery>("email_deliveries")

/** By email address. */
export const emailSuppressions = new Table<string, EmailSuppression>("email_suppressions")

/** Makes the entry of the delivery log for an email, queued or completed. */
export const emailDelivery = (
  { attempts, email, id, kind, requestedAt }: QueuedEmail,
  { at, detail, reason, state }: Pick<EmailDelivery, "at" | "detail" | "reason" | "state">
): EmailDelivery => new EmailDelivery({ id, kind, email, requestedAt, attempts, state, at, reason, detail })

/** The newest request first. */
export const newestFirst: Order.Order<Pick<EmailDelivery, "id" | "requestedAt">> = Order.reverse(
  Order.combine(
    Order.mapInput(DateTime.Order, ({ requestedAt }) => requestedAt),
    Order.mapInput(Order.string, ({ id }) => id)
  )
)

const fromQueue = ({ delay, dueAt, email }: StoredEmail): EmailDelivery =>
  emailDelivery(email, { state: "queued", at: Option.getOrElse(dueAt, () => email.requestedAt), ...delay })

interface Stored {
  readonly userId: Option.Option<UserId>
  readonly delivery: EmailDelivery
}

const storedOf = (state: MemoryState, instanceId: InstanceId): ReadonlyArray<Stored> => {
  const queued = Arr.filter(queuedEmails.values(state), ({ email }) => email.instanceId === instanceId)
  const completed = Arr.filter(emailDeliveries.values(state), (stored) => stored.instanceId === instanceId)
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
