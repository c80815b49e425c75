/**
 * Notifications of Amazon SES about one email, in both of their forms: those of an identity (`notificationType`) and
 * those of a configuration set (`eventType`).
 */
import * as EmailReference from "@latchkey/domain/mail/EmailReference"
import type { EmailReport } from "@latchkey/domain/mail/EmailReports"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { nullable: true })

const Event = Schema.parseJson(
  Schema.Struct({
    notificationType: optional(Schema.String),
    eventType: optional(Schema.String),
    mail: Schema.Struct({
      headers: Schema.optionalWith(Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })), {
        nullable: true,
        default: () => []
      })
    }),
    bounce: optional(Schema.Struct({ bounceType: Schema.String, bounceSubType: Schema.String })),
    complaint: optional(
      Schema.Struct({ complaintFeedbackType: optional(Schema.String), complaintSubType: optional(Schema.String) })
    )
  })
)
type Event = typeof Event.Type

const decode = Schema.decodeOption(Event)

/** What is shown of a name of SES. */
const word = (text: string): string => (/^[A-Za-z-]{1,40}$/.test(text) ? text : "unknown")

/**
 * Returns the type and the name of a report. A bounce is one only if it is permanent: SES stops trying by itself after
 * a transient one, and of an undetermined one nothing is known. `not-spam` corrects an earlier mistake.
 */
const outcomeOf = (event: Event): Option.Option<Pick<EmailReport, "detail" | "type">> => {
  const type = event.eventType ?? event.notificationType
  const { bounce, complaint } = event
  if (type === "Bounce" && bounce?.bounceType === "Permanent")
    return Option.some({ type: "bounce", detail: `Permanent/${word(bounce.bounceSubType)}` })
  if (type === "Complaint" && complaint !== undefined && complaint.complaintFeedbackType !== "not-spam")
    return Option.some({
      type: "complaint",
      detail: word(complaint.complaintFeedbackType ?? complaint.complaintSubType ?? "Complaint")
    })
  return Option.none()
}

/** The email, by the one header that names it. Header names ignore case (RFC 5322, 1.2.2). */
const referenceOf = ({ mail }: Event): Option.Option<EmailReference.NamedEmail> => {
  const name = EmailReference.header.toLowerCase()
  const [found, ...others] = mail.headers.filter((header) => header.name.toLowerCase() === name)
  return found === undefined || others.length > 0 ? Option.none() : EmailReference.parse(found.value)
}

const warnWithoutReference = Effect.logWarning(
  "A bounce or complaint names no email of Latchkey",
  "It is about another program's email, or the notifications do not include the original headers: see docs/email.md"
)

/** Returns the report of a notification, or `None` if it contains none. */
export const report = (text: string): Effect.Effect<Option.Option<EmailReport>> =>
  Effect.gen(function* () {
    const event = decode(text)
    const outcome = Option.flatMap(event, outcomeOf)
    if (Option.isNone(outcome)) return Option.none()
    const named = Option.flatMap(event, referenceOf)
    if (Option.isNone(named)) yield* warnWithoutReference
    return Option.map(named, (email) => ({ ...outcome.value, ...email }))
  })
