import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Option from "effect/Option"
import type { Language } from "../language/Language.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailContent } from "../mail/Mailer.ts"
import { emailKind } from "./RequestPasswordReset.ts"

/**
 * What an email with a link to set a new password can mention.
 *
 * - `language`: an available one, which the email is written in.
 * - `resetUrl`: the link. It contains the token: never log it or put it anywhere else.
 * - `lifetimeMinutes`: how long the link works.
 * - `userAgent`: the `User-Agent` of the client that requested it; none if it sent none, or for an operator.
 * - `requestedAt`: when it was requested.
 * - `expiresAt`: when it stops working.
 */
export interface PasswordResetEmail extends CustomizableEmail.Sender {
  readonly language: Language
  readonly resetUrl: string
  readonly lifetimeMinutes: number
  readonly userAgent: Option.Option<string>
  readonly requestedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/** What operators can change of the email. */
export const customizable: CustomizableEmail.Definition<PasswordResetEmail> = {
  kind: emailKind,
  description: "A user requested a link to set a new password.",
  placeholders: (email) => ({
    ...CustomizableEmail.ofLink(email.resetUrl, "The link to set a new password.", email, email.expiresAt),
    requestedAt: { type: "time", value: email.requestedAt, description: "When the link was requested." },
    device: { type: "device", value: email.userAgent, description: "The device that requested the link." }
  }),
  sample: (sample) => ({
    ...CustomizableEmail.requestedLink(sample),
    resetUrl: sample.link
  })
}

/** The port for the text of the email. `@latchkey/pages/password-reset/PasswordResetEmail` is an adapter. */
export class PasswordResetTemplate extends Context.Tag("@latchkey/domain/PasswordResetTemplate")<
  PasswordResetTemplate,
  {
    /** Returns subject, plain text and HTML. The HTML must escape every value it quotes. */
    readonly render: (email: PasswordResetEmail) => EmailContent
  }
>() {}
