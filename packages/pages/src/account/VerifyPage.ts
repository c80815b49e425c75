/**
 * The page where users verify their email address: those of an instance that requires it, and those whom an app sends
 * here.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { html, type Page } from "@latchkey/http/core/Page"
import * as Field from "../core/Field.ts"
import { frame } from "../core/Frame.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"

/**
 * - `hasPasswordResets`: whether users can request a link to set a new password, which verifies the address, too.
 * - `returnUrl`: where the user goes after verifying the address; empty if there is none.
 */
export interface Verification {
  readonly instance: Instance
  readonly prefix: string
  readonly hasLinks: boolean
  readonly hasPasswordResets: boolean
  readonly email: Email
  readonly returnUrl: string
}

/** What the button does. */
export const explanation =
  "We'll email you a sign-in link. Open it in this browser: we sign out your other devices. If you open it where you're not signed in, we also remove your password and sign you out here, in case someone else created this account."

const form = ({ prefix, returnUrl }: Verification) =>
  html`<form method="post" action="${prefix}${Paths.accountLink}">
${Field.hidden(ReturnUrl.parameter, returnUrl)}
<p id="verify-hint">${explanation}</p>
<button aria-describedby="verify-hint">Verify email</button>
</form>`

const withoutLinks = ({ hasPasswordResets, prefix, returnUrl }: Verification) =>
  hasPasswordResets
    ? html`<p>To verify it, <a href="${ReturnUrl.append(`${prefix}${Paths.forgotPassword}`, returnUrl)}">set a new password with a link by email</a>.</p>`
    : html`<p>We can't send emails at the moment, so you can't verify it.</p>`

/** Makes the page. */
export const page = (verification: Verification): Page => {
  const { email, hasLinks, instance, prefix } = verification
  return frame({
    instance,
    title: "Verify your email",
    main: html`<h1>Verify your email</h1>
<p>You're signed in as <strong>${email}</strong>. To continue to ${instance.name}, verify this address.</p>
${hasLinks ? form(verification) : withoutLinks(verification)}
<form method="post" action="${prefix}${Paths.signOut}"><button class="quiet">Sign out</button></form>`,
    footer: html`<a href="${prefix}${Paths.account}">Your account</a>`
  })
}
