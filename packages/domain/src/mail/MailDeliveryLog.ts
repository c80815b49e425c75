/**
 * What became of the mail of a wish: for operators, who want to know why nothing arrives. Never the link.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import { WishId } from "../core/Ids.ts"

const reason = Schema.OptionFromSelf(Schema.String)

/**
 * Something that happened to a mail.
 *
 * - `at`: when it ended, or when it will be tried again.
 * - `reason`: a word for why, as in `latchkey_mails_total`; none for what was sent.
 * - `detail`: the provider's own name for the failure, if it has one.
 *
 * @since 0.1.0
 */
export const MailEvent = Schema.Struct({ at: Schema.DateTimeUtcFromSelf, reason, detail: reason })
/** @since 0.1.0 */
export type MailEvent = typeof MailEvent.Type

/**
 * The mail of one wish. `state` is `waiting` (then `at` is when it is due, and `reason` why it is late), `sent` or
 * `dropped`. `attempts` counts the tries so far.
 *
 * @since 0.1.0
 */
export class MailRecord extends Schema.Class<MailRecord>("@latchkey/domain/MailRecord")({
  id: WishId,
  email: Email,
  requestedAt: Schema.DateTimeUtcFromSelf,
  attempts: Schema.Int,
  state: Schema.Literal("waiting", "sent", "dropped"),
  ...MailEvent.fields
}) {}
