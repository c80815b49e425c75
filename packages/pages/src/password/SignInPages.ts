/**
 * The sign-in page and the sign-up page: a form for an email address and a password, and a button for a sign-in link.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { linkTo, none, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as PasswordPolicyText from "../core/PasswordPolicyText.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import { offerField, passkeyForm, signalUnknown, signInOptionsPath, type UnknownPasskey } from "../core/PasskeyForm.ts"

/**
 * - `instance`: missing in an outage.
 * - `hasLinks`: whether users can request a sign-in link.
 * - `hasPasswordResets`: whether users can request a link to set a new password.
 * - `hasPasskeys`: whether users can sign in with a passkey.
 * - `isPasskeyRejected`: whether a passkey did not sign in. The field for the address then offers none by itself.
 * - `unknownPasskey`: a passkey that no account has.
 * - `email`: what the user typed; empty at first.
 * - `isEditing`: whether the user wants to change the address.
 * - `returnUrl`: empty if there is none.
 * - `formTargets`: as in `Page`.
 */
export interface SignInForm {
  readonly language: PageLanguage
  readonly instance: Instance | undefined
  readonly prefix: string
  readonly hasLinks: boolean
  readonly hasPasswordResets: boolean
  readonly hasPasskeys: boolean
  readonly isPasskeyRejected?: boolean
  readonly unknownPasskey?: UnknownPasskey | undefined
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
 * - `isSignIn`: whether a passkey signs in here, too.
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
  readonly isSignIn?: boolean
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

const emailField = (form: SignInForm, isFocused: boolean, { isSignIn = false }: Variant): Fragment =>
  Field.field(form.language.texts, {
    id: "email",
    label: form.language.texts.core.email,
    type: "email",
    autocomplete: isSignIn && form.hasPasskeys ? "username webauthn" : "username",
    value: form.email,
    error: form.error?.fields["email"],
    isFocused,
    isSelected: form.isEditing ?? false
  })

const linkButton = (
  { language: { texts }, prefix }: SignInForm,
  { linkHint, linkSource = none }: Variant
): Fragment => html`<p class="or">${texts.password.or}</p>
<button class="quiet" formaction="${prefix}${Paths.signInLink}"${linkSource} aria-describedby="link-hint">${texts.core.emailSignInLink}</button>
<p class="under soft" id="link-hint">${texts.password.noPasswordNeeded}${texts.core.space}${linkHint}</p>`

const passwordForm = (form: SignInForm, variant: Variant): Fragment => {
  const { error, hasLinks, language, prefix, returnUrl } = form
  const focus = focusOf(form)
  const isGeneral = error !== undefined && Object.keys(error.fields).length === 0
  return html`<form method="post" action="${prefix}${variant.path}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}${when(form.hasPasskeys, () => offerField)}
${emailField(form, focus === "email", variant)}
${Field.field(language.texts, {
  id: "password",
  label: language.texts.core.password,
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
const linkForm = (form: SignInForm, variant: Variant): Fragment => {
  const { hasLinks, language, prefix, returnUrl } = form
  const { linkHint, linkSource = none } = variant
  const { core, password } = language.texts
  if (!hasLinks) return html`<p>${password.noEmails}</p>`
  return html`<form method="post" action="${prefix}${Paths.signInLink}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}${when(form.hasPasskeys, () => offerField)}
${emailField(form, true, variant)}
<button${linkSource} aria-describedby="link-hint">${core.emailSignInLink}</button>
<p class="under soft" id="link-hint">${linkHint}</p>
</form>`
}

/** Makes the form that signs in with a passkey. */
const passkeyPart = ({
  hasLinks,
  isPasskeyRejected = false,
  language,
  prefix,
  returnUrl,
  unknownPasskey
}: SignInForm): Fragment =>
  html`${passkeyForm(language.texts, {
    ceremony: "get",
    action: `${prefix}${Paths.signInPasskey}`,
    options: `${prefix}${signInOptionsPath}`,
    button: language.texts.passkey.signIn,
    isAutofilled: !isPasskeyRejected,
    isQuiet: true,
    above: hasLinks ? none : html`<p class="or">${language.texts.password.or}</p>`,
    fields: Field.hidden(ReturnUrl.parameter, returnUrl)
  })}${unknownPasskey === undefined ? none : signalUnknown(unknownPasskey)}`

const page = (form: SignInForm, variant: Variant): Page => {
  const { error, formTargets, hasPasskeys, instance, language } = form
  const hasPasswords = instance?.authConfig.password ?? true
  return frame({
    language,
    instance,
    title: error === undefined ? variant.title : language.texts.core.errorTitle(variant.title),
    status: error?.status,
    headers: error?.headers ?? {},
    formTargets,
    hasRequests: hasPasskeys && variant.isSignIn === true,
    isNamed: true,
    main: html`<h1>${variant.heading}</h1>
${error === undefined ? none : Field.alert(error, variant.instead)}
${hasPasswords ? passwordForm(form, variant) : linkForm(form, variant)}
${when(hasPasskeys && variant.isSignIn === true, () => passkeyPart(form))}`,
    ...(variant.footer === undefined ? {} : { footer: variant.footer })
  })
}

const forgottenLink = ({ hasPasswordResets, language, prefix, returnUrl }: SignInForm): Fragment =>
  hasPasswordResets
    ? html`<p class="under"><a href="${ReturnUrl.append(`${prefix}${Paths.forgotPassword}`, returnUrl)}">${language.texts.password.forgotten}</a></p>`
    : none

/** Makes the sign-in page. It leads to the sign-up page if sign-up is open. */
export const signIn = (form: SignInForm): Page => {
  const { instance, language, prefix, returnUrl } = form
  const { core, password } = language.texts
  return page(form, {
    path: Paths.signIn,
    title: core.signIn,
    heading: instance === undefined ? core.signIn : password.signInTo(instance.name),
    button: core.signIn,
    autocomplete: "current-password",
    forgotten: forgottenLink(form),
    linkHint: password.signInHint,
    isSignIn: true,
    ...(instance?.isSignUpOpen === false
      ? {}
      : { footer: password.newHere(linkTo(ReturnUrl.append(`${prefix}${Paths.signUp}`, returnUrl))) })
  })
}

/** Makes the page of an instance whose sign-up is not open. */
const signUpClosed = (instance: Instance, { error, language, prefix, returnUrl }: SignInForm): Page => {
  const { core, password } = language.texts
  const text = instance.isOpenToInvited ? password.invitationNeeded : password.closedText
  return frame({
    language,
    instance,
    title: password.closed,
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${password.closed}</h1>
<p>${text(instance.name)}</p>
<p><a class="button" href="${ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl)}">${core.signIn}</a></p>`
  })
}

/** Makes the sign-up page, which describes the password policy. */
export const signUp = (form: SignInForm): Page => {
  const { email, error, instance, language, prefix, returnUrl } = form
  const { password } = language.texts
  if (instance?.isSignUpOpen === false) return signUpClosed(instance, form)
  const policy = instance?.passwordPolicy
  const source = html` name="${sourceName}" value="${signUpSource}"`
  const values = { email, [ReturnUrl.parameter]: returnUrl }
  return page(form, {
    path: Paths.signUp,
    title: password.signUp,
    heading: instance === undefined ? password.signUp : password.signUpFor(instance.name),
    button: password.createAccount,
    autocomplete: "new-password",
    ...(policy === undefined
      ? {}
      : { hint: PasswordPolicyText.describe(language.texts, policy), rules: PasswordPolicyText.rules(policy) }),
    linkHint: password.signUpHint,
    linkSource: source,
    ...(error?.code === "email_already_exists"
      ? { instead: Field.linkButton(`${prefix}${Paths.signInEmail}`, values, password.signInInstead) }
      : {}),
    footer: password.haveAccount(linkTo(ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl)))
  })
}
