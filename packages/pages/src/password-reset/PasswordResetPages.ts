/**
 * The pages for users who have forgotten their password: the form that requests a link, what follows it, and the form
 * behind the link.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { lifetime } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { linkTo, none, strong, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import * as PasswordPolicyText from "../core/PasswordPolicyText.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import { type Explanation, explain, rejectedPage } from "../magic-link/LinkProblem.ts"

const minutes = Duration.toMinutes(lifetime)

/** `returnUrl`: empty if there is none. */
interface Forgotten extends MessageOptions {
  readonly returnUrl: string
}

/** `email`: what the user typed; empty at first. */
export interface ForgottenForm extends Forgotten {
  readonly email: string
  readonly error?: FormError | undefined
}

/** `email`: the address that the browser requested a link for; empty if it requested none. */
export interface SentRequest extends Forgotten {
  readonly email: Email | ""
}

/** A link that sets the password of `email`. `current`: the address that the browser is signed in with, if another. */
export interface ResetForm {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly email: Email
  readonly current: Option.Option<Email>
  readonly linkToken: string
  readonly formTargets: ReadonlyArray<string>
  readonly error?: FormError | undefined
}

const link = ({ prefix, returnUrl }: Forgotten, path: string) => linkTo(ReturnUrl.append(`${prefix}${path}`, returnUrl))

/** Makes the page that requests a link. */
export const forgotten = (form: ForgottenForm): Page => {
  const { email, error, instance, language, prefix, returnUrl } = form
  const { texts } = language
  const { core, passwordReset } = texts
  return frame({
    language,
    instance,
    title: error === undefined ? passwordReset.title : core.errorTitle(passwordReset.title),
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${passwordReset.title}</h1>
${error === undefined ? none : Field.alert(error)}
<p>${passwordReset.explanation}</p>
<form method="post" action="${prefix}${Paths.forgotPassword}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}
${Field.field(texts, {
  id: "email",
  label: core.email,
  type: "email",
  autocomplete: "username",
  value: email,
  error: error?.fields["email"],
  isFocused: true
})}
<button>${core.emailLink}</button>
</form>`,
    footer: link(form, Paths.signIn)(core.backToSignIn)
  })
}

/** Makes the page that follows a request. It does not tell whether the address has an account. */
export const sent = (request: SentRequest): Page => {
  const { email, instance, language } = request
  const { core, magicLink, passwordReset } = language.texts
  const address = email === "" ? undefined : strong(email)
  return frame({
    language,
    instance,
    title: magicLink.sent,
    main: html`<h1>${magicLink.sent}</h1>
<p>${passwordReset.sending(address)}${core.space}${magicLink.lifetime(minutes)}</p>
<p class="soft">${passwordReset.noEmail(link(request, Paths.forgotPassword))}</p>`,
    footer: link(request, Paths.signIn)(core.backToSignIn)
  })
}

const whose = ({ current, email, language: { texts } }: ResetForm): Fragment =>
  Option.match(current, {
    onNone: () => texts.passwordReset.settingOf(strong(email)),
    onSome: (current) => texts.passwordReset.switchingTo(strong(current), strong(email))
  })

/**
 * Makes the page that sets a new password. It shows the whole address: someone else may have sent a link to their own
 * account.
 */
export const form = (resetForm: ResetForm): Page => {
  const { email, error, formTargets, instance, language, linkToken, prefix } = resetForm
  const { texts } = language
  const { core, passwordReset } = texts
  const isGeneral = error !== undefined && Object.keys(error.fields).length === 0
  return frame({
    language,
    instance,
    title: error === undefined ? core.setNewPassword : core.errorTitle(core.setNewPassword),
    status: error?.status,
    headers: error?.headers ?? {},
    formTargets,
    main: html`<h1>${core.setNewPassword}</h1>
${error === undefined ? none : Field.alert(error)}
<p>${whose(resetForm)}</p>
<form method="post" action="${prefix}${Paths.resetPassword}" novalidate>
${Field.hidden("token", linkToken)}
<input type="text" name="username" autocomplete="username" value="${email}" readonly hidden>
${Field.field(texts, {
  id: "password",
  label: core.newPassword,
  type: "password",
  autocomplete: "new-password",
  hint: PasswordPolicyText.describe(texts, instance.passwordPolicy),
  rules: PasswordPolicyText.rules(instance.passwordPolicy),
  error: error?.fields["password"],
  describedBy: isGeneral ? Field.alertId : undefined,
  isFocused: error !== undefined
})}
<button>${passwordReset.set}</button>
<p class="under soft">${core.signsOutOthers}</p>
</form>`
  })
}

/**
 * Explains to the user why a link sets no password. Where a form that was sent twice has met two processes, it may have
 * set one.
 */
const explainReset = (language: PageLanguage, problem: Problem): Explanation => {
  const { core, passwordReset } = language.texts
  const explanation = explain(language, problem, { blockedText: passwordReset.blockedText })
  switch (problem.code) {
    case "invalid_token":
      return { ...explanation, text: `${explanation.text}${core.space}${passwordReset.mayBeSet}` }
    case "magic_link_disabled":
      return { ...explanation, text: passwordReset.noEmails }
    default:
      return explanation
  }
}

/** Makes the page of a link that cannot be used. Offers a new one if the link itself is the problem. */
export const rejected = (options: Forgotten, problem: Problem): Page => {
  const { language } = options
  const { core, magicLink } = language.texts
  const offersNewLink = problem.code === "invalid_token" || problem.code === "invalid_request"
  const newLink = ReturnUrl.append(`${options.prefix}${Paths.forgotPassword}`, options.returnUrl)
  return rejectedPage(options, problem, {
    ...explainReset(language, problem),
    more: when(offersNewLink, () => html`<p><a class="button" href="${newLink}">${magicLink.newLink}</a></p>`),
    footer: link(options, Paths.signIn)(core.goToSignIn)
  })
}

/**
 * Makes the page of an instance without passwords, or of a service that sends no emails. `status`: of a form that was
 * posted all the same.
 */
export const unavailable = (options: Forgotten, status?: number): Page => {
  const { core, passwordReset, problems } = options.language.texts
  return frame({
    language: options.language,
    instance: options.instance,
    title: passwordReset.title,
    status,
    main: html`<h1>${passwordReset.title}</h1>
<p>${options.instance?.authConfig.password === false ? problems.password_disabled : passwordReset.noEmails}</p>`,
    footer: link(options, Paths.signIn)(core.backToSignIn)
  })
}
