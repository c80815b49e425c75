/**
 * The sign-in page and the sign-up page, made of the parts of the ways in.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import * as Field from "../core/Field.ts"
import { all, linkTo, none, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import { fieldsOf, type FormPage, type SignInForm } from "../core/WayIn.ts"

/** What differs between the two pages. `instead`: what the alert offers. */
interface Variant {
  readonly page: FormPage
  readonly title: string
  readonly heading: string
  readonly instead?: Fragment
  readonly footer?: Fragment
}

/** The name of the field that says which page requests a sign-in link, so that it is shown again after a problem. */
export const sourceName = "source"

/** The name of the field that says that the user wants to change the address. */
export const editName = "edit"

/** The value of the field `source` on the sign-up page. */
export const signUpSource = "sign-up"

const emailField = (form: SignInForm, page: FormPage, isFocused: boolean): Fragment => {
  const { email, error, isEditing = false, language, parts } = form
  const isAutofilled = page === "sign-in" && parts.some(({ isAutofilled = false }) => isAutofilled)
  return Field.field(language.texts, {
    id: "email",
    label: language.texts.core.email,
    type: "email",
    autocomplete: isAutofilled ? "username webauthn" : "username",
    value: email,
    error: error?.fields["email"],
    isFocused,
    isSelected: isEditing
  })
}

const partsAbove = ({ parts }: SignInForm, page: FormPage) =>
  parts.filter(({ aboveForm, signsUp = false }) => aboveForm !== undefined && (page === "sign-in" || signsUp))

const partsInForm = ({ parts }: SignInForm) => parts.flatMap(({ inForm = [] }) => inForm)

/** Makes the form with the address, and the parts of the ways in that need one. */
const emailForm = (form: SignInForm, page: FormPage): Fragment => {
  const { instance, language, parts, prefix } = form
  const inForm = partsInForm(form)
  const [first] = inForm
  if (first === undefined) {
    // Buttons that need a script are shown only while it runs.
    const hasButtons = partsAbove(form, page).some(({ hasRequests = false }) => !hasRequests)
    const isStuck = instance?.authConfig.magic_link !== false && !hasButtons
    return when(isStuck, () => html`<p>${language.texts.password.noEmails}</p>`)
  }
  return html`<form method="post" action="${prefix}${first.path(page)}" novalidate>
${fieldsOf(form)}${all(parts.map(({ fields = none }) => fields))}
${emailField(form, page, !inForm.some(({ hasFocus }) => hasFocus?.(form) === true))}
${all(inForm.map(({ render }, index) => render(form, page, { isFirst: index === 0 })))}
</form>`
}

/** Makes the buttons above that form. Without the script, nothing separates the form from a button that needs it. */
const aboveForm = (form: SignInForm, page: FormPage): Fragment => {
  const above = partsAbove(form, page)
  if (above.length === 0) return none
  const hasForm = partsInForm(form).length > 0
  const needsScript = above.every(({ hasRequests = false }) => hasRequests)
  return html`<div class="ways">${all(
    above
      .flatMap(({ aboveForm = [] }) => aboveForm)
      .map((render, index) => render(form, page, { isMain: !hasForm && index === 0 }))
  )}</div>
${when(hasForm, () => html`<p class="${needsScript ? "or with-passkeys" : "or"}">${form.language.texts.core.or}</p>`)}`
}

const makePage = (form: SignInForm, { footer, heading, instead, page, title }: Variant): Page => {
  const { error, formTargets, instance, language, parts } = form
  return frame({
    language,
    instance,
    title: error === undefined ? title : language.texts.core.errorTitle(title),
    status: error?.status,
    headers: error?.headers ?? {},
    formTargets,
    hasRequests: page === "sign-in" && parts.some(({ hasRequests = false }) => hasRequests),
    isNamed: true,
    style: parts.map(({ style = "" }) => style).join(""),
    main: html`<h1>${heading}</h1>
${error === undefined ? none : Field.alert(error, instead)}
${aboveForm(form, page)}
${emailForm(form, page)}`,
    ...(footer === undefined ? {} : { footer })
  })
}

/** Makes the sign-in page. It leads to the sign-up page if sign-up is open. */
export const signIn = (form: SignInForm): Page => {
  const { instance, language, prefix, returnUrl } = form
  const { core, password } = language.texts
  return makePage(form, {
    page: "sign-in",
    title: core.signIn,
    heading: instance === undefined ? core.signIn : password.signInTo(instance.name),
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

/** Makes the sign-up page. */
export const signUp = (form: SignInForm): Page => {
  const { email, error, instance, language, prefix, returnUrl } = form
  const { password } = language.texts
  if (instance?.isSignUpOpen === false) return signUpClosed(instance, form)
  const values = { email, [ReturnUrl.parameter]: returnUrl }
  return makePage(
    { ...form, lastWay: undefined },
    {
      page: "sign-up",
      title: password.signUp,
      heading: instance === undefined ? password.signUp : password.signUpFor(instance.name),
      ...(error?.code === "email_already_exists"
        ? { instead: Field.linkButton(`${prefix}${Paths.signInEmail}`, values, password.signInInstead) }
        : {}),
      footer: password.haveAccount(linkTo(ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl)))
    }
  )
}
