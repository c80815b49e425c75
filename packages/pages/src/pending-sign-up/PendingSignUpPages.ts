/**
 * The pages of a sign-up that waits for its address to be verified: "check your email", the button behind the link, and
 * what follows it.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { linkLifetime } from "@latchkey/domain/pending-sign-up/PendingSignUps"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import { linkTo, none, strong, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import { type Explanation, explain, rejectedPage } from "../magic-link/LinkProblem.ts"

const minutes = Duration.toMinutes(linkLifetime)

/** The query parameter with the id of the identity provider that the user signed up with. */
export const providerName = "provider"

/**
 * - `email`: the address that the browser signed up with; empty if it is unknown.
 * - `returnUrl`: empty if there is none.
 * - `provider`: the name of the identity provider that the user signed up with.
 */
export interface SignUpRequester extends MessageOptions {
  readonly email: Email | ""
  readonly returnUrl: string
  readonly provider?: string | undefined
}

const link = ({ prefix, returnUrl }: SignUpRequester, path: string) =>
  linkTo(ReturnUrl.append(`${prefix}${path}`, returnUrl))

/** Makes the page that follows a sign-up. It does not tell whether the address has an account. */
export const checkYourEmail = (requester: SignUpRequester): Page => {
  const { email, instance, language, provider } = requester
  const { identityProvider, magicLink, password, pendingSignUp } = language.texts
  const noEmail =
    provider === undefined
      ? pendingSignUp.noEmail(link(requester, Paths.signUp))
      : identityProvider.openHere(provider, link(requester, Paths.signIn))
  const address = email === "" ? undefined : strong(email)
  return frame({
    language,
    instance,
    title: magicLink.sent,
    main: html`<h1>${magicLink.sent}</h1>
<p>${pendingSignUp.sending(address, minutes)}</p>
<p class="soft">${noEmail}</p>`,
    footer: password.haveAccount(link(requester, Paths.signIn))
  })
}

/**
 * A link that completes the sign-up of `email`. `keepsCredential`: with what was chosen in this browser to sign in
 * with. `hasProviders`: whether users can sign in with identity providers. `current`: the address that the browser is
 * signed in with.
 */
export interface OpenSignUp {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly email: Email
  readonly keepsCredential: boolean
  readonly hasProviders: boolean
  readonly current: Option.Option<Email>
  readonly linkToken: string
  readonly formTargets: ReadonlyArray<string>
}

const about = ({ current, email, language: { texts } }: OpenSignUp): Fragment =>
  Option.match(current, {
    onNone: () => texts.pendingSignUp.completing(strong(email)),
    onSome: (current) => texts.pendingSignUp.switchingTo(strong(current), strong(email))
  })

/** What was chosen on another device is unknown here. Without identity providers it was a password. */
const aboutCredential = ({ hasProviders, keepsCredential, language: { texts } }: OpenSignUp): Fragment => {
  const { identityProvider, pendingSignUp } = texts
  const notUsed = hasProviders ? identityProvider.credentialNotUsed : pendingSignUp.passwordNotUsed
  return keepsCredential ? none : html`<p>${notUsed}</p>`
}

/**
 * Makes the page that completes a sign-up: one button, which mail scanners do not press. It has no focus, and shows the
 * whole address.
 */
export const confirmation = (signUp: OpenSignUp): Page => {
  const { formTargets, instance, language, linkToken, prefix } = signUp
  const { invitation, pendingSignUp } = language.texts
  return frame({
    language,
    instance,
    title: pendingSignUp.title,
    formTargets,
    isNamed: true,
    main: html`<h1>${invitation.heading(instance.name)}</h1>
<p>${about(signUp)}</p>
${aboutCredential(signUp)}
<form method="post" action="${prefix}${Paths.verifySignUp}">
${Field.hidden("token", linkToken)}
<button>${pendingSignUp.complete}</button>
</form>
<p class="under soft">${pendingSignUp.notYou}</p>`
  })
}

/**
 * Makes the page that follows a sign-up whose password or connected account was not kept. `next`: where the user can go
 * without one.
 */
export const credentialNeeded = (
  { hasProviders, instance, language, prefix }: MessageOptions & Pick<OpenSignUp, "hasProviders">,
  next: string
): Page => {
  const { core, identityProvider, passkey, pendingSignUp } = language.texts
  const connect = html`<p><a class="button quiet" href="${prefix}${Paths.accountIdentities}">${identityProvider.connectOne}</a></p>`
  const setPassword = html`<p><a class="button" href="${prefix}${Paths.account}#password-part">${pendingSignUp.setPassword}</a></p>`
  return frame({
    language,
    instance,
    title: pendingSignUp.ready,
    main: html`<h1>${pendingSignUp.ready}</h1>
<p>${hasProviders ? identityProvider.readyText : pendingSignUp.readyText}</p>
${when(instance?.authConfig.password !== false, () => setPassword)}${when(hasProviders, () => connect)}`,
    footer: html`<a href="${next}">${hasProviders ? passkey.notNow : core.continueWithoutPassword}</a>`
  })
}

/** Explains to the user why a sign-up cannot be completed. */
const explainSignUp = (language: PageLanguage, problem: Problem): Explanation => {
  const { magicLink, password, pendingSignUp } = language.texts
  switch (problem.code) {
    case "invalid_token":
      return { title: magicLink.invalid, text: pendingSignUp.invalidText }
    case "sign_up_closed":
    case "sign_up_refused":
      return { title: password.closed, text: language.problem(problem) }
    default:
      return explain(language, problem, pendingSignUp)
  }
}

/** Makes the page of a link that completes no sign-up. Offers a new sign-up if the link itself is the problem. */
export const rejected = (requester: SignUpRequester, problem: Problem): Page => {
  const { language } = requester
  const { core, pendingSignUp } = language.texts
  const mayRepeat = problem.code === "invalid_token" || problem.code === "invalid_request"
  return rejectedPage(requester, problem, {
    ...explainSignUp(language, problem),
    footer: mayRepeat
      ? pendingSignUp.signInOrUp(link(requester, Paths.signIn), link(requester, Paths.signUp))
      : link(requester, Paths.signIn)(core.goToSignIn)
  })
}
