/** The contract of the admin API: addresses that get no emails. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Email } from "@latchkey/domain/core/Email"
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { EmailReportType } from "@latchkey/domain/mail/MailDeliveryLog"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { pageLimit } from "../core/PageLimit.ts"
import { Time } from "../core/Time.ts"
import { Ok } from "../core/Ok.ts"

const exampleId = QueuedEmailId.make("email_01a1fd9a-9a40-7f0b-8a4d-93a1d4f1c077")

const example = {
  emailId: exampleId,
  email: Email.make("grace@example.com"),
  reason: "bounce" as const,
  detail: "Permanent/General",
  suppressedAt: DateTime.unsafeMake("2026-11-24T09:12:44.571Z")
}

/** An address that gets no emails. */
export const EmailSuppressionResponse = Schema.Struct({
  emailId: QueuedEmailId.annotations({
    description: "The id of the email that bounced, or that its recipient complained about. It names the suppression."
  }),
  email: Schema.typeSchema(Email),
  reason: EmailReportType,
  detail: Schema.String.annotations({ description: "The provider's own name for it; empty if there is none." }),
  suppressedAt: Time
}).annotations({
  identifier: "EmailSuppression",
  description: "An address that gets no emails of the instance.",
  examples: [example]
})
export type EmailSuppressionResponse = typeof EmailSuppressionResponse.Type

/** A page of suppressions. `nextCursor` is null on the last page. */
export const EmailSuppressionListResponse = Schema.Struct({
  emailSuppressions: Schema.Array(EmailSuppressionResponse),
  nextCursor: Schema.NullOr(Schema.String).annotations({ description: "`cursor` of the next page; null on the last." })
}).annotations({
  identifier: "EmailSuppressionList",
  description: "A page of addresses that get no emails, those of the latest emails first.",
  examples: [{ emailSuppressions: [example], nextCursor: null }]
})

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** Which suppressions to list. */
export const EmailSuppressionQuery = Schema.Struct({
  cursor: optional(Schema.String.annotations({ description: "`nextCursor` of the page before." })),
  limit: optional(pageLimit("suppressions"))
})

// Lenient, because an invalid id is 404 like one that does not exist.
const instance = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the instance.", examples: [defaultId] })
)
const email = HttpApiSchema.param(
  "emailId",
  Schema.String.annotations({ description: "The `emailId` of the suppression.", examples: [exampleId] })
)

const list = Contract.endpoint(
  HttpApiEndpoint.get("listEmailSuppressions")`/v1/admin/instances/${instance}/email-suppressions`,
  {
    permission: "emails.read",
    summary: "List suppressed addresses",
    description: "Returns addresses that get no emails page by page, those of the latest emails first.",
    query: EmailSuppressionQuery,
    success: EmailSuppressionListResponse
  }
)

const lift = Contract.endpoint(
  HttpApiEndpoint.del("liftEmailSuppression")`/v1/admin/instances/${instance}/email-suppressions/${email}`,
  {
    permission: "emails.support",
    summary: "Lift a suppression",
    description: "The address gets emails again, beginning with the next one.",
    success: Ok
  }
)

/**
 * `/v1/admin/instances/{id}/email-suppressions` and below. They require a bearer key (RFC 6750), as the endpoints for
 * instances do.
 */
export class EmailSuppressionApi extends Contract.group(
  "emailSuppression",
  {
    title: "Suppressed addresses",
    description:
      "Addresses that get no emails, because one bounced or its recipient complained. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  { listEmailSuppressions: list, liftEmailSuppression: lift }
) {}
