/**
 * Looking up suppressed addresses and lifting suppressions, as operators and their programs do. The audit log names a
 * suppression by its email's id, never by the address.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { EmailSuppressionNotFound } from "./MailErrors.ts"
import type { QueuedEmailId } from "../core/Ids.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { auditActions } from "./EmailRecords.ts"
import { type EmailSuppression, EmailSuppressions } from "./EmailSuppressions.ts"

/** One page of suppressions. `next`: the id to continue before; none on the last page. */
export interface EmailSuppressionPage {
  readonly suppressions: ReadonlyArray<EmailSuppression>
  readonly next: Option.Option<QueuedEmailId>
}

/** The use case of looking after suppressed addresses. */
export class SuppressedEmails extends Context.Tag("@latchkey/domain/SuppressedEmails")<
  SuppressedEmails,
  {
    /** Returns up to `limit` suppressions, those by the latest emails first. `before`: the `next` of the last page. */
    readonly list: (query: {
      readonly instance: Instance
      readonly before: Option.Option<QueuedEmailId>
      readonly limit: number
    }) => Effect.Effect<EmailSuppressionPage, PersistenceError>

    /** Lifts a suppression: the address gets emails again, beginning with the next one. */
    readonly lift: (request: {
      readonly instance: Instance
      readonly by: ActingOperator
      readonly emailId: QueuedEmailId
    }) => Effect.Effect<void, EmailSuppressionNotFound | PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const suppressions = yield* EmailSuppressions
  const transaction = yield* Transaction

  const list: (typeof SuppressedEmails.Service)["list"] = Effect.fnUntraced(function* ({ before, instance, limit }) {
    const found = yield* suppressions.list({ instanceId: instance.id, before, limit: limit + 1 })
    const page = found.slice(0, limit)
    return {
      suppressions: page,
      next: found.length > limit ? Option.fromNullable(page.at(-1)?.emailId) : Option.none()
    }
  }, traced("SuppressedEmails.list"))

  const lift: (typeof SuppressedEmails.Service)["lift"] = Effect.fnUntraced(
    function* ({ by, emailId, instance }) {
      const isLifted = yield* suppressions.lift(instance.id, emailId)
      if (!isLifted) return yield* new EmailSuppressionNotFound()
      yield* audit(by, "email_suppression_lifted", { instanceId: instance.id, detail: emailId })
    },
    transaction.run,
    traced("SuppressedEmails.lift")
  )

  return SuppressedEmails.of({ list, lift })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(SuppressedEmails, make)
