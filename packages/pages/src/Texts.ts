/** The texts of all rooms. A room that lacks a text in one of the languages does not compile. */
import { messages as ar } from "@latchkey/client/messages/ar"
import { messages as de } from "@latchkey/client/messages/de"
import { messages as en } from "@latchkey/client/messages/en"
import { messages as es } from "@latchkey/client/messages/es"
import { messages as fr } from "@latchkey/client/messages/fr"
import { messages as ja } from "@latchkey/client/messages/ja"
import { messages as ptBr } from "@latchkey/client/messages/pt-BR"
import type { Messages } from "@latchkey/client/messages/Messages"
import type { BuiltIn, InEach } from "@latchkey/domain/language/BuiltIn"
import type { AccountChangeName } from "@latchkey/domain/rooms"
import * as Record from "effect/Record"
import * as Account from "./account/Texts.ts"
import * as CoreEmails from "./core/EmailTexts.ts"
import { texts as shared } from "./core/Texts.ts"
import * as DeviceSignInEmails from "./device-sign-in/EmailTexts.ts"
import * as DeviceSignIn from "./device-sign-in/Texts.ts"
import * as EmailChangeEmails from "./email-change/EmailTexts.ts"
import * as EmailChange from "./email-change/Texts.ts"
import * as FactorRecoveryEmails from "./factor-recovery/EmailTexts.ts"
import * as FactorRecovery from "./factor-recovery/Texts.ts"
import * as IdentityProviderEmails from "./identity-provider/EmailTexts.ts"
import * as IdentityProvider from "./identity-provider/Texts.ts"
import * as InvitationEmails from "./invitation/EmailTexts.ts"
import * as Invitation from "./invitation/Texts.ts"
import type { Notices } from "./language/EmailText.ts"
import * as MagicLinkEmails from "./magic-link/EmailTexts.ts"
import * as MagicLink from "./magic-link/Texts.ts"
import * as MailEmails from "./mail/EmailTexts.ts"
import * as PasskeyEmails from "./passkey/EmailTexts.ts"
import * as Passkey from "./passkey/Texts.ts"
import * as PasswordEmails from "./password/EmailTexts.ts"
import * as Password from "./password/Texts.ts"
import * as PasswordResetEmails from "./password-reset/EmailTexts.ts"
import * as PasswordReset from "./password-reset/Texts.ts"
import * as PendingSignUpEmails from "./pending-sign-up/EmailTexts.ts"
import * as PendingSignUp from "./pending-sign-up/Texts.ts"
import * as PersonalDataEmails from "./personal-data/EmailTexts.ts"
import * as PersonalData from "./personal-data/Texts.ts"
import * as PersonalTokenEmails from "./personal-token/EmailTexts.ts"
import * as RefreshTokenEmails from "./refresh-token/EmailTexts.ts"
import * as PersonalToken from "./personal-token/Texts.ts"
import * as SecondFactorEmails from "./second-factor/EmailTexts.ts"
import * as SecondFactor from "./second-factor/Texts.ts"
import * as SessionEmails from "./session/EmailTexts.ts"
import * as Reauthentication from "./session/Texts.ts"

const problems: InEach<Messages> = { en, de, fr, es, "pt-BR": ptBr, ja, ar }

/**
 * The rooms with texts of pages, under the names that pages use. `fields` of a room: what a user can get wrong there.
 */
const pages = {
  password: Password,
  magicLink: MagicLink,
  passwordReset: PasswordReset,
  pendingSignUp: PendingSignUp,
  invitation: Invitation,
  account: Account,
  emailChange: EmailChange,
  personalData: PersonalData,
  deviceSignIn: DeviceSignIn,
  personalToken: PersonalToken,
  identityProvider: IdentityProvider,
  passkey: Passkey,
  secondFactor: SecondFactor,
  factorRecovery: FactorRecovery,
  reauthentication: Reauthentication
}

/** The rooms with texts of emails, and of notices about changes of an account. */
const emails = [
  CoreEmails,
  MailEmails,
  SessionEmails,
  MagicLinkEmails,
  PendingSignUpEmails,
  IdentityProviderEmails,
  PasswordEmails,
  PasskeyEmails,
  SecondFactorEmails,
  PasswordResetEmails,
  InvitationEmails,
  EmailChangeEmails,
  FactorRecoveryEmails,
  PersonalDataEmails,
  DeviceSignInEmails,
  PersonalTokenEmails,
  RefreshTokenEmails
]

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

type Part<Room, Key extends string> = Room extends Readonly<Record<Key, InEach<infer Texts>>> ? Texts : never

/** The parts with that name of all rooms that have one, as one object. */
type Merged<Room, Key extends string> = Intersection<Part<Room, Key>>

const merged = <Room extends object, Key extends string>(
  rooms: ReadonlyArray<Room>,
  key: Key,
  language: BuiltIn
): Merged<Room, Key> =>
  Object.assign(
    {},
    ...rooms.map((room) => (room as Readonly<Record<Key, InEach<object> | undefined>>)[key]?.[language])
  )

type Pages = typeof pages
type PageRoom = Pages[keyof Pages]
type EmailRoom = (typeof emails)[number]

/** All texts of pages in one language. */
export type PageTexts = (typeof shared)["en"] & {
  readonly [Name in keyof Pages]: Pages[Name]["texts"]["en"]
} & { readonly problems: Messages; readonly fields: Merged<PageRoom, "fields"> }

/** All texts of emails in one language. A change of an account without a notice does not compile. */
export type EmailTexts = Merged<EmailRoom, "emails"> & { readonly notices: Notices<AccountChangeName> }

/** Returns the texts of pages in a language. */
export const pagesIn = (language: BuiltIn): PageTexts => ({
  ...shared[language],
  ...(Record.map(pages, ({ texts }) => texts[language]) as { [Name in keyof Pages]: Pages[Name]["texts"]["en"] }),
  problems: problems[language],
  fields: { ...shared[language].fields, ...merged(Object.values<PageRoom>(pages), "fields", language) }
})

/** Returns the texts of emails in a language. */
export const emailsIn = (language: BuiltIn): EmailTexts => ({
  ...merged(emails, "emails", language),
  notices: merged(emails, "notices", language)
})
