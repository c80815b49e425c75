/**
 * The texts of emails in one language.
 *
 * The values of a sentence are texts that the catalogue puts where its language wants them; in HTML they are marked up,
 * and in a right-to-left language isolated. So a text never takes a value apart, and never quotes one twice.
 */
import type { AccountChange } from "@latchkey/domain/mail/AccountNoticeTemplate"
import type * as DateTime from "effect/DateTime"

/** The name of the instance, such as `Acme`. */
export interface Named {
  readonly instance: string
}

/** The name and the host of the instance, such as `Acme (login.acme.example)`. */
export interface Placed {
  readonly place: string
}

/** When and on which device something happened. `device`: absent if it is unknown. */
export interface Occasion {
  readonly time: string
  readonly device?: string | undefined
}

/** How long a link works. */
export interface Lifetime {
  readonly unit: "minute" | "day"
  readonly count: number
}

/** How to reach the support of the instance. `support`: an address or a URL; absent without one. */
export interface Contact extends Named {
  readonly support?: string | undefined
}

/** A browser and its operating system, which may be unknown. */
export interface Device {
  readonly browser: string
  readonly system?: string | undefined
}

/**
 * An email with a link that works once.
 *
 * - `action`: the text of the button.
 * - `purpose`: a sentence that says what the link is for.
 * - `origin`: a sentence that says when and why it was sent.
 * - `advice`: for a reader who did not request it.
 */
export interface LinkTexts {
  readonly subject: (values: Named) => string
  readonly action: (values: Named) => string
  readonly purpose: (values: Placed) => string
  readonly origin: (values: Occasion) => string
  readonly advice: string
}

/**
 * An email about a recovery of lost factors. `period`: a sentence that says from when until when the link removes them.
 */
export interface RecoveryTexts extends LinkTexts {
  readonly period: (values: { readonly from: string; readonly until: string }) => string
}

/**
 * The code in the email with a magic link.
 *
 * - `about`: a sentence that says where to type it, and how long after the request it expires.
 * - `advice`: in the place of the one of the magic link.
 */
export interface CodeTexts {
  readonly about: (lifetime: Lifetime) => string
  readonly advice: string
}

/** A notice: what happened to the account, and what follows from it. */
export interface NoticeTexts {
  readonly subject: (values: Named) => string
  readonly event: (values: Placed & Occasion) => string
  readonly effect: string
}

/**
 * What the user can do about a notice. The texts that end with a colon are followed by a link.
 *
 * - `setPassword`: after a change that the user may not have made.
 * - `contact`: the same, if the user cannot set a password. `contactWithQuestions`: after a change by an administrator.
 * - `signInWithLink`, `setPasswordOnNewDevice`: after failed sign-ins.
 * - `keepAccount`: after the user has asked to delete the account.
 *
 * `button` is the text of a button of the pages.
 */
export interface HelpTexts {
  readonly setPassword: string
  readonly contact: (values: Contact) => string
  readonly contactWithQuestions: (values: Contact) => string
  readonly signInWithLink: (values: { readonly button: string }) => string
  readonly setPasswordOnNewDevice: string
  readonly keepAccount: (values: { readonly button: string }) => string
}

/**
 * The email to the owner of an account, after someone signed up with its address. `signIn` and `setPassword` are
 * followed by a link.
 */
export interface ExistingAccountTexts {
  readonly subject: (values: Named) => string
  readonly event: (values: Placed & Occasion) => string
  readonly signIn: string
  readonly setPassword: string
  readonly advice: string
}

/**
 * The texts of all emails.
 *
 * - `space`: what separates two sentences.
 * - `time`: a time with its time zone: the one of the reader is unknown.
 * - `validity`: how often and for how long a link works.
 * - `copyLink`: introduces the link below the button.
 * - `deletion`: when the account will be deleted, after `deletion_scheduled`.
 */
export interface EmailTexts {
  readonly space: string
  readonly time: (at: DateTime.Utc) => string
  readonly device: (device: Device) => string
  readonly unknownDevice: string
  readonly validity: (lifetime: Lifetime) => string
  readonly copyLink: string
  readonly magicLink: LinkTexts
  readonly magicLinkCode: CodeTexts
  readonly passwordReset: LinkTexts
  readonly signUp: LinkTexts
  readonly existingAccount: ExistingAccountTexts
  readonly invitation: LinkTexts
  readonly emailChange: LinkTexts
  readonly emailChanged: LinkTexts
  readonly factorRecovery: RecoveryTexts
  readonly factorRecoveryReady: RecoveryTexts
  readonly notices: Readonly<Record<AccountChange, NoticeTexts>>
  readonly deletion: (values: { readonly time: string }) => string
  readonly help: HelpTexts
}
