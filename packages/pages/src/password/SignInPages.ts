/**
 * The sign-in page and the sign-up page: a form for an email address and a password, and a button for a sign-in link.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { none } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import { pageScript } from "../core/PageScript.ts"
import * as PasswordPolicyText from "../core/PasswordPolicyText.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"

/**
 * - `instance`: missing in an outage.
 * - `hasLinks`: whether users can request a sign-in link.
 * - `hasPasswordResets`: whether users can request a link to set a new password.
 * - `email`: what the user typed; empty at first.
 * - `isEditing`: whether the user wants to change the address.
 * - `returnUrl`: empty if there is none.
 * - `formTargets`: as in `Page`.
 */
export interface SignInForm {
  readonly instance: Instance | undefined
  readonly prefix: string
  readonly hasLinks: boolean
  readonly hasPasswordResets: boolean
  readonly email: string
  readonly isEditing?: boolean
  readonly returnUrl: string
  readonly formTargets: ReadonlyArray<string>
  readonly error?: FormError | undefined
}

/** What differs between the two pages. */
interface Variant {
  readonly path: string
  readonly title: string
  readonly heading: string
  readonly button: string
  readonly hint?: string
  readonly autocomplete: "current-password" | "new-password"
  readonly rules?: string
  readonly forgotten?: Fragment
  readonly linkButton: Fragment
  readonly instead?: Fragment
  readonly footer: Fragment
}

/** Returns the first invalid field; otherwise the password if the address is there already. */
const focusOf = ({ email, error, isEditing = false }: SignInForm): "email" | "password" => {
  if (isEditing || error?.fields["email"] !== undefined) return "email"
  return error?.fields["password"] !== undefined || email !== "" ? "password" : "email"
}

/** The name of the field that says which page requests a sign-in link, so that it is shown again after a problem. */
export const sourceName = "source"

/** The name of the field that says that the user wants to change the address. */
export const editName = "edit"

/** The value of the field `source` on the sign-up page. */
export const signUpSource = "sign-up"

const linkButton = (prefix: string, about: string, source: Fragment = none): Fragment => html`<p class="or">or</p>
<button class="quiet" formaction="${prefix}${Paths.signInLink}"${source} aria-describedby="link-hint">Email me a sign-in link</button>
<p class="under soft" id="link-hint">${about}</p>`

const page = (form: SignInForm, variant: Variant): Page => {
  const { email, error, formTargets, hasLinks, instance, isEditing = false, prefix, returnUrl } = form
  const focus = focusOf(form)
  const isGeneral = error !== undefined && Object.keys(error.fields).length === 0
  return frame({
    instance,
    title: error === undefined ? variant.title : `Error: ${variant.title}`,
    status: error?.status,
    headers: error?.headers ?? {},
    formTargets,
    script: pageScript,
    isNamed: true,
    main: html`<h1>${variant.heading}</h1>
${error === undefined ? none : Field.alert(error, variant.instead)}
<form method="post" action="${prefix}${variant.path}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}
${Field.field({
  id: "email",
  label: "Email address",
  type: "email",
  autocomplete: "username",
  value: email,
  error: error?.fields["email"],
  isFocused: focus === "email",
  isSelected: isEditing
})}
${Field.field({
  id: "password",
  label: "Password",
  type: "password",
  autocomplete: variant.autocomplete,
  error: error?.fields["password"],
  describedBy: isGeneral ? Field.alertId : undefined,
  isFocused: focus === "password",
  ...(variant.hint === undefined ? {} : { hint: variant.hint }),
  ...(variant.rules === undefined ? {} : { rules: variant.rules })
})}
<button>${variant.button}</button>
${variant.forgotten ?? none}
${hasLinks ? variant.linkButton : none}
</form>`,
    footer: variant.footer
  })
}

const forgottenLink = ({ hasPasswordResets, prefix, returnUrl }: SignInForm): Fragment =>
  hasPasswordResets
    ? html`<p class="under"><a href="${ReturnUrl.append(`${prefix}${Paths.forgotPassword}`, returnUrl)}">Forgot your password?</a></p>`
    : none

/** Makes the sign-in page. */
export const signIn = (form: SignInForm): Page =>
  page(form, {
    path: Paths.signIn,
    title: "Sign in",
    heading: form.instance === undefined ? "Sign in" : `Sign in to ${form.instance.name}`,
    button: "Sign in",
    autocomplete: "current-password",
    forgotten: forgottenLink(form),
    linkButton: linkButton(form.prefix, "No password needed. Open the link in the email to sign in."),
    footer: html`New here? <a href="${ReturnUrl.append(`${form.prefix}${Paths.signUp}`, form.returnUrl)}">Create an account</a>`
  })

/** Makes the sign-up page, which describes the password policy. */
export const signUp = (form: SignInForm): Page => {
  const { email, error, instance, prefix, returnUrl } = form
  const policy = instance?.passwordPolicy
  const source = html` name="${sourceName}" value="${signUpSource}"`
  const values = { email, [ReturnUrl.parameter]: returnUrl }
  return page(form, {
    path: Paths.signUp,
    title: "Create an account",
    heading: instance === undefined ? "Create an account" : `Sign up for ${instance.name}`,
    button: "Create account",
    autocomplete: "new-password",
    ...(policy === undefined
      ? {}
      : { hint: PasswordPolicyText.describe(policy), rules: PasswordPolicyText.rules(policy) }),
    linkButton: linkButton(prefix, "No password needed. The link creates your account and signs you in.", source),
    ...(error?.code === "email_already_exists"
      ? { instead: Field.linkButton(`${prefix}${Paths.signInEmail}`, values, "Sign in instead") }
      : {}),
    footer: html`Have an account? <a href="${ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl)}">Sign in</a>`
  })
}
