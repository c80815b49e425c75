/**
 * The page with the download of one's data, the one that deletes the account, the one that says when it will be
 * deleted, and what the account page has of them.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { OwnAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import { exportPath } from "@latchkey/http/personal-data/PersonalDataApi"
import { recentLinkLifetime } from "@latchkey/domain/password/ChangePassword"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { linkTo, none, strong, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as Owner from "../core/Owner.ts"

/**
 * - `hasLinks`, `hasPasswordResets`: what users can request by email.
 * - `confirmUrl`: the page that confirms who the user is, if they have to before a change.
 * - `ownUrl`: the URL of the page that deletes the account.
 */
export interface Deletion {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly account: OwnAccount
  readonly hasLinks: boolean
  readonly hasPasswordResets: boolean
  readonly confirmUrl: string | undefined
  readonly ownUrl: string
  readonly error?: FormError | undefined
}

/** The minutes after signing in with a link in which no current password is required. */
const linkMinutes = Duration.toMinutes(recentLinkLifetime)

const timeOf = ({ emails }: PageLanguage, at: DateTime.Utc): Fragment =>
  html`<time datetime="${DateTime.formatIso(at)}">${emails.time(at)}</time>`

const keepForm = ({ texts }: PageLanguage, prefix: string): Fragment =>
  html`<form method="post" action="${prefix}${Paths.accountKeep}"><button>${texts.personalData.keepButton}</button></form>`

/** Returns `true` if the user can enter a current password. */
const hasPassword = ({ account, instance }: Deletion): boolean =>
  instance.authConfig.password && Option.isSome(account.user.passwordHash)

const whatHappens = ({ instance, language }: Deletion): string => {
  const { deletionGraceDays } = instance.accountConfig
  const { deletedAfter, deletedImmediately } = language.texts.personalData
  return deletionGraceDays === 0 ? deletedImmediately : deletedAfter(deletionGraceDays)
}

const passwordForm = (deletion: Deletion): Fragment => {
  const { account, error, language, prefix } = deletion
  const { texts } = language
  const currentError = error?.fields["currentPassword"]
  const isPasswordNeeded = hasPassword(deletion) && (account.needsReauthentication || currentError !== undefined)
  return html`<form method="post" action="${prefix}${Paths.accountDelete}" novalidate>
<input type="text" name="username" autocomplete="username" value="${account.user.email}" readonly hidden>
${when(isPasswordNeeded, () =>
  Field.field(texts, {
    id: "currentPassword",
    label: texts.core.currentPassword,
    type: "password",
    autocomplete: "current-password",
    error: currentError,
    isFocused: currentError !== undefined
  })
)}
<button class="bad">${texts.personalData.deleteButton}</button>
</form>`
}

/** What a user without a password does first. */
const newLink = ({ hasLinks, hasPasswordResets, language, ownUrl, prefix }: Deletion): Fragment => {
  const { core, personalData } = language.texts
  if (hasLinks) {
    return html`<form method="post" action="${prefix}${Paths.accountLink}">
${Field.hidden(ReturnUrl.parameter, ownUrl)}
<p id="link-hint">${personalData.signInFirst(linkMinutes)}</p>
<button aria-describedby="link-hint">${core.emailSignInLink}</button>
</form>`
  }
  const link = linkTo(`${prefix}${Paths.forgotPassword}`)
  return html`<p>${hasPasswordResets ? personalData.passwordFirst(link) : personalData.noEmails}</p>`
}

const forgotten = ({ account, hasPasswordResets, language, prefix }: Deletion): Fragment =>
  when(
    account.needsReauthentication && hasPasswordResets,
    () => html`<p class="soft">${language.texts.account.forgotten(linkTo(`${prefix}${Paths.forgotPassword}`))}</p>`
  )

const formPart = (deletion: Deletion): Fragment => {
  const isPossible = hasPassword(deletion) || !deletion.account.needsReauthentication
  return html`${isPossible ? passwordForm(deletion) : newLink(deletion)}
${when(hasPassword(deletion), () => forgotten(deletion))}`
}

/** Makes the page with the download, for a user who has confirmed who they are. */
export const download = (language: PageLanguage, instance: Instance, prefix: string): Page => {
  const { core, personalData } = language.texts
  return frame({
    language,
    instance,
    title: personalData.download,
    main: html`<h1>${personalData.download}</h1>
<p><a class="button" href="${prefix}${exportPath}" download>${personalData.download}</a></p>`,
    footer: linkTo(`${prefix}${Paths.account}`)(core.backToAccount)
  })
}

/** Makes the page that asks whether to delete the account. */
export const confirmation = (deletion: Deletion): Page => {
  const { account, confirmUrl, error, instance, language, prefix } = deletion
  const { core, personalData } = language.texts
  return frame({
    language,
    instance,
    title: error === undefined ? personalData.delete : core.errorTitle(personalData.delete),
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${personalData.deleteHeading}</h1>
${error === undefined ? none : Field.alert(error)}
<p>${personalData.signedInTo(instance.name, strong(account.user.email))}</p>
<p>${whatHappens(deletion)}</p>
<p>${personalData.downloadFirst(linkTo(`${prefix}${Paths.accountData}`))}</p>
${confirmUrl === undefined ? formPart(deletion) : Owner.link(language, confirmUrl)}`,
    footer: html`<a href="${prefix}${Paths.account}">${personalData.keepButton}</a>`
  })
}

/** Makes the page that says when the account will be deleted. `next`: where "Continue" leads. */
export const scheduled = (
  { account, instance, language, prefix }: Deletion,
  deletionAt: DateTime.Utc,
  next: string
): Page => {
  const { personalData } = language.texts
  return frame({
    language,
    instance,
    title: personalData.scheduled,
    main: html`<h1>${personalData.scheduled}</h1>
<p>${personalData.scheduledText(instance.name, strong(account.user.email), timeOf(language, deletionAt))}</p>
${keepForm(language, prefix)}`,
    footer: html`<a href="${next}">${personalData.continueWithoutKeeping}</a>`
  })
}

/** Makes the page that follows when the account is deleted. */
export const deleted = (language: PageLanguage, instance: Instance, prefix: string): Page => {
  const { core, personalData } = language.texts
  return frame({
    language,
    instance,
    title: personalData.deleted,
    main: html`<h1>${personalData.deleted}</h1>
<p>${personalData.deletedText}</p>
<p><a class="button" href="${prefix}${Paths.signIn}">${core.goToSignIn}</a></p>`
  })
}

/** Makes the notice of the account page, if the account will be deleted. */
export const notice = (language: PageLanguage, prefix: string, deletionAt: Option.Option<DateTime.Utc>): Fragment =>
  Option.match(deletionAt, {
    onNone: () => none,
    onSome: (at) =>
      html`<div class="notice bad"><p>${language.texts.personalData.scheduledNotice(timeOf(language, at))}</p>${keepForm(language, prefix)}</div>`
  })

/** Makes the section of the account page. */
export const section = (
  { texts: { personalData } }: PageLanguage,
  prefix: string,
  deletionAt: Option.Option<DateTime.Utc>
): Fragment =>
  html`<h2>${personalData.section}</h2>
<div class="actions"><a class="button quiet small" href="${prefix}${Paths.accountData}">${personalData.download}</a>
${when(Option.isNone(deletionAt), () => html`<a class="button quiet bad small" href="${prefix}${Paths.accountDelete}">${personalData.delete}</a>`)}</div>`
