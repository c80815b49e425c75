/**
 * The account page: the email address, the devices that the user is signed in on, and the password.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type PasswordStatus, recentLinkLifetime } from "@latchkey/domain/password/ChangePassword"
import type { ActiveSession, SessionSummary } from "@latchkey/domain/session/SessionRepository"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { all, none, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import { pageScript } from "../core/PageScript.ts"
import * as PasswordPolicyText from "../core/PasswordPolicyText.ts"
import * as Paths from "../core/Paths.ts"
import * as RelativeTime from "../core/RelativeTime.ts"
import * as EmailChangePages from "../email-change/EmailChangePages.ts"
import * as LanguageForm from "./LanguageForm.ts"
import * as DeletionPages from "../personal-data/DeletionPages.ts"
import * as DeviceName from "../core/DeviceName.ts"
import * as VerifyPage from "./VerifyPage.ts"

/**
 * - `current`: the session of the request; it is among `sessions`.
 * - `hasPasswordResets`: whether users can request a link to set a new password.
 * - `home`: the URL of the app.
 * - `notice`: what the user just did.
 * - `deletionAt`: when the account will be deleted, if it will.
 * - `language`: the language that the user has chosen, and the languages to choose from.
 */
export interface Account {
  readonly instance: Instance
  readonly prefix: string
  readonly hasLinks: boolean
  readonly hasPasswordResets: boolean
  readonly password: PasswordStatus
  readonly sessions: ReadonlyArray<SessionSummary>
  readonly current: ActiveSession
  readonly now: DateTime.Utc
  readonly home: string
  readonly deletionAt: Option.Option<DateTime.Utc>
  readonly language: Omit<LanguageForm.Choice, "prefix">
  readonly notice?: string | undefined
  readonly error?: FormError | undefined
}

/** The minutes after signing in with a link in which no current password is required. */
export const linkMinutes = Duration.toMinutes(recentLinkLifetime)

const linkForm = ({ prefix }: Account, text: string): Fragment =>
  html`<form method="post" action="${prefix}${Paths.accountLink}">
<p class="soft" id="link-hint">${text}</p>
<button class="quiet" aria-describedby="link-hint">Email me a sign-in link</button>
</form>`

const currentPasswordField = (error: string | undefined): Fragment =>
  Field.field({
    id: "currentPassword",
    label: "Current password",
    type: "password",
    autocomplete: "current-password",
    error,
    isFocused: error !== undefined
  })

const passwordForm = ({ current, error, instance, password, prefix }: Account): Fragment => {
  const { fields = {} } = error ?? {}
  const currentError = fields["currentPassword"]
  const [button, action] = password.hasPassword ? ["Change password", "Changing"] : ["Set password", "Setting"]
  return html`<form method="post" action="${prefix}${Paths.accountPassword}" novalidate>
<input type="text" name="username" autocomplete="username" value="${current.email}" readonly hidden>
${password.needsCurrentPassword || currentError !== undefined ? currentPasswordField(currentError) : none}
${Field.field({
  id: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  hint: PasswordPolicyText.describe(instance.passwordPolicy),
  rules: PasswordPolicyText.rules(instance.passwordPolicy),
  error: fields["password"],
  isFocused: fields["password"] !== undefined && currentError === undefined
})}
<button>${button}</button>
<p class="under soft">${action} your password signs you out on all other devices.</p>
</form>`
}

const withLinks = `You don't have a password. To set one, sign in with a new link. You then have ${linkMinutes} minutes.`
const withoutEmail = "You don't have a password, and you can't set one while we can't send emails."

const resetLink = ({ prefix }: Account, text: string, what: string): Fragment =>
  html`<p class="soft">${text} <a href="${prefix}${Paths.forgotPassword}">Set ${what} with a link by email</a></p>`

const passwordPart = (account: Account): Fragment => {
  const { hasLinks, hasPasswordResets } = account
  const { hasPassword, needsCurrentPassword } = account.password
  const withoutPassword = () => {
    if (hasLinks) return linkForm(account, withLinks)
    return hasPasswordResets
      ? resetLink(account, "You don't have a password.", "one")
      : html`<p class="soft">${withoutEmail}</p>`
  }
  return html`<h2 id="password-part">${hasPassword ? "Change your password" : "Set a password"}</h2>
${when(hasPassword || !needsCurrentPassword, () => passwordForm(account))}
${when(hasPassword && needsCurrentPassword && hasPasswordResets, () => resetLink(account, "Forgot your password?", "a new one"))}
${when(!hasPassword && needsCurrentPassword, withoutPassword)}`
}

const sessionRow = ({ current, now, prefix }: Account, session: SessionSummary): Fragment => {
  const name = DeviceName.nameOf(session.userAgent)
  const isCurrent = session.id === current.id
  const method = session.method === "magic_link" ? "with a link" : "with a password"
  return html`<li><div><strong>${name}</strong>${isCurrent ? html` <span class="tag">This device</span>` : none}
<span class="hint">Signed in ${method} ${RelativeTime.time(session.authenticatedAt, now)}${isCurrent ? none : html`, last active ${RelativeTime.time(session.lastSeenAt, now)}`}</span></div>
<form method="post" action="${prefix}${Paths.accountSessions}/${session.id}/revoke"><button class="quiet small" aria-label="Sign out on ${isCurrent ? "this device" : name}">Sign out</button></form></li>`
}

const sessionsPart = (account: Account): Fragment => html`<h2>Where you're signed in</h2>
<ul class="rows">
${all(account.sessions.map((session) => sessionRow(account, session)))}
</ul>
${when(
  account.sessions.length > 1,
  () =>
    html`<form method="post" action="${account.prefix}${Paths.accountSessions}/revoke-others"><button class="quiet">Sign out on all other devices</button></form>`
)}`

const verifyPart = ({ prefix }: Account): Fragment =>
  html`<h2>Verify your email</h2>
<form method="post" action="${prefix}${Paths.accountLink}">
<p class="soft" id="verify-hint">${VerifyPage.explanation}</p>
<button class="quiet" aria-describedby="verify-hint">Verify email</button>
</form>`

const tagOf = (isVerified: boolean): Fragment =>
  isVerified ? html`<span class="tag">Verified</span>` : html`<span class="tag open">Not verified</span>`

/** Makes the page. */
export const page = (account: Account): Page => {
  const { current, deletionAt, error, hasLinks, home, instance, language, notice, prefix } = account
  return frame({
    instance,
    title: error === undefined ? "Your account" : "Error: Your account",
    isWide: true,
    script: pageScript,
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>Your account</h1>
${notice === undefined ? none : Field.notice(notice)}
${error === undefined ? none : Field.alert(error)}
${DeletionPages.notice(prefix, deletionAt)}
<p>You're signed in as <strong>${current.email}</strong> ${tagOf(current.emailVerified)}</p>
<div class="actions"><a class="button" href="${home}">Go to ${instance.name}</a>
<form method="post" action="${prefix}${Paths.signOut}"><button class="quiet">Sign out</button></form></div>
${when(!current.emailVerified && hasLinks, () => verifyPart(account))}
${sessionsPart(account)}
${EmailChangePages.accountPart(prefix)}
${when(instance.authConfig.password, () => passwordPart(account))}
${LanguageForm.section({ ...language, prefix })}
${DeletionPages.section(prefix, deletionAt)}`
  })
}
