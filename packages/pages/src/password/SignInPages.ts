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

/**
 * What differs between the two pages.
 *
 * - `linkHint`: what the link does.
 * - `linkSource`: what the button for a link sends, so that the same page is shown again after a problem.
 */
interface Variant {
  readonly path: string
  readonly title: string
  readonly heading: string
  readonly button: string
  readonly hint?: string
  readonly autocomplete: "current-password" | "new-password"
  readonly rules?: string
  readonly forgotten?: Fragment
  readonly linkHint: string
  readonly linkSource?: Fragment
  readonly instead?: Fragment
  readonly footer?: Fragment
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

const emailField = (form: SignInForm, isFocused: boolean): Fragment =>
  Field.field({
    id: "email",
    label: "Email address",
    type: "email",
    autocomplete: "username",
    value: form.email,
    error: form.error?.fields["email"],
    isFocused,
    isSelected: form.isEditing ?? false
  })

const linkButton = (
  { prefix }: SignInForm,
  { linkHint, linkSource = none }: Variant
): Fragment => html`<p class="or">or</p>
<button class="quiet" formaction="${prefix}${Paths.signInLink}"${linkSource} aria-describedby="link-hint">Email me a sign-in link</button>
<p class="under soft" id="link-hint">No password needed. ${linkHint}</p>`

const passwordForm = (form: SignInForm, variant: Variant): Fragment => {
  const { error, hasLinks, prefix, returnUrl } = form
  const focus = focusOf(form)
  const isGeneral = error !== undefined && Object.keys(error.fields).length === 0
  return html`<form method="post" action="${prefix}${variant.path}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}
${emailField(form, focus === "email")}
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
${hasLinks ? linkButton(form, variant) : none}
</form>`
}

/** Makes the form of an instance without passwords. */
const linkForm = (form: SignInForm, { linkHint, linkSource = none }: Variant): Fragment => {
  const { hasLinks, prefix, returnUrl } = form
  if (!hasLinks) return html`<p>We can't send emails at the moment, so you can't sign in.</p>`
  return html`<form method="post" action="${prefix}${Paths.signInLink}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}
${emailField(form, true)}
<button${linkSource} aria-describedby="link-hint">Email me a sign-in link</button>
<p class="under soft" id="link-hint">${linkHint}</p>
</form>`
}

const page = (form: SignInForm, variant: Variant): Page => {
  const { error, formTargets, instance } = form
  const hasPasswords = instance?.authConfig.password ?? true
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
${hasPasswords ? passwordForm(form, variant) : linkForm(form, variant)}`,
    ...(variant.footer === undefined ? {} : { footer: variant.footer })
  })
}

const forgottenLink = ({ hasPasswordResets, prefix, returnUrl }: SignInForm): Fragment =>
  hasPasswordResets
    ? html`<p class="under"><a href="${ReturnUrl.append(`${prefix}${Paths.forgotPassword}`, returnUrl)}">Forgot your password?</a></p>`
    : none

/** Makes the sign-in page. It leads to the sign-up page if sign-up is open. */
export const signIn = (form: SignInForm): Page =>
  page(form, {
    path: Paths.signIn,
    title: "Sign in",
    heading: form.instance === undefined ? "Sign in" : `Sign in to ${form.instance.name}`,
    button: "Sign in",
    autocomplete: "current-password",
    forgotten: forgottenLink(form),
    linkHint: "Open the link in the email to sign in.",
    ...(form.instance?.isSignUpOpen === false
      ? {}
      : {
          footer: html`New here? <a href="${ReturnUrl.append(`${form.prefix}${Paths.signUp}`, form.returnUrl)}">Create an account</a>`
        })
  })

/** Makes the page of an instance whose sign-up is not open. */
const signUpClosed = (instance: Instance, { error, prefix, returnUrl }: SignInForm): Page =>
  frame({
    instance,
    title: "Sign-up is closed",
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>Sign-up is closed</h1>
<p>${
      instance.isOpenToInvited
        ? html`You need an invitation to create an account for ${instance.name}. If you got one, open the link in the email.`
        : html`You can't create an account for ${instance.name} here.`
    } If you have an account, you can sign in.</p>
<p><a class="button" href="${ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl)}">Sign in</a></p>`
  })

/** Makes the sign-up page, which describes the password policy. */
export const signUp = (form: SignInForm): Page => {
  const { email, error, instance, prefix, returnUrl } = form
  if (instance?.isSignUpOpen === false) return signUpClosed(instance, form)
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
    linkHint: "The link creates your account and signs you in.",
    linkSource: source,
    ...(error?.code === "email_already_exists"
      ? { instead: Field.linkButton(`${prefix}${Paths.signInEmail}`, values, "Sign in instead") }
      : {}),
    footer: html`Have an account? <a href="${ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl)}">Sign in</a>`
  })
}
