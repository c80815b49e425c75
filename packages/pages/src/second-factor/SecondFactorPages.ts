/**
 * The pages of the second factor: the code while signing in, the authenticator app, the recovery codes, and the page
 * on which a user manages them.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { FactorRecoveryStatus } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import { copyButton } from "../core/CopyButton.ts"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { all, linkTo, none, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import * as Owner from "../core/Owner.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { InsteadOfFactor } from "../core/WayIn.ts"
import * as FactorRecoveryPages from "../factor-recovery/FactorRecoveryPages.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"

/** What every page of the second factor needs. */
export interface FactorOptions {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly error?: FormError | undefined
}

/** The name of the query parameter, and of the hidden field, that asks for a recovery code. */
export const recoveryName = "recovery"

const framed = (
  { error, instance, language }: FactorOptions,
  page: Pick<Page, "title"> & { readonly main: Fragment } & Partial<Parameters<typeof frame>[0]>
): Page =>
  frame({
    status: error?.status,
    headers: error?.headers ?? {},
    ...page,
    language,
    instance,
    title: error === undefined ? page.title : language.texts.core.errorTitle(page.title)
  })

const alertOf = (error: FormError | undefined): Fragment => (error === undefined ? none : Field.alert(error))

const codeField = ({ error, language }: FactorOptions, isRecovery = false): Fragment => {
  const { secondFactor } = language.texts
  const kind = isRecovery
    ? ({ label: secondFactor.recoveryCode, autocomplete: "off" } as const)
    : ({
        label: secondFactor.code,
        autocomplete: "one-time-code",
        inputMode: "numeric",
        hint: secondFactor.codeHint
      } as const)
  return Field.field(language.texts, {
    ...kind,
    id: "code",
    type: "text",
    error: error?.fields["code"],
    isFocused: true
  })
}

/**
 * - `isRecovery`: whether the user enters a recovery code.
 * - `recovery`: what the user can do who has lost the app and the codes; absent if the instance allows no recovery.
 * - `returnUrl`: where the user is going; empty if there is none.
 * - `formTargets`: as in `Page`.
 */
export interface SignInCode extends FactorOptions {
  readonly isRecovery: boolean
  readonly recovery: FactorRecoveryStatus | undefined
  readonly returnUrl: string
  readonly formTargets: ReadonlyArray<string>
}

/** `returnUrl`, `formTargets`: as in `SignInCode`. */
export interface SignInInstead extends FactorOptions {
  readonly returnUrl: string
  readonly formTargets: ReadonlyArray<string>
}

/** Makes the page that asks users with a method of level 2 for it, where a password or a link is not enough. */
export const instead = (page: SignInInstead, { form, hasRequests = false, text, title }: InsteadOfFactor): Page =>
  framed(page, {
    title,
    formTargets: page.formTargets,
    hasRequests,
    main: html`<h1>${title}</h1>
<p>${text}</p>
${form}`,
    footer: linkTo(ReturnUrl.append(`${page.prefix}${Paths.signIn}`, page.returnUrl))(
      page.language.texts.core.signInAnotherWay
    )
  })

/** Makes the page that asks for the second factor while signing in. */
export const signIn = (page: SignInCode): Page => {
  const { error, formTargets, instance, isRecovery, language, prefix, recovery, returnUrl } = page
  const { core, secondFactor } = language.texts
  const path = `${prefix}${Paths.secondFactor}`
  const here = ReturnUrl.append(path, returnUrl)
  const recoveryUrl = ReturnUrl.append(`${prefix}${Paths.signInRecovery}`, returnUrl)
  const other = isRecovery ? here : `${here}${here.includes("?") ? "&" : "?"}${recoveryName}=1`
  const [title, text] = isRecovery
    ? [secondFactor.enterRecoveryCode, secondFactor.enterRecoveryCodeText]
    : [secondFactor.enterCode, secondFactor.enterCodeText(instance.name)]
  return framed(page, {
    title,
    formTargets,
    main: html`<h1>${title}</h1>
${alertOf(error)}
<p>${text}</p>
<form method="post" action="${path}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}${Field.hidden(recoveryName, isRecovery ? "1" : "")}
${codeField(page, isRecovery)}
<button>${core.signIn}</button>
</form>
<p class="under">${linkTo(other)(isRecovery ? secondFactor.useApp : secondFactor.useRecoveryCode)}</p>
${recovery === undefined ? none : FactorRecoveryPages.whileSigningIn(language, recoveryUrl, recovery)}`,
    footer: linkTo(ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl))(core.signInAnotherWay)
  })
}

/**
 * What the page of an authenticator app shows.
 *
 * - `picture`: the QR code as SVG.
 * - `key`: the secret in Base32. `uri`: the same for apps on this device.
 * - `enrollment`: what the form sends back with the first code.
 */
export interface ShownEnrollment {
  readonly picture: Fragment
  readonly key: string
  readonly uri: string
  readonly enrollment: string
}

/**
 * - `action`: where the form sends the first code.
 * - `isRequired`: whether the user is signing in, and needs a second factor for it.
 * - `returnUrl`, `formTargets`: as in `SignInCode`.
 */
export interface SetUp extends FactorOptions, ShownEnrollment {
  readonly action: string
  readonly isRequired: boolean
  readonly returnUrl: string
  readonly formTargets: ReadonlyArray<string>
}

/** Returns the key in groups of four characters, which are easier to type. */
export const grouped = (key: string): string => key.match(/.{1,4}/g)?.join(" ") ?? ""

const openApp =
  (uri: string) =>
  (text: string): Fragment =>
    html`<a class="button quiet" href="${uri}">${text}</a>`

/** Makes the page that sets up an authenticator app. */
export const setUp = (page: SetUp): Page => {
  const { action, error, formTargets, instance, isRequired, key, language, picture, prefix, returnUrl, uri } = page
  const { core, secondFactor } = language.texts
  return framed(page, {
    title: secondFactor.setUp,
    formTargets,
    main: html`<h1>${secondFactor.setUp}</h1>
${alertOf(error)}
${when(isRequired, () => html`<p>${secondFactor.required(instance.name)}</p>`)}
<div class="set-up"><p class="app">${secondFactor.orOpen(openApp(uri))}</p>
<p>${secondFactor.scan}</p>
<div class="qr" role="img" aria-label="${secondFactor.picture}">${picture}</div>
<div class="key"><p>${secondFactor.orType(html`<bdi><code>${grouped(key)}</code></bdi>`)}</p>
${copyButton(language.texts, key, "quiet small")}</div></div>
<form method="post" action="${action}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}${Field.hidden("enrollment", page.enrollment)}
${codeField(page)}
<button>${secondFactor.turnOn}</button>
</form>`,
    footer: isRequired
      ? linkTo(ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl))(core.signInAnotherWay)
      : linkTo(`${prefix}${Paths.accountSecondFactor}`)(core.backToAccount)
  })
}

/** `codes`: shown this once. `next`: where "I've saved them" leads. */
export interface RecoveryCodes extends FactorOptions {
  readonly codes: ReadonlyArray<string>
  readonly next: string
}

/** Makes the page that shows the recovery codes. The file needs no script: it is in the link. */
export const recoveryCodes = (page: RecoveryCodes): Page => {
  const { codes, instance, language, next } = page
  const { secondFactor } = language.texts
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${instance.name}\n\n${codes.join("\n")}\n`)}`
  return framed(page, {
    title: secondFactor.codes,
    main: html`<h1>${secondFactor.codes}</h1>
<p>${secondFactor.codesText}</p>
<ul class="codes">
${all(codes.map((code) => html`<li><code>${code}</code></li>`))}
</ul>
<div class="actions"><a class="button quiet" href="${file}" download="recovery-codes.txt">${secondFactor.download}</a>
${copyButton(language.texts, codes.join("\n"))}
<button type="button" class="quiet print">${secondFactor.print}</button></div>
<p class="under"><a class="button" href="${next}">${secondFactor.saved}</a></p>`
  })
}

/**
 * - `email`: of the signed-in user.
 * - `isOn`: whether the user has a second factor.
 * - `isAvailable`: whether the user can set one up.
 * - `codesLeft`: how many recovery codes work.
 * - `isRequired`: whether the instance requires one.
 */
export interface Status extends FactorOptions {
  readonly email: Email
  readonly isOn: boolean
  readonly isAvailable: boolean
  readonly codesLeft: number
  readonly isRequired: boolean
  readonly notice?: string | undefined
}

const onPart = ({ codesLeft, instance, isRequired, language, prefix }: Status): Fragment => {
  const { secondFactor } = language.texts
  const path = `${prefix}${Paths.accountSecondFactor}`
  const removal = html`<form method="post" action="${path}/remove"><button class="quiet bad" aria-describedby="remove-hint">${secondFactor.remove}</button>
<p class="under soft" id="remove-hint">${secondFactor.removeHint}</p></form>`
  return html`<p>${secondFactor.codesLeft(codesLeft)}</p>
<form method="post" action="${path}/recovery-codes"><button class="quiet" aria-describedby="codes-hint">${secondFactor.newCodes}</button>
<p class="under soft" id="codes-hint">${secondFactor.newCodesHint}</p></form>
${isRequired ? html`<p class="soft">${secondFactor.cannotRemove(instance.name)}</p>` : removal}`
}

/** Makes the page on which a user manages the second factor. */
export const status = (page: Status): Page => {
  const { email, error, isAvailable, isOn, language, notice, prefix } = page
  const { core, secondFactor } = language.texts
  const start = html`<form method="post" action="${prefix}${Paths.accountSecondFactor}/set-up"><button>${secondFactor.setUp}</button></form>`
  return framed(page, {
    title: secondFactor.section,
    main: html`<h1>${secondFactor.section}${isOn ? html` <span class="tag good">${secondFactor.on}</span>` : none}</h1>
${notice === undefined ? none : Field.notice(notice)}
${alertOf(error)}
${Owner.named(language, email)}
<p>${secondFactor.explanation}</p>
${isOn ? onPart(page) : when(isAvailable, () => start)}`,
    footer: linkTo(`${prefix}${Paths.account}`)(core.backToAccount)
  })
}

/**
 * - `isSetUp`: whether the user was setting up an app. Where a form that was sent twice has met two processes, it may
 *   be on.
 * - `returnUrl`: as in `SignInCode`.
 */
export interface ExpiredSignIn extends MessageOptions {
  readonly isSetUp: boolean
  readonly returnUrl: string
}

/** Makes the page of a sign-in whose second factor comes too late. */
export const expired = ({ instance, isSetUp, language, prefix, returnUrl }: ExpiredSignIn): Page => {
  const { core, secondFactor } = language.texts
  return frame({
    language,
    instance,
    title: secondFactor.expired,
    status: 401,
    main: html`<h1>${secondFactor.expired}</h1>
<p>${secondFactor.expiredText}</p>
${when(isSetUp, () => html`<p>${secondFactor.mayBeOn}</p>`)}
<p><a class="button" href="${ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl)}">${core.signIn}</a></p>`
  })
}
