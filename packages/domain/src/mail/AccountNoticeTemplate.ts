import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Language } from "../language/Language.ts"
import { type Definition, type Sender, sender } from "./CustomizableEmail.ts"
import { EmailKind } from "./MailDeliveryLog.ts"
import type { EmailContent } from "./Mailer.ts"

/**
 * What happened to an account:
 *
 * - `password_set`: it had no password, and has one now.
 * - `password_changed`: it has another password.
 * - `account_claimed`: its first verification removed the password that someone else may have set, and ended the
 *   sessions.
 * - `sessions_revoked`: an operator revoked all its sessions.
 * - `failed_sign_ins`: a hundred sign-ins in a row have failed, and the password works on known clients only.
 * - `deletion_scheduled`: its owner has asked to delete it, and it will be deleted at `deletionAt`.
 * - `deletion_cancelled`: it will not be deleted.
 * - `email_restored`: it has a former address again, and this one cannot be restored once more.
 * - `passkey_added`, `passkey_removed`: a passkey signs in, or no longer does.
 * - `identity_added`, `identity_removed`: an account at an identity provider signs in, or no longer does.
 * - `second_factor_added`, `second_factor_removed`: its user has set up a second factor, or removed it.
 * - `recovery_codes_renewed`: it has new recovery codes, and the former ones do not work any more.
 * - `recovery_codes_removed`: those that were made recently are removed, because someone else may have made them.
 * - `recovery_code_used`: a recovery code took the place of the second factor.
 * - `second_factor_reset`: an operator removed the second factor.
 * - `passkeys_reset`: an operator removed all passkeys.
 * - `factor_recovery_completed`: a link from an email removed the second factor and the passkeys, which were lost.
 */
export const AccountChange = Schema.Literal(
  "password_set",
  "password_changed",
  "account_claimed",
  "sessions_revoked",
  "failed_sign_ins",
  "deletion_scheduled",
  "deletion_cancelled",
  "email_restored",
  "passkey_added",
  "passkey_removed",
  "identity_added",
  "identity_removed",
  "second_factor_added",
  "second_factor_removed",
  "recovery_codes_renewed",
  "recovery_codes_removed",
  "recovery_code_used",
  "second_factor_reset",
  "passkeys_reset",
  "factor_recovery_completed"
)
export type AccountChange = typeof AccountChange.Type

/**
 * What an account notice can mention. It contains no token, and no link that signs in.
 *
 * - `language`: an available one, which the email is written in.
 * - `signInUrl`: the sign-in page.
 * - `forgotPasswordUrl`: the page where a user without the password requests a link to set a new one.
 * - `hasLinks`: whether the user can sign in with a link.
 * - `hasPasswords`: whether the user can sign in with a password, and set one.
 * - `deletionAt`: when the account will be deleted, after `deletion_scheduled`.
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

const descriptions: Readonly<Record<AccountChange, string>> = {
  password_set: "A user has set a password for the first time.",
  password_changed: "A user has changed the password.",
  account_claimed: "A first verification has removed a password that someone else may have set.",
  sessions_revoked: "An administrator has signed a user out on every device.",
  failed_sign_ins: "A hundred sign-ins in a row have failed.",
  deletion_scheduled: "A user has asked to delete the account.",
  deletion_cancelled: "The account will not be deleted.",
  email_restored: "A former address was restored for the last time. Goes to the other one.",
  passkey_added: "A passkey was added to the account.",
  passkey_removed: "A passkey was removed from the account.",
  identity_added: "An account at an identity provider was linked, and can sign in.",
  identity_removed: "An account at an identity provider was unlinked.",
  second_factor_added: "A user has set up a second factor.",
  second_factor_removed: "A user has removed the second factor.",
  recovery_codes_renewed: "A user has new recovery codes.",
  recovery_codes_removed: "A user has taken the account back, and recent recovery codes are removed.",
  recovery_code_used: "A user has signed in with a recovery code.",
  second_factor_reset: "An administrator has removed the second factor of a user.",
  passkeys_reset: "An administrator has removed all passkeys of a user.",
  factor_recovery_completed: "A user has removed lost passkeys and a lost authenticator app with a link."
}

/** Returns whether an operator made the change. */
export const isByOperator = (change: AccountChange): boolean =>
  change === "sessions_revoked" || change === "second_factor_reset" || change === "passkeys_reset"

/** Returns whether a device of the user made the change. */
const isOfUser = (change: AccountChange) => change !== "failed_sign_ins" && !isByOperator(change)

/** What operators can change of the notice of a change. */
export const customizable = (change: AccountChange): Definition<AccountNoticeEmail> => ({
  kind: EmailKind.make(change),
  description: descriptions[change],
  placeholders: ({ changedAt, deletionAt, forgotPasswordUrl, userAgent }) => ({
    forgotPasswordUrl: {
      type: "url",
      value: forgotPasswordUrl,
      description: "The page that sends a link to set a new password."
    },
    changedAt: { type: "time", value: changedAt, description: "When it happened." },
    ...(change === "deletion_scheduled"
      ? {
          deletionAt: {
            type: "time",
            value: Option.getOrElse(deletionAt, () => changedAt),
            description: "When the account will be deleted."
          }
        }
      : {}),
    ...(isOfUser(change)
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
    deletionAt: change === "deletion_scheduled" ? Option.some(sample.until) : Option.none(),
    userAgent: isOfUser(change) ? Option.some(sample.userAgent) : Option.none(),
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
