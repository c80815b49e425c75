/**
 * The page that deletes the account, the one that says when it will be deleted, and what the account page has of both.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { OwnAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import { exportPath } from "@latchkey/http/personal-data/PersonalDataApi"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { english } from "../language/Catalogues.ts"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { none, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"

/**
 * - `hasLinks`, `hasPasswordResets`: what users can request by email.
 * - `ownUrl`: the URL of the page that deletes the account.
 */
export interface Deletion {
  readonly instance: Instance
  readonly prefix: string
  readonly account: OwnAccount
  readonly hasLinks: boolean
  readonly hasPasswordResets: boolean
  readonly ownUrl: string
  readonly error?: FormError | undefined
}

const daysOf = (days: number): string => `${days} ${days === 1 ? "day" : "days"}`

const timeOf = (at: DateTime.Utc): Fragment =>
  html`<time datetime="${DateTime.formatIso(at)}">${english.emails.time(at)}</time>`

const keepForm = (prefix: string): Fragment =>
  html`<form method="post" action="${prefix}${Paths.accountKeep}"><button>Keep my account</button></form>`

/** Returns `true` if the user can enter a current password. */
const hasPassword = ({ account, instance }: Deletion): boolean =>
  instance.authConfig.password && Option.isSome(account.user.passwordHash)

const whatHappens = ({ instance }: Deletion): Fragment => {
  const { deletionGraceDays } = instance.accountConfig
  return deletionGraceDays === 0
    ? html`<p>Your account, your password and your sign-ins are deleted immediately. You can't undo this.</p>`
    : html`<p>We sign you out on all other devices, and delete your account, your password and your sign-ins after ${daysOf(deletionGraceDays)}. Until then you can sign in and keep your account. After that, you can't get it back.</p>`
}

const passwordForm = (deletion: Deletion): Fragment => {
  const { account, error, prefix } = deletion
  const currentError = error?.fields["currentPassword"]
  const isPasswordNeeded = hasPassword(deletion) && (account.needsReauthentication || currentError !== undefined)
  return html`<form method="post" action="${prefix}${Paths.accountDelete}" novalidate>
<input type="text" name="username" autocomplete="username" value="${account.user.email}" readonly hidden>
${when(isPasswordNeeded, () =>
  Field.field({
    id: "currentPassword",
    label: "Current password",
    type: "password",
    autocomplete: "current-password",
    error: currentError,
    isFocused: currentError !== undefined
  })
)}
<button>Delete my account</button>
</form>`
}

/** What a user without a password does first. */
const newLink = ({ hasLinks, hasPasswordResets, ownUrl, prefix }: Deletion): Fragment => {
  if (hasLinks) {
    return html`<form method="post" action="${prefix}${Paths.accountLink}">
${Field.hidden(ReturnUrl.parameter, ownUrl)}
<p id="link-hint">To make sure that it's you, sign in with a new link. You then have ten minutes.</p>
<button aria-describedby="link-hint">Email me a sign-in link</button>
</form>`
  }
  return hasPasswordResets
    ? html`<p>To make sure that it's you, first <a href="${prefix}${Paths.forgotPassword}">set a password with a link by email</a>.</p>`
    : html`<p>To make sure that it's you, we would email you a link, but we can't send emails at the moment.</p>`
}

const forgotten = ({ account, hasPasswordResets, prefix }: Deletion): Fragment =>
  when(
    account.needsReauthentication && hasPasswordResets,
    () =>
      html`<p class="soft">Forgot your password? <a href="${prefix}${Paths.forgotPassword}">Set a new one with a link by email</a></p>`
  )

/** Makes the page that asks whether to delete the account. */
export const confirmation = (deletion: Deletion): Page => {
  const { account, error, instance, prefix } = deletion
  const isPossible = hasPassword(deletion) || !account.needsReauthentication
  return frame({
    instance,
    title: error === undefined ? "Delete your account" : "Error: Delete your account",
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>Delete your account?</h1>
${error === undefined ? none : Field.alert(error)}
<p>You're signed in to ${instance.name} as <strong>${account.user.email}</strong>.</p>
${whatHappens(deletion)}
<p>You can <a href="${prefix}${exportPath}" download>download your data</a> first.</p>
${isPossible ? passwordForm(deletion) : newLink(deletion)}
${when(hasPassword(deletion), () => forgotten(deletion))}`,
    footer: html`<a href="${prefix}${Paths.account}">Keep my account</a>`
  })
}

/** Makes the page that says when the account will be deleted. `next`: where "Continue" leads. */
export const scheduled = ({ account, instance, prefix }: Deletion, deletionAt: DateTime.Utc, next: string): Page =>
  frame({
    instance,
    title: "Your account will be deleted",
    main: html`<h1>Your account will be deleted</h1>
<p>We delete your ${instance.name} account <strong>${account.user.email}</strong> on ${timeOf(deletionAt)}. Until then you can keep it. After that, you can't get it back.</p>
${keepForm(prefix)}`,
    footer: html`<a href="${next}">Continue without keeping it</a>`
  })

/** Makes the page that follows when the account is deleted. */
export const deleted = (instance: Instance, prefix: string): Page =>
  frame({
    instance,
    title: "Your account is deleted",
    main: html`<h1>Your account is deleted</h1>
<p>Thank you for having been with us. You can sign up again at any time.</p>
<p><a class="button" href="${prefix}${Paths.signIn}">Go to sign-in</a></p>`
  })

/** Makes the notice of the account page, if the account will be deleted. */
export const notice = (prefix: string, deletionAt: Option.Option<DateTime.Utc>): Fragment =>
  Option.match(deletionAt, {
    onNone: () => none,
    onSome: (at) =>
      html`<div class="notice bad"><p>Your account will be deleted on ${timeOf(at)}.</p>${keepForm(prefix)}</div>`
  })

/** Makes the section of the account page. */
export const section = (prefix: string, deletionAt: Option.Option<DateTime.Utc>): Fragment =>
  html`<h2>Your data</h2>
<p><a href="${prefix}${exportPath}" download>Download your data</a></p>
${when(Option.isNone(deletionAt), () => html`<p><a href="${prefix}${Paths.accountDelete}">Delete your account</a></p>`)}`
