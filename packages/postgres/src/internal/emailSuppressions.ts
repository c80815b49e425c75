import { EmailSuppression } from "@latchkey/domain/mail/EmailSuppressions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Time } from "./columns.ts"
import { rows } from "./database.ts"

const suppressionRows = rows(Schema.Struct({ ...EmailSuppression.fields, suppressedAt: Time }))

/** The columns of a suppression. */
export const suppressionColumns = `
  instance_id AS "instanceId", email, email_id AS "emailId", reason, detail, suppressed_at AS "suppressedAt"`

/** Runs a statement that returns `suppressionColumns`. */
export const emailSuppressions = (statement: Parameters<typeof suppressionRows>[0]) =>
  Effect.map(suppressionRows(statement), (found) => found.map((row) => new EmailSuppression(row)))
