/**
 * The page of one's own account: the password, and where one is signed in.
 *
 * @since 0.1.0
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { PasswordStatus } from "@latchkey/domain/password/ChangePassword"
import type { ActiveSession, SessionSummary } from "@latchkey/domain/session/SessionRepository";
import { type Fragment, html } from "@latchkey/http/core/Html"
import type * as DateTime from "effect/DateTime"
import type { Page } from "../core/Layout.ts"
import * as Paths from "../core/Paths.ts"
import * as Browsers from "../session/DeviceName.ts"
import type { FormError } from "../core/FormError.ts"
import { parameter } from "../core/ReturnUrl.ts"
import * as Field from "../core/Field.ts"
import { all, none } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Policy from "../password/PasswordPolicyText.ts"
import * as Times from "../core/Times.ts"

/**
 * - `facts`, `sessions`: what the domain says of the user; `current` is this session.
 * - `home`: where the app is. `ownUrl`: this page, to come back to by a link.
 * - `notice`: what was done just now.
 *
 * @since 0.1.0
 */
export interface Account {
  readonly instance: Instance
  readonly prefix: string
  readonly hasLinks: boolean
  readonly facts: PasswordStatus
  readonly sessions: ReadonlyArray<SessionSummary>
  readonly current: ActiveSession
  readonly now: DateTime.Utc
  readonly home: string
  readonly ownUrl: string
  readonly notice?: string | undefined
  readonly formError?: FormError | undefined
}

/** A link proves who one is for ten minutes, in which a password can be set without the current one. */
const linkForm = ({ current, hasLinks, ownUrl, prefix }: Account, text: string): Fragment =>
  hasLinks
    ? html`<form method="post" action="${prefix}${Paths.signInLink}">
<p class="soft" id="link-hint">${text}</p>
${Field.hidden("email", current.email)}
${Field.hidden(parameter, ownUrl)}
<button class="quiet" aria-describedby="link-hint">Email me a link</button>
</form>`
    : none

const currentPassword = (formError: FormError | undefined): Fragment =>
  Field.field({
    id: "currentPassword",
    label: "Current password",
    type: "password",
    autocomplete: "current-password",
    error: formError?.fields["currentPassword"],
    isFocused: formError?.fields["currentPassword"] !== undefined
  })

const passwordForm = (account: Account): Fragment => {
  const { formError, current, facts, instance, prefix } = account
  const { fields = {} } = formError ?? {}
  return html`<form method="post" action="${prefix}${Paths.accountPassword}" novalidate>
<input type="text" name="username" autocomplete="username" value="${current.email}" readonly hidden>
${facts.needsCurrentPassword || fields["currentPassword"] !== undefined ? currentPassword(formError) : none}
${Field.field({
  id: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  hint: Policy.describe(instance.passwordPolicy),
  rules: Policy.rules(instance.passwordPolicy),
  error: fields["password"],
  isFocused: fields["password"] !== undefined && fields["currentPassword"] === undefined
})}
<button>${facts.hasPassword ? "Change password" : "Set password"}</button>
<p class="under soft">Every other session ends when it is changed.</p>
</form>`
}

const passwordPart = (account: Account): Fragment => {
  const { hasPassword, needsCurrentPassword } = account.facts
  const forgotten = "Forgotten? Sign in by a link: for ten minutes after it, the current password is not asked for."
  const withoutPassword = account.hasLinks
    ? "You have no password. To set one, sign in by a link once more: for ten minutes after it you can."
    : "You have no password, and none can be set while no links are sent."
  return html`<h2 id="password-part">${hasPassword ? "Change your password" : "Set a password"}</h2>
${hasPassword || !needsCurrentPassword ? passwordForm(account) : none}
${hasPassword && needsCurrentPassword ? linkForm(account, forgotten) : none}
${!hasPassword && needsCurrentPassword ? (account.hasLinks ? linkForm(account, withoutPassword) : html`<p class="soft">${withoutPassword}</p>`) : none}`
}

const sessionRow = ({ current, now, prefix }: Account, session: SessionSummary): Fragment => {
  const name = Browsers.nameOf(session.userAgent)
  const isCurrent = session.id === current.id
  const method = session.method === "magic_link" ? "by link" : "by password"
  return html`<li><div><strong>${name}</strong>${isCurrent ? html` <span class="tag">this one</span>` : none}
<span class="hint">Signed in ${method} ${Times.time(session.authenticatedAt, now)}${isCurrent ? none : html`, last seen ${Times.time(session.lastSeenAt, now)}`}</span></div>
<form method="post" action="${prefix}${Paths.accountSessions}/${session.id}/end"><button class="quiet small" aria-label="${isCurrent ? "Sign out here" : `End the session of ${name}`}">${isCurrent ? "Sign out" : "End"}</button></form></li>`
}

const sessionsPart = (account: Account): Fragment => html`<h2>Where you are signed in</h2>
<ul class="rows">
${all(account.sessions.map((session) => sessionRow(account, session)))}
</ul>
${
  account.sessions.length > 1
    ? html`<form method="post" action="${account.prefix}${Paths.accountSessions}/end-others"><button class="quiet">Sign out everywhere else</button></form>`
    : none
}`

/** @since 0.1.0 */
export const page = (account: Account): Page => {
  const { formError, current, home, instance, notice, prefix } = account
  return frame({
    instance,
    title: formError === undefined ? "Your account" : "Error: Your account",
    isWide: true,
    status: formError?.status,
    headers: formError?.headers ?? {},
    main: html`<h1>Your account</h1>
${notice === undefined ? none : Field.notice(notice)}
${formError === undefined ? none : Field.alert(formError.text, formError.fields)}
<p>You are signed in as <strong>${current.email}</strong>.</p>
<div class="actions"><a class="button" href="${home}">Go to ${instance.name}</a>
<form method="post" action="${prefix}${Paths.signOut}"><button class="quiet">Sign out</button></form></div>
${sessionsPart(account)}
${passwordPart(account)}`
  })
}
