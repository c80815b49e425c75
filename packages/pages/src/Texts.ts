/** The texts of all rooms. A room that lacks a text in one of the languages does not compile. */
import { messages as ar } from "@latchkey/client/messages/ar"
import { messages as de } from "@latchkey/client/messages/de"
import { messages as en } from "@latchkey/client/messages/en"
import { messages as es } from "@latchkey/client/messages/es"
import { messages as fr } from "@latchkey/client/messages/fr"
import { messages as ja } from "@latchkey/client/messages/ja"
import { messages as ptBr } from "@latchkey/client/messages/pt-BR"
import type { BuiltIn, InEach } from "@latchkey/domain/language/BuiltIn"
import type { AccountChange } from "@latchkey/domain/mail/AccountNoticeTemplate"
import * as Record from "effect/Record"
import { texts as account } from "./account/Texts.ts"
import * as Core from "./core/EmailTexts.ts"
import { texts as shared } from "./core/Texts.ts"
import * as EmailChange from "./email-change/EmailTexts.ts"
import { texts as emailChange } from "./email-change/Texts.ts"
import * as FactorRecovery from "./factor-recovery/EmailTexts.ts"
import { texts as factorRecovery } from "./factor-recovery/Texts.ts"
import * as Invitation from "./invitation/EmailTexts.ts"
import { texts as invitation } from "./invitation/Texts.ts"
import type { Notices } from "./language/EmailText.ts"
import * as MagicLink from "./magic-link/EmailTexts.ts"
import { texts as magicLink } from "./magic-link/Texts.ts"
import * as Mail from "./mail/EmailTexts.ts"
import * as Passkey from "./passkey/EmailTexts.ts"
import { texts as passkey } from "./passkey/Texts.ts"
import * as PasswordReset from "./password-reset/EmailTexts.ts"
import { texts as passwordReset } from "./password-reset/Texts.ts"
import * as Password from "./password/EmailTexts.ts"
import { texts as password } from "./password/Texts.ts"
import * as PendingSignUp from "./pending-sign-up/EmailTexts.ts"
import { texts as pendingSignUp } from "./pending-sign-up/Texts.ts"
import * as PersonalData from "./personal-data/EmailTexts.ts"
import { texts as personalData } from "./personal-data/Texts.ts"
import * as SecondFactor from "./second-factor/EmailTexts.ts"
import { texts as secondFactor } from "./second-factor/Texts.ts"
import * as Session from "./session/EmailTexts.ts"
import { texts as reauthentication } from "./session/Texts.ts"

const problems = { en, de, fr, es, "pt-BR": ptBr, ja, ar }

/** The texts of pages, under the names that pages use. */
const pages = {
  problems,
  password,
  magicLink,
  passwordReset,
  pendingSignUp,
  invitation,
  account,
  emailChange,
  personalData,
  passkey,
  secondFactor,
  factorRecovery,
  reauthentication
}

/** The texts of emails. */
const emails = [
  Core.emails,
  Mail.emails,
  MagicLink.emails,
  PendingSignUp.emails,
  PasswordReset.emails,
  Invitation.emails,
  EmailChange.emails,
  FactorRecovery.emails,
  PersonalData.emails
] as const

/** The texts of notices about changes of an account. */
const notices = [
  Session.notices,
  MagicLink.notices,
  Password.notices,
  Passkey.notices,
  SecondFactor.notices,
  FactorRecovery.notices,
  EmailChange.notices,
  PersonalData.notices
] as const

type Merged<Parts> = Parts extends readonly [InEach<infer First>, ...infer Others] ? First & Merged<Others> : unknown

const merged = <const Parts extends ReadonlyArray<InEach<object>>>(parts: Parts, language: BuiltIn): Merged<Parts> =>
  Object.assign({}, ...parts.map((part) => part[language]))

type Pages = typeof pages

/** All texts of pages in one language. */
export type PageTexts = (typeof shared)["en"] & { readonly [Room in keyof Pages]: Pages[Room]["en"] }

/** All texts of emails in one language. A change of an account without a notice does not compile. */
export type EmailTexts = Merged<typeof emails> & { readonly notices: Notices<AccountChange> }

/** Returns the texts of pages in a language. */
export const pagesIn = (language: BuiltIn): PageTexts => ({
  ...shared[language],
  ...(Record.map(pages, (texts) => texts[language]) as Omit<PageTexts, keyof typeof shared.en>)
})

/** Returns the texts of emails in a language. */
export const emailsIn = (language: BuiltIn): EmailTexts => ({
  ...merged(emails, language),
  notices: merged(notices, language)
})
