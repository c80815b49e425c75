/**
 * The pages with a form for an address and a password: for signing in, and for making an account.
 *
 * @since 0.1.0
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type Fragment, html } from "@latchkey/http/core/Html"
import { none } from "../core/Fragments.ts"
import type { Page } from "../core/Layout.ts"
import * as Paths from "../core/Paths.ts"
import type { FormError } from "../core/FormError.ts"
import { parameter } from "../core/ReturnUrl.ts"
import * as Field from "../core/Field.ts"
import { frame } from "../core/Frame.ts"
import * as Policy from "./PasswordPolicyText.ts"

/**
 * - `hasLinks`: whether a link can be asked for.
 * - `email`, `returnTo`: what was typed, and where the browser came from; empty if nothing was.
 * - `formTargets`: see `Page`.
 *
 * @since 0.1.0
 */
export interface CredentialsForm {
  readonly instance: Instance | undefined
  readonly prefix: string
  readonly hasLinks: boolean
  readonly email: string
  readonly returnTo: string
  readonly formTargets: ReadonlyArray<string>
  readonly formError?: FormError | undefined
}

/** A path with the page to go back to, which a link to the other form takes along. @since 0.1.0 */
export const withReturn = (path: string, returnTo: string): string =>
  returnTo === "" ? path : `${path}?${parameter}=${encodeURIComponent(returnTo)}`

interface Words {
  readonly path: string
  readonly title: string
  readonly button: string
  readonly hint?: string
  readonly autocomplete: "current-password" | "new-password"
  readonly rules?: string
  readonly link: string
  readonly footer: Fragment
}

/** The first field, or the first that is wrong. An address that is known needs no second look: then the password. */
const focusOf = ({ formError, email }: CredentialsForm): "email" | "password" => {
  if (formError?.fields["email"] !== undefined) return "email"
  return formError?.fields["password"] !== undefined || email !== "" ? "password" : "email"
}

const linkButton = (prefix: string, question: string): Fragment => html`<p class="or">or</p>
<button class="quiet" formaction="${prefix}${Paths.signInLink}" aria-describedby="link-hint">Email me a link</button>
<p class="under soft" id="link-hint">${question}</p>`

const page = (form: CredentialsForm, words: Words): Page => {
  const { formError, email, formTargets, hasLinks, instance, prefix, returnTo } = form
  const focus = focusOf(form)
  const isGeneral = formError !== undefined && Object.keys(formError.fields).length === 0
  return frame({
    instance,
    title: formError === undefined ? words.title : `Error: ${words.title}`,
    status: formError?.status,
    headers: formError?.headers ?? {},
    formTargets,
    main: html`<h1>${words.title}</h1>
${formError === undefined ? none : Field.alert(formError.text, formError.fields)}
<form method="post" action="${prefix}${words.path}" novalidate>
${Field.hidden(parameter, returnTo)}
${Field.field({
  id: "email",
  label: "Email address",
  type: "email",
  autocomplete: "username",
  value: email,
  error: formError?.fields["email"],
  isFocused: focus === "email"
})}
${Field.field({
  id: "password",
  label: "Password",
  type: "password",
  autocomplete: words.autocomplete,
  error: formError?.fields["password"],
  describedBy: isGeneral ? Field.alertId : undefined,
  isFocused: focus === "password",
  ...(words.hint === undefined ? {} : { hint: words.hint }),
  ...(words.rules === undefined ? {} : { rules: words.rules })
})}
<button>${words.button}</button>
${hasLinks ? linkButton(prefix, words.link) : none}
</form>`,
    footer: words.footer
  })
}

/** @since 0.1.0 */
export const signIn = (form: CredentialsForm): Page =>
  page(form, {
    path: Paths.signIn,
    title: "Sign in",
    button: "Sign in",
    autocomplete: "current-password",
    link: "No password, or forgotten? The link signs you in, and then you can set one.",
    footer: html`New here? <a href="${withReturn(`${form.prefix}${Paths.signUp}`, form.returnTo)}">Create an account</a>`
  })

/** The policy of the instance stands beside the field. @since 0.1.0 */
export const signUp = (form: CredentialsForm): Page => {
  const policy = form.instance?.passwordPolicy
  return page(form, {
    path: Paths.signUp,
    title: "Create an account",
    button: "Create account",
    autocomplete: "new-password",
    ...(policy === undefined ? {} : { hint: Policy.describe(policy), rules: Policy.rules(policy) }),
    link: "No password needed: the link makes the account, and signs you in.",
    footer: html`Have an account? <a href="${withReturn(`${form.prefix}${Paths.signIn}`, form.returnTo)}">Sign in</a>`
  })
}
