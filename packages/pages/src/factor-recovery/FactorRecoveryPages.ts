/**
 * The pages of recovering lost factors: those that request it, on the account and while signing in, and the one behind
 * the link in the emails.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { OpenedFactorRecovery } from "@latchkey/domain/factor-recovery/CompleteFactorRecovery"
import type { FactorRecoveryStatus } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { FactorRecovery } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as DeviceName from "../core/DeviceName.ts"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { linkTo, none, strong, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import { type Explanation, explain, rejectedPage } from "../magic-link/LinkProblem.ts"

/** What every page of a recovery needs. */
interface RecoveryOptions {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
}

const timeOf = ({ emails }: PageLanguage, at: DateTime.Utc): Fragment =>
  html`<time datetime="${DateTime.formatIso(at)}">${emails.time(at)}</time>`

/** Says who has requested a recovery, and when the link completes it. */
const openText = (language: PageLanguage, { availableAt, expiresAt, requestedAt, userAgent }: FactorRecovery) => {
  const { factorRecovery } = language.texts
  return html`<p>${factorRecovery.open(timeOf(language, requestedAt), DeviceName.nameOf(language, userAgent))}</p>
<p>${factorRecovery.period(timeOf(language, availableAt), timeOf(language, expiresAt))}</p>`
}

const cancelForm = ({ texts }: PageLanguage, prefix: string): Fragment =>
  html`<form method="post" action="${prefix}${Paths.accountRecoveryCancel}"><button class="quiet">${texts.factorRecovery.cancel}</button></form>`

/** Makes the notice on the account page while a recovery is open. */
export const accountNotice = (language: PageLanguage, prefix: string, open: FactorRecoveryStatus["open"]): Fragment =>
  Option.match(open, {
    onNone: () => none,
    onSome: (recovery) => html`<div class="notice bad" role="status">${openText(language, recovery)}
${cancelForm(language, prefix)}</div>`
  })

/** Makes the sentence that leads to the page at `url`, for users who can request a recovery and have not. */
export const lost = ({ texts }: PageLanguage, url: string, { isAvailable, open }: FactorRecoveryStatus): Fragment =>
  when(isAvailable && Option.isNone(open), () => html`<p class="soft">${texts.factorRecovery.lost(linkTo(url))}</p>`)

/** The same on the page of a sign-in, which says that a recovery is open, too. */
export const whileSigningIn = (language: PageLanguage, url: string, status: FactorRecoveryStatus): Fragment =>
  Option.match(status.open, {
    onNone: () => lost(language, url, status),
    onSome: (recovery) => html`<div class="soft">${openText(language, recovery)}</div>`
  })

/**
 * - `email`: the address of the account; absent while signing in, because only the first factor was presented.
 * - `action`: where the form is sent. `returnUrl`: where the user is going; empty if there is none.
 * - `back`: the page that leads here, and its text.
 */
export interface FactorRecoveryRequest extends RecoveryOptions {
  readonly status: FactorRecoveryStatus
  readonly email: Email | undefined
  readonly action: string
  readonly returnUrl: string
  readonly back: { readonly url: string; readonly text: string }
  readonly error?: FormError | undefined
}

const requestForm = ({ action, email, instance, language, returnUrl }: FactorRecoveryRequest): Fragment => {
  const { factorRecovery } = language.texts
  return html`<p>${email === undefined ? factorRecovery.textAtSignIn : factorRecovery.text(strong(email))}</p>
<p>${factorRecovery.wait(instance.authConfig.factorRecoveryHours)}</p>
<p>${factorRecovery.found}</p>
<form method="post" action="${action}">${Field.hidden(ReturnUrl.parameter, returnUrl)}
<button>${factorRecovery.send}</button></form>`
}

/** Makes the page that requests a recovery, and says so while one is open. */
export const request = (page: FactorRecoveryRequest): Page => {
  const { back, email, error, instance, language, prefix, status } = page
  const { core, factorRecovery } = language.texts
  const title = Option.isSome(status.open) ? factorRecovery.requested : factorRecovery.title
  const withoutRecovery = () =>
    status.isAvailable ? requestForm(page) : html`<p>${factorRecovery.unavailable(instance.name)}</p>`
  return frame({
    language,
    instance,
    title: error === undefined ? title : core.errorTitle(title),
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${title}</h1>
${error === undefined ? none : Field.alert(error)}
${Option.match(status.open, {
  onNone: withoutRecovery,
  onSome: (open) =>
    html`${openText(language, open)}
${when(email !== undefined, () => cancelForm(language, prefix))}`
})}`,
    footer: linkTo(back.url)(back.text)
  })
}

/** A link that was opened at `now`. */
interface OpenedLink extends RecoveryOptions, OpenedFactorRecovery {
  readonly linkToken: string
  readonly now: DateTime.Utc
}

const cancelWithLink = ({ language, linkToken, prefix }: OpenedLink): Fragment => {
  const { factorRecovery } = language.texts
  return html`<form method="post" action="${prefix}${Paths.factorRecoveryCancel}">
${Field.hidden("token", linkToken)}
<p id="cancel-hint">${factorRecovery.someoneElse}</p>
<button class="quiet" aria-describedby="cancel-hint">${factorRecovery.cancel}</button>
</form>`
}

/** Makes the page behind the link before the end of the waiting time: nothing but cancelling is possible. */
const early = (opened: OpenedLink): Page => {
  const { email, instance, language, recovery } = opened
  const { factorRecovery } = language.texts
  return frame({
    language,
    instance,
    title: factorRecovery.early,
    main: html`<h1>${factorRecovery.early}</h1>
<p>${factorRecovery.earlyText(strong(email), timeOf(language, recovery.availableAt))}</p>
<p>${factorRecovery.found}</p>
${cancelWithLink(opened)}`
  })
}

/**
 * Makes the page behind the link: one button completes the recovery, and another one cancels it. Mail scanners press
 * none.
 */
export const opened = (link: OpenedLink): Page => {
  const { email, instance, language, linkToken, now, prefix, recovery } = link
  if (DateTime.lessThan(now, recovery.availableAt)) return early(link)
  const { factorRecovery } = language.texts
  return frame({
    language,
    instance,
    title: factorRecovery.confirm,
    main: html`<h1>${factorRecovery.confirm}</h1>
<p>${factorRecovery.confirmText(strong(email))}</p>
<form method="post" action="${prefix}${Paths.factorRecovery}">
${Field.hidden("token", linkToken)}
<button>${factorRecovery.confirmButton}</button>
</form>
${cancelWithLink(link)}`
  })
}

/** Makes the page that follows the completion. The user signs in with the first factor. */
export const completed = ({ instance, language, prefix }: RecoveryOptions, email: Email): Page => {
  const { core, factorRecovery } = language.texts
  return frame({
    language,
    instance,
    title: factorRecovery.completed,
    main: html`<h1>${factorRecovery.completed}</h1>
<p>${factorRecovery.completedText(strong(email))}</p>
<p><a class="button" href="${prefix}${Paths.signIn}">${core.goToSignIn}</a></p>`
  })
}

/**
 * Makes the page that follows a cancellation with the link. `hasPasswordResets`: whether the user can set a password.
 */
export const cancelled = ({
  hasPasswordResets,
  instance,
  language,
  prefix
}: RecoveryOptions & { readonly hasPasswordResets: boolean }): Page => {
  const { core, factorRecovery } = language.texts
  const [path, text] = hasPasswordResets
    ? ([Paths.forgotPassword, core.setNewPassword] as const)
    : ([Paths.signIn, core.goToSignIn] as const)
  return frame({
    language,
    instance,
    title: factorRecovery.cancelled,
    main: html`<h1>${factorRecovery.cancelled}</h1>
<p>${factorRecovery.cancelledText}</p>
<p><a class="button" href="${prefix}${path}">${text}</a></p>`
  })
}

/** Explains to the user why a link cannot be used. */
const explainLink = (language: PageLanguage, problem: Problem): Explanation => {
  const { core, factorRecovery, magicLink } = language.texts
  switch (problem.code) {
    case "invalid_token":
      return { title: magicLink.invalid, text: factorRecovery.invalidText }
    case "factor_recovery_too_early":
      return { title: factorRecovery.early, text: language.problem(problem) }
    case "factor_recovery_disabled":
      return { title: core.problemHeading, text: language.problem(problem) }
    default:
      return explain(language, problem, { blockedText: magicLink.uncheckedText })
  }
}

/** Makes the page of a link that cannot be used. */
export const rejected = (options: MessageOptions, problem: Problem): Page => {
  const { language, prefix } = options
  return rejectedPage(options, problem, {
    ...explainLink(language, problem),
    footer: linkTo(`${prefix}${Paths.signIn}`)(language.texts.core.goToSignIn)
  })
}
