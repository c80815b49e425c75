/** The text of every email, in every language. */
import { EmailChangeTemplate } from "@latchkey/domain/email-change/EmailChangeTemplate"
import { FactorRecoveryTemplate } from "@latchkey/domain/factor-recovery/FactorRecoveryTemplate"
import { InvitationTemplate } from "@latchkey/domain/invitation/InvitationTemplate"
import { Languages } from "@latchkey/domain/language/Languages"
import { MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import { CustomEmailFormat } from "@latchkey/domain/mail/CustomEmailFormat"
import { AccountNoticeTemplate } from "@latchkey/domain/mail/AccountNoticeTemplate"
import { PasswordResetTemplate } from "@latchkey/domain/password-reset/PasswordResetTemplate"
import { PendingSignUpTemplate } from "@latchkey/domain/pending-sign-up/PendingSignUpTemplate"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as EmailChangeEmail from "../email-change/EmailChangeEmail.ts"
import * as FactorRecoveryEmail from "../factor-recovery/FactorRecoveryEmail.ts"
import * as InvitationEmail from "../invitation/InvitationEmail.ts"
import { Catalogues } from "../language/Catalogues.ts"
import * as MagicLinkEmail from "../magic-link/MagicLinkEmail.ts"
import * as PasswordResetEmail from "../password-reset/PasswordResetEmail.ts"
import * as PendingSignUpEmail from "../pending-sign-up/PendingSignUpEmail.ts"
import * as CustomEmailHtml from "./CustomEmailHtml.ts"
import * as AccountNotice from "./AccountNotice.ts"

const tags = {
  AccountNoticeTemplate,
  CustomEmailFormat,
  EmailChangeTemplate,
  FactorRecoveryTemplate,
  InvitationTemplate,
  MagicLinkTemplate,
  PasswordResetTemplate,
  PendingSignUpTemplate
}

const warnIfHidden = Effect.flatMap(Effect.context<never>(), (context) => {
  const hidden = Object.entries(tags).flatMap(([name, tag]) => (context.unsafeMap.has(tag.key) ? [name] : []))
  return hidden.length === 0
    ? Effect.void
    : Effect.logWarning(
        `EmailTemplates.layer hides the ${hidden.join(" and ")} provided outside of it, which has no effect. Use Layer.merge(EmailTemplates.layer, …) with yours`
      )
})

/**
 * Every template of an email, the languages that they are written in (those of `Catalogues`), and what custom emails need of HTML. To replace one, use `Layer.merge(EmailTemplates.layer, MyEmail)`. Warns about a template
 * that is provided outside of this layer and therefore has no effect.
 */
export const layer: Layer.Layer<
  | AccountNoticeTemplate
  | CustomEmailFormat
  | EmailChangeTemplate
  | FactorRecoveryTemplate
  | InvitationTemplate
  | Languages
  | MagicLinkTemplate
  | PasswordResetTemplate
  | PendingSignUpTemplate
> = Layer.mergeAll(
  AccountNotice.layer,
  CustomEmailHtml.layer,
  EmailChangeEmail.layer,
  FactorRecoveryEmail.layer,
  InvitationEmail.layer,
  MagicLinkEmail.layer,
  PasswordResetEmail.layer,
  PendingSignUpEmail.layer,
  Layer.effect(
    Languages,
    Effect.map(Catalogues, ({ languages }) => languages)
  ),
  Layer.effectDiscard(warnIfHidden)
)
