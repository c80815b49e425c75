import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import type { EmailSuppression } from "@latchkey/domain/mail/EmailSuppressions"
import { EmailSuppressionNotFound } from "@latchkey/domain/mail/MailErrors"
import { SuppressedEmails } from "@latchkey/domain/mail/SuppressedEmails"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import { parseId } from "../../core/parseId.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import * as Cursor from "../../operator/cursor.ts"
import { EmailSuppressionApi, type EmailSuppressionResponse } from "../EmailSuppressionApi.ts"

const pageSize = 50

const toResponse = (suppression: EmailSuppression): EmailSuppressionResponse => {
  const { detail, email, emailId, reason, suppressedAt } = suppression
  return { emailId, email, reason, detail, suppressedAt }
}

const cursorOf = Cursor.decode(QueuedEmailId)

export const implementation = Implementation.makeGuarded(
  EmailSuppressionApi,
  AdminAccess.guardOfInstance,
  Effect.map(SuppressedEmails, (suppressed) => ({
    listEmailSuppressions: ({ instance, query: { cursor, limit = pageSize } }) =>
      cursorOf(cursor).pipe(
        Effect.flatMap((before) => suppressed.list({ instance, before, limit })),
        Effect.map(({ next, suppressions }) => ({
          body: { emailSuppressions: suppressions.map(toResponse), nextCursor: Option.getOrNull(next) }
        }))
      ),
    liftEmailSuppression: ({ by, instance, path }) =>
      parseId(QueuedEmailId, path.emailId, () => new EmailSuppressionNotFound()).pipe(
        Effect.flatMap((emailId) => suppressed.lift({ instance, by, emailId })),
        Effect.as({ body: ok })
      )
  }))
)
