/**
 * The pages that change the email address: the form, and those behind the links to the new and to the former address.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { OpenedEmailChange } from "@latchkey/domain/email-change/ConfirmEmailChange"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { lifetime } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { type PasswordStatus, recentLinkLifetime } from "@latchkey/domain/password/ChangePassword"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as Duration from "effect/Duration"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { buttonTo, linkTo, none, strong, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import type { PageTexts } from "../language/Catalogue.ts"
import * as Owner from "../core/Owner.ts"
import { type Explanation, explain, rejectedPage } from "../magic-link/LinkProblem.ts"

/** The minutes in which the link to the new address works. */
export const minutes = Duration.toMinutes(lifetime)
/** The minutes after signing in with a link in which no current password is required. */
export const linkMinutes = Duration.toMinutes(recentLinkLifetime)

/**
 * - `current`: the address that the account has.
 * - `email`: the new one, as it was typed.
 * - `isAvailable`: whether emails can be sent.
 * - `confirmUrl`: the page that confirms who the user is, if they have to before a change.
 * - `ownUrl`: of this page, to return to after signing in with a link.
 */
export interface EmailChangeForm {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly current: Email
  readonly email: string
  readonly isAvailable: boolean
  readonly hasLinks: boolean
  readonly hasPasswordResets: boolean
  readonly password: PasswordStatus
  readonly confirmUrl: string | undefined
  readonly ownUrl: string
  readonly error?: FormError | undefined
}

/** Makes the section of the account page. */
export const accountPart = ({ texts: { emailChange } }: PageLanguage, prefix: string): Fragment =>
  html`<h2>${emailChange.section}</h2>
<p class="row">${emailChange.sectionText(buttonTo(`${prefix}${Paths.accountEmail}`))}</p>`

const hasPassword = ({ instance, password }: EmailChangeForm): boolean =>
  instance.authConfig.password && password.hasPassword

const fields = (form: EmailChangeForm): Fragment => {
  const { email, error, language, password, prefix } = form
  const { texts } = language
  const { fields = {} } = error ?? {}
  const { currentPassword: passwordError, email: emailError } = fields
  const needsPassword = hasPassword(form) && (password.needsCurrentPassword || passwordError !== undefined)
  return html`<form method="post" action="${prefix}${Paths.accountEmail}" novalidate>
${Field.field(texts, {
  id: "email",
  label: texts.emailChange.newEmail,
  type: "email",
  autocomplete: "email",
  value: email,
  error: emailError,
  isFocused: emailError !== undefined || passwordError === undefined
})}
${when(needsPassword, () =>
  Field.field(texts, {
    id: "currentPassword",
    label: texts.core.currentPassword,
    type: "password",
    autocomplete: "current-password",
    error: passwordError,
    isFocused: passwordError !== undefined && emailError === undefined
  })
)}
<button>${texts.core.emailLink}</button>
<p class="under soft">${texts.emailChange.formText}</p>
</form>`
}

/** What a user needs first who cannot give a password. */
const signInFirst = ({ hasLinks, hasPasswordResets, language, ownUrl, prefix }: EmailChangeForm): Fragment => {
  const { core, emailChange } = language.texts
  if (hasLinks) {
    return html`<form method="post" action="${prefix}${Paths.accountLink}">
${Field.hidden(ReturnUrl.parameter, ownUrl)}
<p id="link-hint">${emailChange.signInFirst(linkMinutes)}</p>
<button aria-describedby="link-hint">${core.emailSignInLink}</button>
</form>`
  }
  const link = linkTo(ReturnUrl.append(`${prefix}${Paths.forgotPassword}`, ownUrl))
  return html`<p>${hasPasswordResets ? emailChange.passwordFirst(link) : emailChange.noEmails}</p>`
}

const formPart = (form: EmailChangeForm): Fragment => {
  if (!form.isAvailable) return html`<p>${form.language.texts.emailChange.noEmails}</p>`
  if (form.confirmUrl !== undefined) return Owner.link(form.language, form.confirmUrl)
  return hasPassword(form) || !form.password.needsCurrentPassword ? fields(form) : signInFirst(form)
}

/** Makes the page with the form. */
export const form = (form: EmailChangeForm): Page => {
  const { current, error, instance, language, prefix } = form
  const { core, emailChange } = language.texts
  return frame({
    language,
    instance,
    title: error === undefined ? emailChange.title : core.errorTitle(emailChange.title),
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${emailChange.title}</h1>
${error === undefined ? none : Field.alert(error)}
<p>${emailChange.current(strong(current))}</p>
${formPart(form)}`,
    footer: html`<a href="${prefix}${Paths.account}">${core.backToAccount}</a>`
  })
}

/** A link to the new or to the former address that was opened. */
interface OpenedLink {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly linkToken: string
}

/** Makes the page that changes the address: one button, which mail scanners do not press. It names both addresses. */
export const confirmation = (opened: OpenedLink & OpenedEmailChange): Page => {
  const { current, instance, language, linkToken, next, prefix } = opened
  const { core, emailChange } = language.texts
  return frame({
    language,
    instance,
    title: emailChange.confirm,
    main: html`<h1>${emailChange.confirm}</h1>
<p>${emailChange.confirmText(strong(current), strong(next))}</p>
<form method="post" action="${prefix}${Paths.confirmEmail}">
${Field.hidden("token", linkToken)}
<button>${emailChange.confirmButton}</button>
</form>
<p class="under soft">${core.signsOutOthers}</p>`
  })
}

/** Makes the page that restores a former address. */
export const restoration = (opened: OpenedLink & { readonly email: Email }): Page => {
  const { email, instance, language, linkToken, prefix } = opened
  const { emailChange } = language.texts
  return frame({
    language,
    instance,
    title: emailChange.restore,
    main: html`<h1>${emailChange.restore}</h1>
<p>${emailChange.restoreText(strong(email))}</p>
<form method="post" action="${prefix}${Paths.restoreEmail}">
${Field.hidden("token", linkToken)}
<button>${emailChange.restoreButton}</button>
</form>
<p class="under soft">${emailChange.changedItYourself}</p>`
  })
}

/** Makes the page that follows. The user signs in by email, because the account has no password now. */
export const restored = (
  options: Omit<OpenedLink, "linkToken"> & { readonly hasLinks: boolean },
  email: Email
): Page => {
  const { hasLinks, instance, language, prefix } = options
  const { core, emailChange } = language.texts
  const sets = instance.authConfig.password
  const [path, text] = sets
    ? ([Paths.forgotPassword, core.setNewPassword] as const)
    : ([Paths.signIn, core.goToSignIn] as const)
  const also = sets && hasLinks
  return frame({
    language,
    instance,
    title: emailChange.restored,
    main: html`<h1>${emailChange.restored}</h1>
<p>${emailChange.restoredText(strong(email))}</p>
<p><a class="button" href="${prefix}${path}">${text}</a></p>
${when(also, () => html`<p class="soft">${emailChange.orSignIn(linkTo(`${prefix}${Paths.signIn}`))}</p>`)}`
  })
}

/** Explains to the user why a link cannot be used. */
const explainLink = (language: PageLanguage, problem: Problem): Explanation => {
  const { emailChange, magicLink } = language.texts
  switch (problem.code) {
    case "unauthenticated":
      return { title: emailChange.signInToConfirm, text: emailChange.signInToConfirmText }
    case "email_already_exists":
      return { title: emailChange.taken, text: emailChange.takenText }
    default:
      return explain(language, problem, { blockedText: magicLink.uncheckedText })
  }
}

const rejected =
  (path: string, textsOf: (texts: PageTexts) => { readonly invalid: string; readonly action: string }) =>
  (options: MessageOptions, problem: Problem): Page => {
    const { language, prefix } = options
    const { action, invalid } = textsOf(language.texts)
    const explanation =
      problem.code === "invalid_token"
        ? { title: language.texts.magicLink.invalid, text: invalid }
        : explainLink(language, problem)
    return rejectedPage(options, problem, { ...explanation, footer: linkTo(`${prefix}${path}`)(action) })
  }

/** Makes the page of a link that cannot change the address. The account page leads to sign-in without a session. */
export const changeRejected = rejected(Paths.account, ({ emailChange }) => ({
  invalid: emailChange.invalidText,
  action: emailChange.goToAccount
}))

/** Makes the page of a link that cannot restore an address. */
export const restorationRejected = rejected(Paths.signIn, ({ core, emailChange }) => ({
  invalid: emailChange.restorationInvalidText,
  action: core.goToSignIn
}))
