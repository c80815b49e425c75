import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { Language } from "../language/Language.ts"
import * as CustomizableEmail from "../mail/CustomizableEmail.ts"
import type { EmailContent } from "../mail/Mailer.ts"
import * as RecoveryEmails from "./internal/RecoveryEmails.ts"

/**
 * What both emails about a recovery can mention.
 *
 * - `language`: an available one, which the email is written in.
 * - `recoveryUrl`: the link. It contains the token: never log it or put it anywhere else.
 * - `userAgent`: the `User-Agent` of the client that requested the recovery; none if it sent none.
 * - `requestedAt`: when that was. `availableAt`: from when on the link removes the factors. `expiresAt`: until when.
 */
export interface FactorRecoveryEmail extends CustomizableEmail.Sender {
  readonly language: Language
  readonly recoveryUrl: string
  readonly userAgent: Option.Option<string>
  readonly requestedAt: DateTime.Utc
  readonly availableAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

type Definition = CustomizableEmail.Definition<FactorRecoveryEmail>

const definition = (kind: Definition["kind"], description: string): Definition => ({
  kind,
  description,
  placeholders: (email) => ({
    link: { type: "link", value: email.recoveryUrl, description: "The link to the page of the recovery." },
    availableAt: { type: "time", value: email.availableAt, description: "When the recovery can be completed." },
    expiresAt: { type: "time", value: email.expiresAt, description: "When the link stops working." },
    requestedAt: { type: "time", value: email.requestedAt, description: "When the recovery was requested." },
    device: { type: "device", value: email.userAgent, description: "The device that requested the recovery." }
  }),
  sample: (sample) => ({
    ...CustomizableEmail.sender(sample),
    recoveryUrl: sample.link,
    userAgent: Option.some(sample.userAgent),
    requestedAt: sample.at,
    // Between both, so that no time stands for another one.
    availableAt: DateTime.subtract(sample.until, { days: 4 }),
    expiresAt: sample.until
  })
})

/** What operators can change of the email at the request. */
export const customizableRequested: Definition = definition(
  RecoveryEmails.requestedKind,
  "A user wants to remove lost passkeys and a lost authenticator app."
)

/** What operators can change of the email at the end of the waiting time. */
export const customizableReady: Definition = definition(
  RecoveryEmails.readyKind,
  "The waiting time of a user who wants to remove lost passkeys and a lost authenticator app has ended."
)

/** The port for the text of both emails. `@latchkey/pages/factor-recovery/FactorRecoveryEmail` is an adapter. */
export class FactorRecoveryTemplate extends Context.Tag("@latchkey/domain/FactorRecoveryTemplate")<
  FactorRecoveryTemplate,
  {
    /** Returns subject, plain text and HTML of the email at the request. The HTML must escape every value it quotes. */
    readonly render: (email: FactorRecoveryEmail) => EmailContent

    /** Returns the same of the email at the end of the waiting time. */
    readonly renderReady: (email: FactorRecoveryEmail) => EmailContent
  }
>() {}
