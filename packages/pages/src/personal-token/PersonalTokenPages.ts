/**
 * The pages of personal access tokens: all of a user, with the form that creates one, and the new token, which is shown
 * once.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { Fragment, html, type Page } from "@latchkey/http/core/Page"
import { problem } from "@latchkey/http/core/Problem"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { copyButton } from "../core/CopyButton.ts"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { all, buttonTo, linkTo, none, strong, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Owner from "../core/Owner.ts"
import * as Paths from "../core/Paths.ts"
import * as RelativeTime from "../core/RelativeTime.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as PersonalTokenForm from "./PersonalTokenForm.ts"

/** A token as the page shows it. */
export interface ShownToken {
  readonly id: string
  readonly name: string
  readonly scopes: ReadonlyArray<string>
  readonly createdAt: DateTime.Utc
  readonly expiresAt: Option.Option<DateTime.Utc>
  readonly lastUsedAt: Option.Option<DateTime.Utc>
}

/**
 * - `email`: of the signed-in user.
 * - `isOn`: whether tokens work, and users can create some; they can revoke theirs in any case.
 * - `offeredScopes`: what a new token can be limited to.
 * - `maxTokens`: how many a user can have.
 * - `confirmUrl`: the page that confirms who the user is; `undefined` if they have done so.
 * - `values`: what the form shows.
 */
export interface Tokens {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly email: Email
  readonly tokens: ReadonlyArray<ShownToken>
  readonly isOn: boolean
  readonly offeredScopes: ReadonlyArray<string>
  readonly maxTokens: number
  readonly confirmUrl: string | undefined
  readonly values: PersonalTokenForm.Values
  readonly now: DateTime.Utc
  readonly notice?: string | undefined
  readonly error?: FormError | undefined
}

const style =
  ".scopes{margin:0 0 var(--space-4);padding:0;border:0}.scopes legend{padding:0;font-size:var(--text-s);font-weight:600}.scopes label{display:flex;gap:var(--space-3);align-items:center;margin:0 0 var(--space-2)}h2+form{margin-top:var(--space-3)}.keys details p{margin:var(--space-2) 0}@supports selector(::details-content){ul.keys li{row-gap:0}.keys details{display:contents}.keys summary{grid-area:1/2;align-self:center}.keys details::details-content{grid-column:1/-1}}"

const scopesOf = ({ scopes }: Pick<ShownToken, "scopes">): Fragment =>
  all(scopes.map((scope) => html`<bdi><code>${scope}</code></bdi>`))

/** Says when a token expires. The hint of the element is the exact time. */
const expiryOf = ({ texts }: PageLanguage, expiresAt: Option.Option<DateTime.Utc>): Fragment =>
  Option.match(expiresAt, {
    onNone: () => html`${texts.personalToken.doesNotExpire}`,
    onSome: (at) => texts.personalToken.expires(RelativeTime.date(texts, at))
  })

const timesOf = ({ texts }: PageLanguage, { createdAt, lastUsedAt }: ShownToken, now: DateTime.Utc): Fragment => {
  const { personalToken } = texts
  const created = personalToken.created(RelativeTime.time(texts, createdAt, now))
  return Option.match(lastUsedAt, {
    onNone: () => personalToken.neverUsed(created),
    onSome: (at) => personalToken.lastUsed(created, RelativeTime.time(texts, at, now))
  })
}

const row = ({ language, now, prefix }: Tokens, token: ShownToken): Fragment => {
  const { personalToken } = language.texts
  const { id, name, scopes } = token
  const isExpired = Option.exists(token.expiresAt, DateTime.lessThanOrEqualTo(now))
  const expired = when(isExpired, () => html` <span class="tag bad">${personalToken.expired}</span>`)
  return html`<li><div>${strong(name)}${expired}
${when(scopes.length > 0, () => html`<span class="hint">${scopesOf(token)}</span>`)}
<span class="hint">${timesOf(language, token, now)}</span>
${when(!isExpired, () => html`<span class="hint">${expiryOf(language, token.expiresAt)}</span>`)}</div>
<details><summary class="button quiet bad small" aria-label="${personalToken.revokeNamed(name)}">${personalToken.revoke}</summary>
<form method="post" action="${prefix}${Paths.accountTokens}/${id}/revoke"><p class="soft" id="revoke-${id}">${personalToken.revokeText}</p>
<button class="bad small" aria-describedby="revoke-${id}">${personalToken.revokeButton}</button></form></details></li>`
}

const expiryField = ({ error, language: { texts }, now, values }: Tokens): Fragment => {
  const { personalToken } = texts
  const dateOf = (expiry: string) =>
    Option.match(PersonalTokenForm.expiresAt(expiry, now), { onNone: () => "", onSome: texts.time.date })
  const inDays = (count: number) =>
    Field.option(String(count), personalToken.inDays(count, dateOf(String(count))), values.expiry)
  const wrong = error?.fields["expiry"]
  return html`<div class="field"><label for="expiry">${personalToken.expiry}</label>
<select id="expiry" name="expiry"${wrong === undefined ? none : html` aria-invalid="true" aria-describedby="expiry-error"`}>
${all(PersonalTokenForm.days.map(inDays))}
${Field.option(PersonalTokenForm.year, personalToken.inOneYear(dateOf(PersonalTokenForm.year)), values.expiry)}
${Field.option(PersonalTokenForm.never, personalToken.never, values.expiry)}
</select>${wrong === undefined ? none : html`<span class="error" id="expiry-error">${wrong}</span>`}</div>`
}

const scopesField = ({ error, language: { texts }, offeredScopes, values }: Tokens): Fragment => {
  const { personalToken } = texts
  const wrong = error?.fields["scopes"]
  const box = (scope: string) =>
    html`<label><input type="checkbox" name="scopes" value="${scope}"${new Fragment(values.scopes.includes(scope) ? " checked" : "")}><bdi><code>${scope}</code></bdi></label>`
  const describedBy = wrong === undefined ? "scopes-hint" : "scopes-hint scopes-error"
  return html`<fieldset class="scopes" id="scopes" tabindex="-1" aria-describedby="${describedBy}"><legend>${personalToken.scopes}</legend>
<span class="hint" id="scopes-hint">${personalToken.scopesHint}</span>
${all(offeredScopes.map(box))}
${wrong === undefined ? none : html`<span class="error" id="scopes-error">${wrong}</span>`}</fieldset>`
}

const form = (page: Tokens): Fragment => {
  const { error, language, offeredScopes, prefix, values } = page
  const { texts } = language
  const { personalToken } = texts
  const nameError = error?.fields["name"]
  const hasScopes = offeredScopes.length > 0 || error?.fields["scopes"] !== undefined
  return html`<h2>${personalToken.create}</h2>
<form method="post" action="${prefix}${Paths.accountTokens}" novalidate>
${Field.field(texts, {
  id: "name",
  label: personalToken.name,
  type: "text",
  autocomplete: "off",
  hint: personalToken.nameHint,
  value: values.name,
  error: nameError,
  isFocused: nameError !== undefined
})}
${expiryField(page)}
${when(hasScopes, () => scopesField(page))}
<button>${personalToken.createButton}</button></form>`
}

/** Makes the part that creates a token, or says why it is missing. */
const createPart = (page: Tokens): Fragment => {
  const { confirmUrl, isOn, language, maxTokens, tokens } = page
  const { personalToken } = language.texts
  if (!isOn) {
    const text = tokens.length === 0 ? language.problem(problem("personal_tokens_disabled")) : personalToken.turnedOff
    return html`<p>${text}</p>`
  }
  if (tokens.length >= maxTokens) {
    return html`<p>${personalToken.tooMany(maxTokens)}</p>`
  }
  if (confirmUrl !== undefined) return html`<h2>${personalToken.create}</h2>\n${Owner.link(language, confirmUrl)}`
  return form(page)
}

/** Makes the page of all tokens of a user. */
export const page = (page: Tokens): Page => {
  const { email, error, instance, language, notice, prefix, tokens } = page
  const { core, personalToken } = language.texts
  return frame({
    language,
    instance,
    title: error === undefined ? personalToken.section : core.errorTitle(personalToken.section),
    style,
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${personalToken.section}</h1>
${notice === undefined ? none : Field.notice(notice)}
${error === undefined ? none : Field.alert(error)}
${Owner.named(language, email)}
<p>${personalToken.explanation}</p>
${
  tokens.length === 0
    ? html`<p class="soft">${personalToken.none}</p>`
    : html`<p class="soft">${personalToken.allEnd}</p>
<ul class="rows keys">${all(tokens.map((token) => row(page, token)))}</ul>`
}
${createPart(page)}`,
    footer: linkTo(`${prefix}${Paths.account}`)(core.backToAccount)
  })
}

/** `secret`: shown this once. */
export interface NewToken extends Pick<Tokens, "instance" | "language" | "prefix"> {
  readonly token: Pick<ShownToken, "expiresAt" | "name" | "scopes">
  readonly secret: string
}

/** Makes the page that shows a new token. */
export const created = ({ instance, language, prefix, secret, token }: NewToken): Page => {
  const { personalToken } = language.texts
  return frame({
    language,
    instance,
    title: personalToken.newToken,
    main: html`<h1>${personalToken.newToken}</h1>
<p class="notice warn">${personalToken.storeNow}</p>
<p>${strong(token.name)}
${when(token.scopes.length > 0, () => html`<span class="hint">${scopesOf(token)}</span>`)}
<span class="hint">${expiryOf(language, token.expiresAt)}</span></p>
<div class="key"><p><bdi><code>${secret}</code></bdi></p>
${copyButton(language.texts, secret, "quiet small")}</div>
<p class="soft">${personalToken.allEnd}</p>
<p><a class="button" href="${prefix}${Paths.accountTokens}">${personalToken.stored}</a></p>`
  })
}

/** Makes the section of the account page. */
export const accountPart = ({ texts }: PageLanguage, prefix: string): Fragment =>
  html`<h2>${texts.personalToken.section}</h2>
<p class="row">${texts.personalToken.sectionText(buttonTo(`${prefix}${Paths.accountTokens}`))}</p>`
