/**
 * The pages around sign-in links: "check your email", the confirmation, and why a link does not work.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { lifetime } from "@latchkey/domain/magic-link/MagicLinkRepository"
import * as SignInCode from "@latchkey/domain/magic-link/SignInCode"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import type { UnconfirmedLink } from "@latchkey/http/magic-link/MagicLinkPages"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { linkTo, none, strong } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import { editName, sourceName } from "../sign-in/SignInPages.ts"
import { explain, rejectedPage } from "./LinkProblem.ts"

/**
 * What the pages know of the browser.
 *
 * - `instance`: missing in an outage.
 * - `email`: the address that it requested a link for; empty if it requested none.
 * - `returnUrl`: empty if there is none.
 * - `formTargets`: the origins that a form which signs in may lead to.
 * - `hasLinks`: whether it can request a link.
 * - `hasCodes`: whether the email contains a code, too.
 */
export interface LinkRequester {
  readonly language: PageLanguage
  readonly instance: Instance | undefined
  readonly prefix: string
  readonly email: Email | ""
  readonly returnUrl: string
  readonly formTargets: ReadonlyArray<string>
  readonly hasLinks: boolean
  readonly hasCodes: boolean
}

/**
 * What the page that follows a request says of it.
 *
 * - `isAgain`: whether it was a repeated one.
 * - `needsAccount`: whether the address gets a link only if it has an account. The page must not tell which have one.
 * - `error`: why repeating it failed, or why a code does not sign in.
 */
export interface RequestState {
  readonly isAgain?: boolean
  readonly needsAccount?: boolean
  readonly error?: FormError
}

const minutes = Duration.toMinutes(lifetime)

const signInLink = ({ prefix, returnUrl }: LinkRequester, text: string): Fragment =>
  linkTo(ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl))(text)

/** The value of the field `source` on the page that follows a request. */
export const checkYourEmailSource = "check-your-email"

/** The value of the field `source` on the page of a link that does not sign in. */
export const rejectedLinkSource = "rejected-link"

/**
 * A form that requests a link.
 *
 * - `typed`: what the user typed, if the address is not known.
 * - `error`: why the last request failed.
 */
interface RequestForm {
  readonly source: string
  readonly button: Fragment
  readonly typed?: string
  readonly error?: FormError | undefined
}

/** Makes the form that requests a link: only a button if the address is known. */
const requestForm = ({ email, language: { texts }, prefix, returnUrl }: LinkRequester, form: RequestForm): Fragment =>
  html`<form method="post" action="${prefix}${Paths.signInLink}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}
${
  email === ""
    ? Field.field(texts, {
        id: "email",
        label: texts.core.email,
        type: "email",
        autocomplete: "email",
        value: form.typed ?? "",
        error: form.error?.fields["email"],
        isFocused: true
      })
    : Field.hidden("email", email)
}
${Field.hidden(sourceName, form.source)}
${form.button}
</form>`

const anotherEmail = ({ email, language, prefix, returnUrl }: LinkRequester): Fragment =>
  Field.linkButton(
    `${prefix}${Paths.signInEmail}`,
    { email, [editName]: "1", [ReturnUrl.parameter]: returnUrl },
    language.texts.magicLink.anotherEmail
  )

/** Says what was requested. After a failed repetition it is no new link. */
const aboutRequest = ({ email, language }: LinkRequester, { error, needsAccount }: RequestState): Fragment => {
  const isNew = error === undefined
  const { requested, sending, sendingIfAccount, sendingIfRequested } = language.texts.magicLink
  const address = email === "" ? undefined : strong(email)
  if (isNew && needsAccount) return sendingIfAccount(address)
  if (address === undefined) return html`${sendingIfRequested}`
  return isNew ? sending(address) : requested(address)
}

const aboutRepetition = ({ language }: LinkRequester, { needsAccount }: RequestState): string => {
  const { sentAgain, sentAgainIfAccount } = language.texts.magicLink
  return needsAccount ? sentAgainIfAccount : sentAgain
}

const codeMinutes = Duration.toMinutes(SignInCode.lifetime)

/** Makes the form that takes the code. What was typed is not shown again: no code works twice. */
const codeForm = ({ language, prefix }: LinkRequester, error: FormError | undefined): Fragment => {
  const { core, magicLink } = language.texts
  return html`<form method="post" action="${prefix}${Paths.signInCode}" novalidate>
${Field.field(language.texts, {
  id: "code",
  label: magicLink.code,
  type: "text",
  autocomplete: "one-time-code",
  inputMode: "numeric",
  hint: magicLink.codeHint(codeMinutes),
  error: error?.fields["code"],
  isFocused: true
})}
<button>${core.signIn}</button>
</form>`
}

/** Makes the page that follows a request. */
export const checkYourEmail = (requester: LinkRequester, state: RequestState): Page => {
  const { error, isAgain = false } = state
  const { email, formTargets, hasCodes, instance, language } = requester
  const { core, magicLink } = language.texts
  const isKnown = email !== ""
  return frame({
    language,
    instance,
    ...(hasCodes ? { formTargets } : {}),
    title: error === undefined ? magicLink.sent : core.errorTitle(magicLink.sent),
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>${magicLink.sent}</h1>
${error === undefined ? none : Field.alert(error)}
${isAgain ? Field.notice(aboutRepetition(requester, state)) : none}
<p>${aboutRequest(requester, state)}${core.space}${magicLink.lifetime(minutes)}</p>
<p class="soft">${magicLink.otherDevice}${core.space}${isKnown ? magicLink.noEmailOrTypo : magicLink.noEmail}</p>
${hasCodes ? codeForm(requester, error) : none}
${isKnown ? requestForm(requester, { source: checkYourEmailSource, button: html`<button class="quiet">${magicLink.resend}</button>` }) : none}`,
    footer: isKnown ? anotherEmail(requester) : signInLink(requester, core.backToSignIn)
  })
}

/**
 * Makes the page that asks before signing in on a device that did not request the link. It shows the whole address, and
 * its button has no focus: someone else may have sent a link to their own account.
 */
export const confirmation = (
  language: PageLanguage,
  instance: Instance,
  { action, current, email, linkToken }: Omit<UnconfirmedLink, "home">,
  formTargets: ReadonlyArray<string>
): Page => {
  const { core, magicLink } = language.texts
  const about = Option.match(current, {
    onNone: () => magicLink.signingInAs(strong(email)),
    onSome: (current) => magicLink.switchingTo(strong(current), strong(email))
  })
  const [button, notYou] = Option.isSome(current)
    ? [core.continue, magicLink.notYouSignedIn]
    : [core.signIn, magicLink.notYou]
  return frame({
    language,
    instance,
    title: core.signIn,
    formTargets,
    isNamed: true,
    main: html`<h1>${magicLink.confirm(instance.name)}</h1>
<p>${about}</p>
<form method="post" action="${action}">
${Field.hidden("token", linkToken)}
<button>${button}</button>
</form>
<p class="under soft">${notYou}</p>`
  })
}

/** Makes the page that leads to the native client that requested the link. */
export const app = (language: PageLanguage, instance: Instance, link: string): Page => {
  const { openApp, openAppButton, openAppHint } = language.texts.magicLink
  return frame({
    language,
    instance,
    title: openApp,
    isNamed: true,
    main: html`<h1>${openApp}</h1>
<p>${openAppHint}</p>
<p><a class="button" href="${link}">${openAppButton}</a></p>`
  })
}

/** Makes the page that follows a first verification that removed a password. `next`: where "Continue" leads. */
export const passwordRemoved = ({ instance, language, prefix }: MessageOptions, next: string): Page => {
  const { core, magicLink, message } = language.texts
  return frame({
    language,
    instance,
    title: message.signedIn,
    ...(instance?.authConfig.password === false
      ? {
          main: html`<h1>${message.signedIn}</h1>
<p>${magicLink.passwordRemoved}</p>
<p><a class="button" href="${next}">${core.continue}</a></p>`
        }
      : {
          main: html`<h1>${message.signedIn}</h1>
<p>${magicLink.passwordRemoved}</p>
<p><a class="button" href="${prefix}${Paths.account}#password-part">${core.setNewPassword}</a></p>`,
          footer: html`<a href="${next}">${core.continueWithoutPassword}</a>`
        })
  })
}

const knownRecipient = ({ email, language }: LinkRequester): Fragment =>
  email === "" ? none : html`<p>${language.texts.magicLink.canSendTo(strong(email))}</p>`

const newLinkForm = (requester: LinkRequester, form: Pick<RequestForm, "error" | "typed"> = {}): Fragment => {
  const focus = requester.email === "" ? none : html` autofocus`
  const button = html`<button${focus}>${requester.language.texts.magicLink.emailNewLink}</button>`
  return requestForm(requester, { ...form, source: rejectedLinkSource, button })
}

/** Makes the page of a link that does not sign in. Offers a new one if the link itself is the problem. */
export const rejected = (requester: LinkRequester, problem: Problem): Page => {
  const { hasLinks, language } = requester
  const { core } = language.texts
  const offersNewLink = hasLinks && (problem.code === "invalid_token" || problem.code === "invalid_request")
  return rejectedPage(requester, problem, {
    ...explain(language, problem),
    more: offersNewLink ? html`${knownRecipient(requester)}\n${newLinkForm(requester)}` : none,
    footer: signInLink(requester, offersNewLink ? core.signInAnotherWay : core.goToSignIn)
  })
}

/**
 * Makes the page of a link that does not sign in again, after a request for a new one failed. `typed`: as in the form.
 */
export const newLink = (requester: LinkRequester, typed: string, error: FormError): Page => {
  const { instance, language } = requester
  const { core, magicLink } = language.texts
  return frame({
    language,
    instance,
    title: core.errorTitle(magicLink.newLink),
    status: error.status,
    headers: error.headers,
    main: html`<h1>${magicLink.newLink}</h1>
${Field.alert(error)}
${knownRecipient(requester)}
${newLinkForm(requester, { typed, error })}`,
    footer: signInLink(requester, core.signInAnotherWay)
  })
}
