import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type { Language } from "../language/Language.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailContent } from "../mail/Mailer.ts"
import { emailKind } from "./Invitations.ts"

/**
 * What the email of an invitation can mention.
 *
 * - `language`: an available one, which the email is written in.
 * - `invitationUrl`: the link. It contains the token: never log it or put it anywhere else.
 * - `lifetimeDays`: how long the link works.
 * - `invitedAt`: when the operator sent it.
 * - `expiresAt`: when it stops working.
 */
export interface InvitationEmail extends CustomizableEmail.Sender {
  readonly language: Language
  readonly invitationUrl: string
  readonly lifetimeDays: number
  readonly invitedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/** What operators can change of the email. */
export const customizable: CustomizableEmail.Definition<InvitationEmail> = {
  kind: emailKind,
  description: "An administrator invited someone to create an account.",
  placeholders: (email) => ({
    ...CustomizableEmail.ofLink(email.invitationUrl, "The link that creates the account.", email, email.expiresAt),
    invitedAt: { type: "time", value: email.invitedAt, description: "When the invitation was sent." }
  }),
  sample: (sample) => ({
    ...CustomizableEmail.sender(sample),
    invitationUrl: sample.link,
    lifetimeDays: sample.lifetimeDays,
    invitedAt: sample.at,
    expiresAt: sample.until
  })
}

/** The port for the text of the email. `@latchkey/pages/invitation/InvitationEmail` is an adapter. */
export class InvitationTemplate extends Context.Tag("@latchkey/domain/InvitationTemplate")<
  InvitationTemplate,
  {
    /** Returns subject, plain text and HTML. The HTML must escape every value it quotes. */
    readonly render: (email: InvitationEmail) => EmailContent
  }
>() {}
