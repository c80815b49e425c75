import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { EmailSuppressionNotFound } from "@latchkey/domain/mail/MailErrors"
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import type { ActingOperator } from "@latchkey/domain/audit/AuditLog"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { EmailSuppression } from "@latchkey/domain/mail/EmailSuppressions"
import { SuppressedEmails } from "@latchkey/domain/mail/SuppressedEmails"
import type { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import type { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Endpoint } from "../../core/Endpoint.ts"
import type { HttpSettings } from "../../core/HttpSettings.ts"
import { decodePayload, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import * as RequestReader from "../../core/RequestReader.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as Cursor from "../../operator/internal/cursor.ts"
import * as OfInstance from "../../operator/internal/ofInstance.ts"
import * as EmailSuppressionApi from "../EmailSuppressionApi.ts"

const { parseId } = OfInstance

const pageSize = 50

const toResponse = (suppression: EmailSuppression): EmailSuppressionApi.EmailSuppressionResponse => {
  const { detail, email, emailId, reason, suppressedAt } = suppression
  return { emailId, email, reason, detail, suppressedAt }
}

const decodeQuery = decodePayload(EmailSuppressionApi.EmailSuppressionQuery)
const cursorOf = Cursor.decode(QueuedEmailId)

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "emailSuppression">,
  never,
  ApiKeys | Endpoint | HttpSettings | InstanceDirectory | RateLimiter | SuppressedEmails
> =>
  HttpApiBuilder.group(api, "emailSuppression", (handlers) =>
    Effect.gen(function* () {
      const authorized = yield* OfInstance.make
      const suppressed = yield* SuppressedEmails

      const onList = (instance: Instance) =>
        jsonReader(EmailSuppressionApi.ListEmailSuppressions, ({ request }) =>
          Effect.gen(function* () {
            const { cursor, limit = pageSize } = yield* decodeQuery(Object.fromEntries(RequestReader.query(request)))
            const page = yield* suppressed.list({ instance, before: yield* cursorOf(cursor), limit })
            const emailSuppressions = page.suppressions.map(toResponse)
            return { body: { emailSuppressions, nextCursor: Option.getOrNull(page.next) } }
          })
        )

      const onLift = (text: string) => (instance: Instance, by: ActingOperator) =>
        jsonReader(EmailSuppressionApi.LiftEmailSuppression, () =>
          parseId(QueuedEmailId, text, () => new EmailSuppressionNotFound()).pipe(
            Effect.flatMap((emailId) => suppressed.lift({ instance, by, emailId })),
            Effect.as({ body: ok })
          )
        )

      return handlers
        .handleRaw("listEmailSuppressions", ({ path }) => authorized("emails.read", path.id, onList))
        .handleRaw("liftEmailSuppression", ({ path }) => authorized("emails.support", path.id, onLift(path.emailId)))
    })
  )
