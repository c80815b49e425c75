import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { Language } from "../language/Language.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailContent } from "../mail/Mailer.ts"
import { emailKind as changedKind } from "./ConfirmEmailChange.ts"
import { emailKind as changeKind } from "./RequestEmailChange.ts"

/**
 * What the email to the new address can mention. It does not name the account or its address: the user may have
 * mistyped, and then someone else reads it.
 *
 * - `language`: an available one, which the email is written in.
 * - `confirmUrl`: the link. It contains the token: never log it or put it anywhere else.
 * - `lifetimeMinutes`: how long the link works.
 * - `userAgent`: the `User-Agent` of the client that requested it; none if it sent none, or for an operator.
 * - `requestedAt`: when the user requested the change.
 * - `expiresAt`: when the link stops working.
 */
export interface EmailChangeEmail extends CustomizableEmail.Sender {
  readonly language: Language
  readonly confirmUrl: string
  readonly lifetimeMinutes: number
  readonly userAgent: Option.Option<string>
  readonly requestedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/**
 * What the email to the former address can mention. It does not name the new address.
 *
 * - `restoreUrl`: the link that restores the former address. It contains the token.
 * - `lifetimeDays`: how long the link works after the change.
 * - `userAgent`: the `User-Agent` of the client that made the change; none if it sent none.
 * - `changedAt`: when the address was changed.
 */
export interface EmailChangedEmail extends CustomizableEmail.Sender {
  readonly language: Language
  readonly restoreUrl: string
  readonly lifetimeDays: number
  readonly userAgent: Option.Option<string>
  readonly changedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/** What operators can change of the email to the new address. */
export const customizableChange: CustomizableEmail.Definition<EmailChangeEmail> = {
  kind: changeKind,
  description: "A user wants to change the email address. Goes to the new address.",
  placeholders: (email) => ({
    ...CustomizableEmail.ofLink(email.confirmUrl, "The link that changes the address.", email, email.expiresAt),
    requestedAt: { type: "time", value: email.requestedAt, description: "When the change was requested." },
    device: { type: "device", value: email.userAgent, description: "The device that requested the change." }
  }),
  sample: (sample) => ({
    ...CustomizableEmail.requestedLink(sample),
    confirmUrl: sample.link
  })
}

/** What operators can change of the email to the former address. */
export const customizableChanged: CustomizableEmail.Definition<EmailChangedEmail> = {
  kind: changedKind,
  description: "A user has changed the email address. Goes to the former address.",
  placeholders: (email) => ({
    ...CustomizableEmail.ofLink(email.restoreUrl, "The link that restores the former address.", email, email.expiresAt),
    changedAt: { type: "time", value: email.changedAt, description: "When the address was changed." },
    device: { type: "device", value: email.userAgent, description: "The device that changed the address." }
  }),
  sample: (sample) => ({
    ...CustomizableEmail.sender(sample),
    restoreUrl: sample.link,
    lifetimeDays: sample.lifetimeDays,
    userAgent: Option.some(sample.userAgent),
    changedAt: sample.at,
    expiresAt: sample.until
  })
}

/** The port for the text of both emails. `@latchkey/pages/email-change/EmailChangeEmail` is an adapter. */
export class EmailChangeTemplate extends Context.Tag("@latchkey/domain/EmailChangeTemplate")<
  EmailChangeTemplate,
  {
    /**
     * Returns subject, plain text and HTML of the email to the new address. The HTML must escape every value it quotes.
     */
    readonly render: (email: EmailChangeEmail) => EmailContent

    /** Returns the same of the email to the former address. */
    readonly renderChanged: (email: EmailChangedEmail) => EmailContent
  }
>() {}
