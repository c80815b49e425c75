/**
 * The pages of passkeys: all of a user, with the button that adds one, and the offer of one after a sign-in.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { all, linkTo, none, strong } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Owner from "../core/Owner.ts"
import * as Paths from "../core/Paths.ts"
import * as RelativeTime from "../core/RelativeTime.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import { type AcceptedPasskeys, passkeyForm, signal } from "../core/PasskeyForm.ts"

/** A passkey as the page shows it. */
export interface ShownPasskey {
  readonly id: string
  readonly name: string
  readonly createdAt: DateTime.Utc
  readonly lastUsedAt: Option.Option<DateTime.Utc>
}

/**
 * - `email`: of the signed-in user.
 * - `optionsUrl`: where the script gets the options for a new passkey.
 * - `maxPasskeys`: how many a user can have.
 * - `confirmUrl`: the page that confirms who the user is; `undefined` if they have done so.
 * - `canAdd`: whether users can add passkeys; they can remove them in any case.
 * - `accepted`: for the password managers of the browser.
 * - `renamed`: the passkey whose new name is invalid.
 */
export interface Passkeys {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly email: Email
  readonly passkeys: ReadonlyArray<ShownPasskey>
  readonly optionsUrl: string
  readonly maxPasskeys: number
  readonly confirmUrl: string | undefined
  readonly canAdd: boolean
  readonly accepted: AcceptedPasskeys | undefined
  readonly now: DateTime.Utc
  readonly renamed?: string | undefined
  readonly notice?: string | undefined
  readonly error?: FormError | undefined
}

const nameFieldOf = (id: string): string => `name-${id}`

const renameForm = ({ error, language, prefix, renamed }: Passkeys, { id, name }: ShownPasskey): Fragment => {
  const { passkey } = language.texts
  const nameError = renamed === id ? error?.fields["name"] : undefined
  const fieldId = nameFieldOf(id)
  const field = html`<label for="${fieldId}">${passkey.name}</label>
<input id="${fieldId}" name="name" type="text" autocomplete="off" maxlength="100" value="${name}" required${
    nameError === undefined ? none : html` aria-invalid="true" aria-describedby="${fieldId}-error" autofocus`
  }>${nameError === undefined ? none : html`<span class="error" id="${fieldId}-error">${nameError}</span>`}`
  return html`<details${nameError === undefined ? none : html` open`}><summary aria-label="${passkey.renameNamed(name)}">${passkey.rename}</summary>
<form method="post" action="${prefix}${Paths.accountPasskeys}/${id}/name" novalidate><div class="field">${field}</div><button class="quiet small">${passkey.saveName}</button></form></details>`
}

const row = (page: Passkeys, shown: ShownPasskey): Fragment => {
  const { language, now, prefix } = page
  const { texts } = language
  const { passkey } = texts
  const added = passkey.added(RelativeTime.time(texts, shown.createdAt, now))
  const times = Option.match(shown.lastUsedAt, {
    onNone: () => added,
    onSome: (at) => passkey.lastUsed(added, RelativeTime.time(texts, at, now))
  })
  return html`<li><div>${strong(shown.name)}
<span class="hint">${times}</span></div>
<form method="post" action="${prefix}${Paths.accountPasskeys}/${shown.id}/remove"><button class="quiet bad small" aria-label="${passkey.removeNamed(shown.name)}">${passkey.remove}</button></form>
${renameForm(page, shown)}</li>`
}

const addPart = ({ canAdd, confirmUrl, language, maxPasskeys, optionsUrl, passkeys, prefix }: Passkeys): Fragment => {
  const { texts } = language
  const { passkey } = texts
  if (!canAdd) return none
  if (passkeys.length >= maxPasskeys) return html`<p>${passkey.tooMany(maxPasskeys)}</p>`
  if (confirmUrl !== undefined) return html`<h2>${passkey.add}</h2>\n${Owner.link(language, confirmUrl)}`
  const action = `${prefix}${Paths.accountPasskeys}`
  return html`${passkeyForm(texts, { ceremony: "create", action, options: optionsUrl, button: passkey.add })}
<p class="soft unless-passkeys">${passkey.needsScript}</p>`
}

/** Returns the error of the field, which is that of one passkey. */
const fieldsOf = ({ error, renamed = "" }: Passkeys): FormError["fields"] =>
  error?.fields["name"] === undefined ? {} : { [nameFieldOf(renamed)]: error.fields["name"] }

/** Makes the page of all passkeys of a user. */
export const page = (passkeys: Passkeys): Page => {
  const { accepted, email, error, instance, language, notice, prefix } = passkeys
  const { core, passkey } = language.texts
  return frame({
    language,
    instance,
    title: error === undefined ? passkey.section : core.errorTitle(passkey.section),
    hasRequests: true,
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${passkey.section}</h1>
${notice === undefined ? none : Field.notice(notice)}
${error === undefined ? none : Field.alert({ ...error, fields: fieldsOf(passkeys) })}
${Owner.named(language, email)}
<p>${passkey.explanation}</p>
${
  passkeys.passkeys.length === 0
    ? html`<p class="soft">${passkey.none}</p>`
    : html`<ul class="rows keys">${all(passkeys.passkeys.map((shown) => row(passkeys, shown)))}</ul>`
}
${addPart(passkeys)}${accepted === undefined ? none : signal(accepted)}`,
    footer: linkTo(`${prefix}${Paths.account}`)(core.backToAccount)
  })
}

/** The name of the field by which the form of the offer says that it is one. */
export const offerSource = "offer"

/**
 * - `optionsUrl`: as in `Passkeys`.
 * - `next`: where the user goes on without a passkey.
 * - `returnUrl`: where the user was going; empty if there is none.
 * - `formTargets`: as in `Page`.
 */
export interface Offer {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly optionsUrl: string
  readonly next: string
  readonly returnUrl: string
  readonly formTargets: ReadonlyArray<string>
}

/** Makes the page that offers a passkey after a sign-in. Without the script it has the way on only. */
export const offer = ({ formTargets, instance, language, next, optionsUrl, prefix, returnUrl }: Offer): Page => {
  const { texts } = language
  const { core, passkey } = texts
  const action = `${prefix}${Paths.accountPasskeys}`
  const fields = html`${Field.hidden(ReturnUrl.parameter, returnUrl)}${Field.hidden(offerSource, "1")}`
  return frame({
    language,
    instance,
    title: passkey.offer,
    hasRequests: true,
    formTargets,
    main: html`<h1>${passkey.offer}</h1>
<p>${passkey.explanation}</p>
${passkeyForm(texts, { ceremony: "create", action, options: optionsUrl, button: passkey.add, fields })}
<p class="under"><a class="button quiet" href="${next}">${passkey.notNow}</a></p>`,
    footer: linkTo(`${prefix}${Paths.account}`)(core.account)
  })
}
