import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Option from "effect/Option"
import type { Language } from "../language/Language.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailContent } from "../mail/Mailer.ts"
import { emailKind } from "./RequestMagicLink.ts"
import { lifetime, SignInCode } from "./SignInCode.ts"

/**
 * A code. Never log it or put it anywhere else than into the body: lock screens show subjects.
 *
 * - `digits`: the user types them where they requested the link.
 * - `lifetimeMinutes`: how long the code works after the request.
 */
export interface EmailedCode {
  readonly digits: SignInCode
  readonly lifetimeMinutes: number
}

/**
 * What an email with a magic link can mention.
 *
 * - `language`: an available one, which the email is written in.
 * - `verifyUrl`: the link. It contains the token: never log it or put it anywhere else.
 * - `lifetimeMinutes`: how long the link works.
 * - `userAgent`: the `User-Agent` of the client that requested it; none if it sent none, or for an operator.
 * - `code`: what the user can type in place of using the link; none if the instance has no codes.
 * - `requestedAt`: when it was requested.
 * - `expiresAt`: when it stops working.
 */
export interface MagicLinkEmail extends CustomizableEmail.Sender {
  readonly language: Language
  readonly verifyUrl: string
  readonly lifetimeMinutes: number
  readonly userAgent: Option.Option<string>
  readonly code?: EmailedCode | undefined
  readonly requestedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/** What operators can change of the email. */
export const customizable: CustomizableEmail.Definition<MagicLinkEmail> = {
  kind: emailKind,
  description: "A user requested a link to sign in.",
  placeholders: (email) => ({
    ...CustomizableEmail.ofLink(email.verifyUrl, "The link that signs in.", email, email.expiresAt),
    code: {
      type: "code",
      value: email.code?.digits ?? null,
      description: "The code that signs in, too. Empty if the instance sends no codes."
    },
    requestedAt: { type: "time", value: email.requestedAt, description: "When the link was requested." },
    device: { type: "device", value: email.userAgent, description: "The device that requested the link." }
  }),
  sample: (sample) => ({
    ...CustomizableEmail.requestedLink(sample),
    verifyUrl: sample.link,
    code:
      sample.code === null
        ? undefined
        : { digits: SignInCode.make(sample.code), lifetimeMinutes: Duration.toMinutes(lifetime) }
  })
}

/** The port for the text of the email. `@latchkey/pages/magic-link/MagicLinkEmail` is an adapter. */
export class MagicLinkTemplate extends Context.Tag("@latchkey/domain/MagicLinkTemplate")<
  MagicLinkTemplate,
  {
    /** Returns subject, plain text and HTML. The HTML must escape every value it quotes. */
    readonly render: (email: MagicLinkEmail) => EmailContent
  }
>() {}
