import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { Language } from "../language/Language.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import { EmailKind } from "../mail/MailDeliveryLog.ts"
import type { EmailContent } from "../mail/Mailer.ts"
import { emailKind } from "./RequestVerification.ts"

/**
 * What both emails can mention.
 *
 * - `language`: an available one, which the email is written in.
 * - `userAgent`: the `User-Agent` of the client that requested it; none if it sent none, or for an operator.
 * - `requestedAt`: when someone signed up with the address.
 */
export interface SignUpEmail extends CustomizableEmail.Sender {
  readonly language: Language
  readonly userAgent: Option.Option<string>
  readonly requestedAt: DateTime.Utc
}

/**
 * What the email with the link that completes a sign-up can mention.
 *
 * - `verifyUrl`: the link. It contains the token: never log it or put it anywhere else.
 * - `lifetimeMinutes`: how long the link works.
 * - `expiresAt`: when it stops working.
 */
export interface SignUpLinkEmail extends SignUpEmail {
  readonly verifyUrl: string
  readonly lifetimeMinutes: number
  readonly expiresAt: DateTime.Utc
}

/**
 * What the email to the owner of an account can mention, after someone signed up with its address. It contains no
 * token, and no link that signs in.
 *
 * - `signInUrl`: the sign-in page.
 * - `forgotPasswordUrl`: the page where a user without the password requests a link to set a new one.
 */
export interface ExistingAccountEmail extends SignUpEmail {
  readonly signInUrl: string
  readonly forgotPasswordUrl: string
}

/** What operators can change of the email with the link. */
export const customizableLink: CustomizableEmail.Definition<SignUpLinkEmail> = {
  kind: emailKind,
  description: "Someone signed up with an address that has no account.",
  placeholders: (email) => ({
    ...CustomizableEmail.ofLink(email.verifyUrl, "The link that completes the sign-up.", email, email.expiresAt),
    requestedAt: { type: "time", value: email.requestedAt, description: "When someone signed up." },
    device: { type: "device", value: email.userAgent, description: "The device that signed up." }
  }),
  sample: (sample) => ({
    ...CustomizableEmail.requestedLink(sample),
    verifyUrl: sample.link
  })
}

/** What operators can change of the email to the owner of an account. */
export const customizableExistingAccount: CustomizableEmail.Definition<ExistingAccountEmail> = {
  kind: EmailKind.make("existing_account"),
  description: "Someone signed up with an address that has an account.",
  placeholders: (email) => ({
    forgotPasswordUrl: {
      type: "url",
      value: email.forgotPasswordUrl,
      description: "The page that sends a link to set a new password."
    },
    requestedAt: { type: "time", value: email.requestedAt, description: "When someone signed up." },
    device: { type: "device", value: email.userAgent, description: "The device that signed up." }
  }),
  sample: (sample) => ({
    ...CustomizableEmail.sender(sample),
    signInUrl: sample.signInUrl,
    forgotPasswordUrl: sample.forgotPasswordUrl,
    userAgent: Option.some(sample.userAgent),
    requestedAt: sample.at
  })
}

/**
 * The port for the texts of the emails. `@latchkey/pages/pending-sign-up/PendingSignUpEmail` is an adapter.
 * Both methods return subject, plain text and HTML. The HTML must escape every value it quotes.
 */
export class PendingSignUpTemplate extends Context.Tag("@latchkey/domain/PendingSignUpTemplate")<
  PendingSignUpTemplate,
  {
    /** Makes the email with the link that completes the sign-up. */
    readonly renderLink: (email: SignUpLinkEmail) => EmailContent

    /** Makes the email that says that the address has an account, and how to sign in. */
    readonly renderExistingAccount: (email: ExistingAccountEmail) => EmailContent
  }
>() {}
