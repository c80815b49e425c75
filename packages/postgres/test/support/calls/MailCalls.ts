/** Calls of the ports for emails. */
import { CustomEmailRepository } from "@latchkey/domain/mail/CustomEmailRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { largest, lastMinute, middleOfSuppressions } from "../ManyRows.ts"
import { type Calls, deleteLimit, listLimit, searchLimit } from "./Calls.ts"

const { now } = Samples
/** The limit of the dispatcher. */
const leaseLimit = 20

const customEmails = Effect.gen(function* () {
  const port = yield* CustomEmailRepository
  const email = Samples.customEmail(largest)
  const calls: Calls<CustomEmailRepository["Type"]> = {
    put: port.put(email),
    find: port.find(email),
    list: port.list(largest),
    delete: port.delete(email)
  }
  return calls
})

const outbox = Effect.gen(function* () {
  const port = yield* EmailOutbox
  const { id } = Samples.queuedEmail(largest)
  const update = { at: now, reason: Option.some("unavailable" as const), detail: Option.none() }
  const calls: Calls<EmailOutbox["Type"]> = {
    enqueue: port.enqueue(Samples.queuedEmail(largest)),
    lease: port.lease({ now, until: Samples.plus(Samples.minute), limit: leaseLimit }),
    complete: port.complete(largest, id, { state: "failed", ...update }),
    reschedule: port.reschedule(largest, id, update),
    deleteAll: port.deleteAll(largest, Samples.email()),
    deleteAllOf: port.deleteAllOf(largest, Samples.userId()),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const deliveries = Effect.gen(function* () {
  const port = yield* MailDeliveryLog
  const ofAll = { instanceId: Option.none(), since: lastMinute }
  const email = Samples.queuedEmail(largest)
  const ofLargest = { ...ofAll, instanceId: Option.some(largest) }
  const calls: Calls<MailDeliveryLog["Type"]> = {
    list: Effect.forEach(
      [
        {},
        { email: email.email },
        { before: email },
        ...(["queued", "reported", "sent", "unsent"] as const).map((outcome) => ({ outcome }))
      ],
      (filter) => port.list(largest, searchLimit, filter)
    ),
    find: port.find(largest, Samples.queuedEmailId()),
    report: port.report(largest, Samples.queuedEmailId(), { report: "bounce", at: now }),
    countReports: Effect.zip(port.countReports(ofLargest), port.countReports(ofAll)),
    countSent: Effect.zip(
      port.countSent({ ...ofLargest, limit: listLimit }),
      port.countSent({ ...ofAll, limit: listLimit })
    ),
    deleteAll: port.deleteAll(largest, Samples.email()),
    deleteAllOf: port.deleteAllOf(largest, Samples.userId()),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const emailSuppressions = Effect.gen(function* () {
  const port = yield* EmailSuppressions
  const suppression = Samples.emailSuppression(largest)
  const query = { instanceId: largest, limit: searchLimit }
  const calls: Calls<EmailSuppressions["Type"]> = {
    put: Effect.zip(port.put(suppression), port.put(suppression)),
    find: port.find(largest, suppression.email),
    list: Effect.zip(
      port.list({ ...query, before: Option.none() }),
      port.list({ ...query, before: Option.some(middleOfSuppressions) })
    ),
    lift: port.lift(largest, suppression.emailId),
    delete: port.delete(largest, suppression.email),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

/** Returns them by the key of the tag of each port. */
export const make = Effect.gen(function* () {
  return {
    [CustomEmailRepository.key]: yield* customEmails,
    [EmailOutbox.key]: yield* outbox,
    [MailDeliveryLog.key]: yield* deliveries,
    [EmailSuppressions.key]: yield* emailSuppressions
  }
})
