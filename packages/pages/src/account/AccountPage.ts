/**
 * The account page: the email address, the devices that the user is signed in on, and the password.
 */
import type { UserName } from "@latchkey/domain/account/UserData"
import type { FactorRecoveryStatus } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { nameOfUser } from "@latchkey/domain/instance/UserField"
import { type PasswordStatus, recentLinkLifetime } from "@latchkey/domain/password/ChangePassword"
import type { ActiveSession, SessionSummary } from "@latchkey/domain/session/SessionRepository"
import { Fragment, html, type Page } from "@latchkey/http/core/Page"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { all, buttonTo, linkTo, none, strong, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as PasswordPolicyText from "../core/PasswordPolicyText.ts"
import * as Paths from "../core/Paths.ts"
import * as RelativeTime from "../core/RelativeTime.ts"
import type { WayIn } from "../core/WayIn.ts"
import * as EmailChangePages from "../email-change/EmailChangePages.ts"
import * as FactorRecoveryPages from "../factor-recovery/FactorRecoveryPages.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as DeletionPages from "../personal-data/DeletionPages.ts"
import * as PersonalTokenPages from "../personal-token/PersonalTokenPages.ts"
import * as DeviceName from "../core/DeviceName.ts"
import * as Owner from "../core/Owner.ts"
import * as DetailsPage from "./DetailsPage.ts"
import * as LanguageForm from "./LanguageForm.ts"
import * as NameForm from "./NameForm.ts"

/**
 * - `current`: the session of the request; it is among `sessions`.
 * - `hasPasswordResets`: whether users can request a link to set a new password.
 * - `hasSecondFactor`: whether the user has a second factor.
 * - `recovery`: what the user can do about lost factors.
 * - `confirmUrl`: the page that confirms who the user is, if they have to before a change.
 * - `home`: the URL of the app.
 * - `notice`: what the user just did.
 * - `deletionAt`: when the account will be deleted, if it will.
 * - `name`: what the user is called. `typedName`: what the user typed instead, if it was rejected.
 * - `languages`: the language that the user has chosen, and the languages to choose from.
 */
export interface Account {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly waysIn: ReadonlyArray<WayIn>
  readonly hasLinks: boolean
  readonly hasPasswordResets: boolean
  readonly hasSecondFactor: boolean
  readonly recovery: FactorRecoveryStatus
  readonly confirmUrl: string | undefined
  readonly password: PasswordStatus
  readonly sessions: ReadonlyArray<SessionSummary>
  readonly current: ActiveSession
  readonly now: DateTime.Utc
  readonly home: string
  readonly deletionAt: Option.Option<DateTime.Utc>
  readonly name: Option.Option<UserName>
  readonly typedName?: string | undefined
  readonly languages: Omit<LanguageForm.Choice, "language" | "prefix">
  readonly notice?: string | undefined
  readonly error?: FormError | undefined
}

/** The minutes after signing in with a link in which no current password is required. */
export const linkMinutes = Duration.toMinutes(recentLinkLifetime)

const linkForm = ({ language: { texts }, prefix }: Account): Fragment =>
  html`<form method="post" action="${prefix}${Paths.accountLink}">
<p class="soft" id="link-hint">${texts.account.noPasswordWithLinks(linkMinutes)}</p>
<button class="quiet" aria-describedby="link-hint">${texts.core.emailSignInLink}</button>
</form>`

const currentPasswordField = ({ texts }: PageLanguage, error: string | undefined): Fragment =>
  Field.field(texts, {
    id: "currentPassword",
    label: texts.core.currentPassword,
    type: "password",
    autocomplete: "current-password",
    error,
    isFocused: error !== undefined
  })

const passwordForm = ({ current, error, instance, language, password, prefix }: Account): Fragment => {
  const { texts } = language
  const { account } = texts
  const { fields = {} } = error ?? {}
  const currentError = fields["currentPassword"]
  const button = password.hasPassword ? account.changePasswordButton : account.setPasswordButton
  return html`<form method="post" action="${prefix}${Paths.accountPassword}" novalidate>
<input type="text" name="username" autocomplete="username" value="${current.email}" readonly hidden>
${password.needsCurrentPassword || currentError !== undefined ? currentPasswordField(language, currentError) : none}
${Field.field(texts, {
  id: "password",
  label: texts.core.newPassword,
  type: "password",
  autocomplete: "new-password",
  hint: PasswordPolicyText.describe(texts, instance.passwordPolicy),
  rules: PasswordPolicyText.rules(instance.passwordPolicy),
  error: fields["password"],
  isFocused: fields["password"] !== undefined && currentError === undefined
})}
<button>${button}</button>
</form>`
}

const passwordPart = (account: Account): Fragment => {
  const { hasLinks, hasPasswordResets, language, prefix } = account
  const texts = language.texts.account
  const resetLink = linkTo(`${prefix}${Paths.forgotPassword}`)
  const { hasPassword, needsCurrentPassword } = account.password
  const withoutPassword = () => {
    if (hasLinks) return linkForm(account)
    return html`<p class="soft">${hasPasswordResets ? texts.noPassword(resetLink) : texts.noPasswordWithoutEmails}</p>`
  }
  const heading = html`<h2 id="password-part">${hasPassword ? language.texts.core.password : texts.setPassword}</h2>`
  if (account.confirmUrl !== undefined) return html`${heading}\n${Owner.link(language, account.confirmUrl)}`
  if (!hasPassword && needsCurrentPassword) return html`${heading}\n${withoutPassword()}`
  const hasError = ["currentPassword", "password"].some((field) => field in (account.error?.fields ?? {}))
  const [action, effect] = hasPassword
    ? [texts.changePasswordButton, texts.changingSignsOut]
    : [texts.setPasswordButton, texts.settingSignsOut]
  return html`${heading}
<p class="soft">${effect}</p>
<details${new Fragment(hasError || !hasPassword ? " open" : "")}><summary class="button quiet small">${action}</summary>
${passwordForm(account)}
${when(hasPassword && needsCurrentPassword && hasPasswordResets, () => html`<p class="soft">${texts.forgotten(resetLink)}</p>`)}</details>`
}

const sessionRow = ({ current, language, now, prefix, waysIn }: Account, session: SessionSummary): Fragment => {
  const { texts } = language
  const { account, core } = texts
  const name = DeviceName.ofSession(language, session)
  const isCurrent = session.id === current.id
  const at = RelativeTime.time(texts, session.authenticatedAt, now)
  const signedIn = waysIn.find(({ id }) => id === session.method)?.signedIn?.(language, at) ?? at
  const times = isCurrent ? signedIn : account.lastActive(signedIn, RelativeTime.time(texts, session.lastSeenAt, now))
  return html`<li><div>${strong(name)}${isCurrent ? html` <span class="tag good">${account.thisDevice}</span>` : none}
<span class="hint">${times}</span></div>
<form method="post" action="${prefix}${Paths.accountSessions}/${session.id}/revoke"><button class="quiet small" aria-label="${isCurrent ? account.signOutHere : account.signOutOn(name)}">${core.signOut}</button></form></li>`
}

const sessionsPart = (account: Account): Fragment => html`<h2>${account.language.texts.account.sessions}</h2>
<ul class="rows">
${all(account.sessions.map((session) => sessionRow(account, session)))}
</ul>
${when(
  account.sessions.length > 1,
  () =>
    html`<form method="post" action="${account.prefix}${Paths.accountSessions}/revoke-others"><button class="quiet small">${account.language.texts.account.signOutOthers}</button></form>`
)}`

const verifyPart = ({ language, prefix }: Account): Fragment => {
  const { account } = language.texts
  return html`<section class="notice warn"><h2>${account.verify}</h2>
<form method="post" action="${prefix}${Paths.accountLink}">
<p id="verify-hint">${account.verifyText}</p>
<button class="quiet small" aria-describedby="verify-hint">${account.verifyButton}</button>
</form></section>`
}

const tagOf = ({ texts: { account } }: PageLanguage, isVerified: boolean): Fragment =>
  isVerified
    ? html`<span class="tag good">${account.verified}</span>`
    : html`<span class="tag warn">${account.notVerified}</span>`

/** Leads to the fields of the instance. Without another one, the name has its own section. */
const detailsPart = ({ instance, language, prefix }: Account): Fragment => {
  const { changeDetails, details } = language.texts.account
  const url = `${prefix}${Paths.accountDetails}?${DetailsPage.changeName}=1`
  const hasOthers = instance.signUp.fields.some(({ name }) => name !== nameOfUser)
  return when(hasOthers, () => html`<h2>${details}</h2>\n${buttonTo(url)(changeDetails)}`)
}

/** Returns the sections, each with what sums it up and one action. */
const sectionsOf = (account: Account): ReadonlyArray<Fragment> => {
  const { deletionAt, error, instance, language, languages, name, prefix, recovery, typedName, waysIn } = account
  const ofWaysIn = waysIn.map(({ accountPart, isOffered }) => (isOffered(instance) ? accountPart?.(account) : none))
  return [
    sessionsPart(account),
    NameForm.section({
      language,
      prefix,
      name,
      isRequired: instance.signUp.fields.some((field) => field.name === nameOfUser && field.required),
      typed: typedName,
      error: error?.fields["name"]
    }),
    detailsPart(account),
    EmailChangePages.accountPart(language, prefix),
    when(instance.authConfig.password, () => passwordPart(account)),
    ...ofWaysIn,
    when(instance.tokenConfig.personalTokens, () => PersonalTokenPages.accountPart(language, prefix)),
    FactorRecoveryPages.lost(language, `${prefix}${Paths.accountRecovery}`, recovery),
    LanguageForm.section({ ...languages, language, prefix }),
    DeletionPages.section(language, prefix, deletionAt)
  ].flatMap((section) => (section === undefined || section.source === "" ? [] : [section]))
}

/** Makes the page. */
export const page = (account: Account): Page => {
  const { current, deletionAt, error, hasLinks, home, instance, language, notice, prefix, recovery } = account
  const { account: texts, core } = language.texts
  return frame({
    language,
    instance,
    title: error === undefined ? core.account : core.errorTitle(core.account),
    isWide: true,
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${core.account}</h1>
${notice === undefined ? none : Field.notice(notice)}
${error === undefined ? none : Field.alert(error)}
${DeletionPages.notice(language, prefix, deletionAt)}
${FactorRecoveryPages.accountNotice(language, prefix, recovery.open)}
<p>${texts.signedInAs(strong(current.email))} ${tagOf(language, current.emailVerified)}</p>
<div class="actions"><a class="button" href="${home}">${texts.goTo(instance.name)}</a>
<form method="post" action="${prefix}${Paths.signOut}"><button class="quiet">${core.signOut}</button></form></div>
${when(!current.emailVerified && hasLinks, () => verifyPart(account))}
${all(sectionsOf(account).map((section) => html`<section class="card">${section}</section>`))}`
  })
}
