import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { AccountChange } from "../account/AccountChange.ts"
import type { Language } from "../language/Language.ts"
import { type Definition, type Sender, sender } from "./CustomizableEmail.ts"
import { EmailKind } from "./MailDeliveryLog.ts"
import type { EmailContent } from "./Mailer.ts"

/**
 * What an account notice can mention. It contains no token, and no link that signs in.
 *
 * - `language`: an available one, which the email is written in.
 * - `signInUrl`: the sign-in page.
 * - `forgotPasswordUrl`: the page where a user without the password requests a link to set a new one.
 * - `hasLinks`: whether the user can sign in with a link.
 * - `hasPasswords`: whether the user can sign in with a password, and set one.
 * - `deletionAt`: when the account will be deleted, if the change names that.
 * - `userAgent`: the `User-Agent` of the client that made the change; none if it sent none, or for an operator.
 */
export interface AccountNoticeEmail extends Sender {
  readonly language: Language
  readonly change: AccountChange
  readonly signInUrl: string
  readonly forgotPasswordUrl: string
  readonly hasLinks: boolean
  readonly hasPasswords: boolean
  readonly deletionAt: Option.Option<DateTime.Utc>
  readonly userAgent: Option.Option<string>
  readonly changedAt: DateTime.Utc
}

/** What operators can change of the notice of a change. */
export const customizable = (change: AccountChange): Definition<AccountNoticeEmail> => ({
  kind: EmailKind.make(change.name),
  description: change.description,
  placeholders: ({ changedAt, deletionAt, forgotPasswordUrl, userAgent }) => ({
    forgotPasswordUrl: {
      type: "url",
      value: forgotPasswordUrl,
      description: "The page that sends a link to set a new password."
    },
    changedAt: { type: "time", value: changedAt, description: "When it happened." },
    ...(change.namesDeletion
      ? {
          deletionAt: {
            type: "time",
            value: Option.getOrElse(deletionAt, () => changedAt),
            description: "When the account will be deleted."
          }
        }
      : {}),
    ...(change.by === "user"
      ? { device: { type: "device", value: userAgent, description: "The device that made the change." } }
      : {})
  }),
  sample: (sample) => ({
    ...sender(sample),
    change,
    signInUrl: sample.signInUrl,
    forgotPasswordUrl: sample.forgotPasswordUrl,
    hasLinks: sample.hasLinks,
    hasPasswords: sample.hasPasswords,
    deletionAt: change.namesDeletion ? Option.some(sample.until) : Option.none(),
    userAgent: change.by === "user" ? Option.some(sample.userAgent) : Option.none(),
    changedAt: sample.at
  })
})

/** The port for the text of account notices. `@latchkey/pages/mail/AccountNotice` is an adapter. */
export class AccountNoticeTemplate extends Context.Tag("@latchkey/domain/AccountNoticeTemplate")<
  AccountNoticeTemplate,
  {
    /** Returns subject, plain text and HTML. The HTML must escape every value it quotes. */
    readonly render: (email: AccountNoticeEmail) => EmailContent
  }
>() {}
