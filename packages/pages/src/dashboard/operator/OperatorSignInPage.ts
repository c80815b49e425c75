/**
 * The sign-in page of the dashboard. It also asks administrators who are signed in to confirm who they are, and keeps
 * the form that they submitted until they have.
 */
import { OperatorInstance } from "@latchkey/domain/instance/OperatorInstance"
import { type OperatorCaller, OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { SignInWithPasskey } from "@latchkey/domain/passkey/SignInWithPasskey"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { type Fragment, html, nonceName } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Field from "../../core/Field.ts"
import * as FormInput from "../../core/FormInput.ts"
import { all, none, when } from "../../core/Fragments.ts"
import { passkeyForm, signInOptionsPath } from "../../core/PasskeyForm.ts"
import type { Site } from "../../core/Site.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { afterSignIn } from "../core/DashboardPaths.ts"
import { detail, flag, notice } from "../core/Elements.ts"

/** How texts name the ways to a link. */
export const commands = {
  invite: html`<code>latchkey admin invite</code>`,
  start: html`<code>npm start</code>`,
  setting: html`<code>ADMIN_API_KEY</code>`
}

/** What the sign-in page says: what happened before, or what was rejected. */
export type SignInState =
  | "again"
  | "failed-challenge"
  | "failed-code"
  | "failed-key"
  | "failed-passkey"
  | "new"
  | "signed-out"

/**
 * Where an administrator goes on after signing in. `form`: the body of a form that they submitted to `to`, which was
 * refused until they have confirmed who they are.
 */
export interface Continuation {
  readonly to: string
  readonly form: Option.Option<string>
}

const statusOf = (state: SignInState, { form }: Continuation): number =>
  state.startsWith("failed-") || Option.isSome(form) ? 401 : 200

const names = { to: "to", form: "form" } as const

/** Returns the continuation that a form of the page has sent. A link to the page cannot make one with a form. */
export const continuationIn = (form: URLSearchParams): Continuation => ({
  to: FormInput.textOf(form, names.to),
  form: form.has(names.form) ? Option.some(FormInput.textOf(form, names.form)) : Option.none()
})

const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`

const hiddenContinuation = ({ form, to }: Continuation): Fragment =>
  html`${hidden(names.to, to)}${Option.match(form, { onNone: () => none, onSome: (body) => hidden(names.form, body) })}`

/** Returns the fields of a kept form. The page that sends it again adds another nonce. */
const fieldsOf = (form: string): ReadonlyArray<readonly [string, string]> =>
  [...new URLSearchParams(form)].filter(([name]) => name !== nonceName)

/** What a page shows in addition. `hasCode`: whether a code of the authenticator app confirms who it is. */
interface More {
  readonly hasCode?: boolean
  readonly signal?: Fragment | undefined
}

export const make = Effect.fnUntraced(function* ({ language, paths, plainPage }: DashboardFrame, site: Site) {
  const { core } = language.texts
  const { signIn: texts } = language.texts.operator
  const { texts: pages } = language.pages

  const notices: Readonly<Partial<Record<SignInState, Fragment>>> = {
    again: notice("plain", texts.again),
    "failed-challenge": notice("bad", pages.passkey.tooLate),
    "failed-passkey": notice("bad", pages.passkey.rejected),
    "signed-out": notice("good", texts.signedOut)
  }
  const { isAvailable } = yield* SignInWithPasskey
  const { adminApiKey, baseUrl } = yield* HttpSettings
  const instance = yield* OperatorInstance
  const operators = yield* OperatorSessions
  const hasPasskeys = isAvailable(instance)
  const hasKey = Option.isSome(adminApiKey)

  const goTo = ({ to }: Continuation): string => afterSignIn(to, { baseUrl, home: paths.home })

  const passkeyPart = (continuation: Continuation, state: SignInState) => html`${passkeyForm(pages, {
    ceremony: "get",
    action: paths.signInPasskey,
    options: `${site.prefix}${signInOptionsPath}`,
    button: pages.passkey.signIn,
    // After a rejection the browser would present the same passkey again.
    isAutofilled: state !== "failed-passkey",
    fields: hiddenContinuation(continuation)
  })}
<p class="soft unless-passkeys">${texts.needsScript}</p>`

  /** The ways in of users that stand above a form: a link to each identity provider. A kept form would be lost. */
  const providerPart = (continuation: Continuation) => {
    const parts = site.waysIn.filter(({ id, isOffered }) => id === "identity_provider" && isOffered(instance))
    const form = {
      language: language.pages,
      instance,
      prefix: site.prefix,
      parts: [],
      email: "",
      returnUrl: `${baseUrl}${goTo(continuation)}`,
      formTargets: []
    }
    return Option.isSome(continuation.form)
      ? none
      : all(parts.map(({ signIn }) => signIn?.aboveForm?.(form, "sign-in", { isMain: false }) ?? none))
  }

  const codeForm = (continuation: Continuation, state: SignInState) => {
    const error = state === "failed-code" ? pages.fields.authenticatorCodeWrong : undefined
    return html`<form method="post" action="${paths.signInCode}" novalidate>
${hiddenContinuation(continuation)}
${Field.field(pages, {
  id: "code",
  label: pages.secondFactor.code,
  type: "text",
  autocomplete: "one-time-code",
  hint: pages.secondFactor.codeHint,
  error,
  isFocused: true
})}
<button>${pages.reauthentication.confirm}</button></form>`
  }

  const keyForm = (continuation: Continuation, state: SignInState) => {
    const isWrong = state === "failed-key"
    return html`<form method="post" action="${paths.signIn()}">
${hiddenContinuation(continuation)}
<input type="text" name="username" value="administrator" autocomplete="username" hidden>
<div class="field"><label for="key">${texts.key}</label>
<span class="hint" id="key-hint">${texts.keyHint(commands.setting, commands.start)}</span>
<input id="key" name="key" type="password" autocomplete="${hasPasskeys ? "current-password webauthn" : "current-password"}"${flag("autofocus", isWrong || !hasPasskeys)} spellcheck="false" aria-describedby="key-hint${isWrong ? " key-error" : ""}"${isWrong ? html` aria-invalid="true"` : none}>
${when(isWrong, () => html`<span class="error" id="key-error" role="alert">${texts.wrongKey}</span>`)}</div>
<button${hasPasskeys ? html` class="quiet"` : none}>${texts.withKey}</button></form>`
  }

  const show = (continuation: Continuation, state: SignInState, { hasCode = false, signal = none }: More = {}) =>
    plainPage({
      title: texts.title,
      status: statusOf(state, continuation),
      hasPasskeyForm: hasPasskeys,
      body: html`${notices[state] ?? none}
${when(hasCode, () => codeForm(continuation, state))}
${providerPart(continuation)}
${when(hasPasskeys, () => passkeyPart(continuation, state))}
${when(hasPasskeys && hasKey, () => html`<p class="or with-passkeys">${pages.core.or}</p>`)}
${when(hasKey, () => keyForm(continuation, state))}${signal}`,
      footer: html`<p>${texts.otherWays(commands.invite, commands.start)}</p>`
    })

  /**
   * Makes the page with a button that submits the kept form again, from a page of the dashboard. It says what is in the
   * form: someone else may have submitted it, on a device that was left signed in, to have an administrator confirm it.
   */
  const resume = (continuation: Continuation, form: string) => {
    const fields = fieldsOf(form)
    const visible = fields.filter(([name, value]) => name !== FormInput.shownName && value !== "")
    return plainPage({
      title: texts.resumeTitle,
      body: html`<p>${texts.resume}</p>
<dl class="facts">${all([[texts.page, goTo(continuation)] as const, ...visible].map(([name, value]) => detail(name, value)))}</dl>
<form method="post" action="${goTo(continuation)}">${all(fields.map(([name, value]) => hidden(name, value)))}
<div class="actions"><button autofocus>${pages.core.continue}</button>
<a class="button quiet" href="${paths.home}">${core.cancel}</a></div></form>`
    })
  }

  /** Returns `true` if a code of the authenticator app confirms who the signed-in administrator is. */
  const hasCode = (caller: OperatorCaller) =>
    Effect.flatMap(operators.authenticate(caller), operators.waysOf).pipe(
      Effect.map((ways) => ways.includes("totp")),
      Effect.catchTag("Unauthenticated", () => Effect.succeed(false))
    )

  return { goTo, hasCode, hasPasskeys, resume, show }
})
