/**
 * The form that asks the browser for a passkey, or to create one. The stylesheet shows it only while the script runs,
 * and only in browsers that have passkeys.
 */
import { Fragment, html } from "@latchkey/http/core/Page"
import { none, when } from "./Fragments.ts"
import type { PageTexts } from "../language/Catalogue.ts"

/**
 * - `ceremony`: whether the browser creates a passkey or uses one.
 * - `action`: where the form sends the field `credential`.
 * - `options`: the URL that the script gets the options from.
 * - `isAutofilled`: whether the browser also offers passkeys in the field for the email address.
 * - `isQuiet`: whether another button of the page is the main one. `isMarked`: whether it has a mark. `beside`: what
 *   stands after its text.
 * - `fields`: what the form sends in addition.
 */
export interface PasskeyForm {
  readonly ceremony: "create" | "get"
  readonly action: string
  readonly options: string
  readonly button: string
  readonly isAutofilled?: boolean
  readonly isQuiet?: boolean
  readonly isMarked?: boolean
  readonly beside?: Fragment
  readonly fields?: Fragment
}

/** Where the script gets the options for a passkey that signs in, below the prefix. */
export const signInOptionsPath = "/v1/auth/passkeys/sign-in/options"

/** Where it gets those for a new one. */
export const registrationOptionsPath = "/v1/auth/passkeys/registration/options"

/** The name of the field with what the browser returned, as JSON. */
export const credentialName = "credential"

const mark = new Fragment(
  '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><circle cx="9" cy="7" r="4"/><path d="M2 21c0-4.2 3-7 7-7 1.3 0 2.5.3 3.5.8M18 16v6m0-2.5h2"/><circle cx="18" cy="13" r="3"/></svg>'
)

/** Makes the form. Its page has `PageScript`, and `hasRequests`. */
export const passkeyForm = ({ passkey }: PageTexts, form: PasskeyForm): Fragment => {
  const { action, beside = none, button, ceremony, fields = none, options } = form
  const { isAutofilled = false, isMarked = false, isQuiet = false } = form
  const cancelled = ceremony === "create" ? passkey.notAdded : passkey.cancelled
  return html`<form method="post" action="${action}" class="passkey" data-passkey="${ceremony}" data-options="${options}" data-cancelled="${cancelled}" data-exists="${passkey.exists}" data-failed="${passkey.failed}" data-refused="${passkey.refused}"${new Fragment(isAutofilled ? " data-autofill" : "")}>
<input type="hidden" name="${credentialName}">${fields}
<button${new Fragment(isQuiet ? ' class="quiet"' : "")}>${when(isMarked, () => mark)}${button}${beside}</button>
<p role="status" class="error"></p>
</form>`
}

/** What a page says of the passkeys that are left, for the password managers of the browser. */
export interface AcceptedPasskeys {
  readonly rpId: string
  readonly userId: string
  readonly allAcceptedCredentialIds: ReadonlyArray<string>
}

/** What it says of a passkey that no account has. */
export interface UnknownPasskey {
  readonly rpId: string
  readonly credentialId: string
}

const signalled = (name: string, value: AcceptedPasskeys | UnknownPasskey): Fragment =>
  html`<div data-signal="${name}" data-value="${JSON.stringify(value)}" hidden></div>`

/** Makes the element by which the script tells the browser which passkeys are left (Signal API of WebAuthn Level 3). */
export const signal = (accepted: AcceptedPasskeys): Fragment => signalled("signalAllAcceptedCredentials", accepted)

/** Makes the element by which it says that a passkey is unknown: the browser no longer offers it. */
export const signalUnknown = (unknown: UnknownPasskey): Fragment => signalled("signalUnknownCredential", unknown)

/** The name of the field in which the script says that the device can create a passkey. */
export const offerName = "passkeys"

/** Makes that field. It stays empty without the script. */
export const offerField: Fragment = html`<input type="hidden" name="${offerName}">`
