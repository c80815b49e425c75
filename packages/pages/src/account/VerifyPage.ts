/**
 * The page where users verify their email address: those of an instance that requires it, and those whom an app sends
 * here.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { html, type Page } from "@latchkey/http/core/Page"
import * as Field from "../core/Field.ts"
import { linkTo, strong } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"

/**
 * - `hasPasswordResets`: whether users can request a link to set a new password, which verifies the address, too.
 * - `returnUrl`: where the user goes after verifying the address; empty if there is none.
 */
export interface Verification {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly hasLinks: boolean
  readonly hasPasswordResets: boolean
  readonly email: Email
  readonly returnUrl: string
}

const form = ({ language: { texts }, prefix, returnUrl }: Verification) =>
  html`<form method="post" action="${prefix}${Paths.accountLink}">
${Field.hidden(ReturnUrl.parameter, returnUrl)}
<p id="verify-hint">${texts.account.verifyText}</p>
<button aria-describedby="verify-hint">${texts.account.verifyButton}</button>
</form>`

const withoutLinks = ({ hasPasswordResets, language, prefix, returnUrl }: Verification) => {
  const { account } = language.texts
  const link = linkTo(ReturnUrl.append(`${prefix}${Paths.forgotPassword}`, returnUrl))
  return html`<p>${hasPasswordResets ? account.verifyWithPassword(link) : account.verifyWithoutEmails}</p>`
}

/** Makes the page. */
export const page = (verification: Verification): Page => {
  const { email, hasLinks, instance, language, prefix } = verification
  const { account, core } = language.texts
  return frame({
    language,
    instance,
    title: account.verify,
    main: html`<h1>${account.verify}</h1>
<p>${account.verifyToContinue(strong(email), instance.name)}</p>
${hasLinks ? form(verification) : withoutLinks(verification)}
<form method="post" action="${prefix}${Paths.signOut}"><button class="quiet">${core.signOut}</button></form>`,
    footer: html`<a href="${prefix}${Paths.account}">${core.account}</a>`
  })
}
