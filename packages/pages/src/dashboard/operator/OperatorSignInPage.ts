/**
 * The sign-in page of the dashboard. It also asks administrators who are signed in to confirm who they are, and keeps
 * the form that they submitted until they have.
 */
import { OperatorInstance } from "@latchkey/domain/instance/OperatorInstance"
import { type OperatorCaller, OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { type Fragment, html, nonceName } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Field from "../../core/Field.ts"
import type { FormError } from "../../core/FormError.ts"
import * as FormInput from "../../core/FormInput.ts"
import { all, none, when } from "../../core/Fragments.ts"
import type { RejectedPasskey } from "../../core/PasskeySignIn.ts"
import * as ReturnUrl from "../../core/ReturnUrl.ts"
import type { Site } from "../../core/Site.ts"
import { fieldsOf, type ReauthenticationPart } from "../../core/WayIn.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { afterSignIn } from "../core/DashboardPaths.ts"
import { detail, flag, notice } from "../core/Elements.ts"

/** How texts name the ways to a link. */
export const commands = {
  invite: html`<code>latchkey admin invite</code>`,
  start: html`<code>npm start</code>`,
  setting: html`<code>ADMIN_API_KEY</code>`
}

/** What happened before. */
export type SignInState = "again" | "new" | "signed-out" | "wrong-key"

/**
 * What an administrator wanted before they had to sign in. `returnUrl`: the page. `form`: the body of a form that they
 * submitted to it, which was refused until they have confirmed who they are.
 */
export interface Wanted {
  readonly returnUrl: string
  readonly form: Option.Option<string>
}

const formName = "form"

/** Returns what a form of the page says of it. A link to the page cannot make one with a form. */
export const wantedIn = (form: URLSearchParams): Wanted => ({
  returnUrl: FormInput.textOf(form, ReturnUrl.parameter),
  form: form.has(formName) ? Option.some(FormInput.textOf(form, formName)) : Option.none()
})

const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`

const keptIn = ({ form }: Wanted): Fragment =>
  Option.match(form, { onNone: () => none, onSome: (body) => hidden(formName, body) })

/** Returns the fields of a kept form. The page that sends it again adds another nonce. */
const submitted = (form: string): ReadonlyArray<readonly [string, string]> =>
  [...new URLSearchParams(form)].filter(([name]) => name !== nonceName)

/** The forms that confirm who a signed-in administrator is, and sign no one in. */
interface Confirming {
  readonly email: string
  readonly parts: ReadonlyArray<ReauthenticationPart>
}

/** What a page shows in addition. `error`: of what was sent. `rejectedPasskey`: one that did not sign in. */
interface More {
  readonly confirming?: Confirming
  readonly error?: FormError | undefined
  readonly rejectedPasskey?: RejectedPasskey
}

const noForms: Confirming = { email: "", parts: [] }

export const make = Effect.fnUntraced(function* ({ language, paths, plainPage }: DashboardFrame, site: Site) {
  const { core } = language.texts
  const { signIn: texts } = language.texts.operator
  const { texts: pages } = language.pages
  const { adminApiKey, baseUrl } = yield* HttpSettings
  const instance = yield* OperatorInstance
  const operators = yield* OperatorSessions
  const hasKey = Option.isSome(adminApiKey)
  const { prefix } = site
  const waysIn = site.waysIn.filter(({ isOffered }) => isOffered(instance))
  const signingIn = waysIn.flatMap(({ signIn = [] }) => signIn).filter(({ aboveForm }) => aboveForm !== undefined)
  const hasRequests = signingIn.some((part) => part.hasRequests)
  const confirming = waysIn.flatMap(({ id, reauthentication, signIn }) =>
    signIn === undefined && typeof reauthentication === "object" ? { id, ...reauthentication } : []
  )

  const goTo = ({ returnUrl }: Wanted): string => afterSignIn(returnUrl, { baseUrl, home: paths.home })

  const toForms = (wanted: Wanted) => ({
    language: language.pages,
    prefix,
    returnUrl: `${baseUrl}${goTo(wanted)}`,
    kept: keptIn(wanted)
  })

  const confirmingForms = (wanted: Wanted, { confirming: { email, parts } = noForms, error }: More) =>
    all(
      parts.map(({ render }, index) =>
        render({ ...toForms(wanted), action: paths.signInCode, email, error }, index === 0)
      )
    )

  const signingInForms = (wanted: Wanted, { confirming = noForms, rejectedPasskey }: More) => {
    const form = { ...toForms(wanted), instance, parts: signingIn, email: "", rejectedPasskey, formTargets: [] }
    const isMain = confirming.parts.length === 0
    return all(
      signingIn
        .filter(({ isLink = false }) => !isLink || Option.isNone(wanted.form))
        .map(({ aboveForm }) => aboveForm?.(form, "sign-in", { isMain }) ?? none)
    )
  }

  const noticeOf = (state: SignInState, { error, rejectedPasskey }: More): Fragment => {
    if (error !== undefined) return Field.alert(error)
    if (rejectedPasskey !== undefined) {
      return notice("bad", rejectedPasskey.isTooLate ? pages.passkey.tooLate : pages.passkey.rejected)
    }
    if (state === "again") return notice("plain", texts.again)
    return when(state === "signed-out", () => notice("good", texts.signedOut))
  }

  const keyForm = (wanted: Wanted, state: SignInState) => {
    const isWrong = state === "wrong-key"
    return html`<form method="post" action="${paths.signIn()}">
${fieldsOf(toForms(wanted))}
<input type="text" name="username" value="administrator" autocomplete="username" hidden>
<div class="field"><label for="key">${texts.key}</label>
<span class="hint" id="key-hint">${texts.keyHint(commands.setting, commands.start)}</span>
<input id="key" name="key" type="password" autocomplete="${hasRequests ? "current-password webauthn" : "current-password"}"${flag("autofocus", isWrong || !hasRequests)} spellcheck="false" aria-describedby="key-hint${isWrong ? " key-error" : ""}"${isWrong ? html` aria-invalid="true"` : none}>
${when(isWrong, () => html`<span class="error" id="key-error" role="alert">${texts.wrongKey}</span>`)}</div>
<button${signingIn.length > 0 ? html` class="quiet"` : none}>${texts.withKey}</button></form>`
  }

  const show = (wanted: Wanted, state: SignInState, more: More = {}) => {
    const { error, rejectedPasskey } = more
    const isRefused = state === "wrong-key" || rejectedPasskey !== undefined || Option.isSome(wanted.form)
    return plainPage({
      title: texts.title,
      status: error?.status ?? (isRefused ? 401 : 200),
      headers: error?.headers ?? {},
      hasPasskeyForm: hasRequests,
      body: html`${noticeOf(state, more)}
${confirmingForms(wanted, more)}
${signingInForms(wanted, more)}
${when(hasRequests, () => html`<p class="soft unless-passkeys">${texts.needsScript}</p>`)}
${when(hasRequests && hasKey, () => html`<p class="or with-passkeys">${pages.core.or}</p>`)}
${when(hasKey, () => keyForm(wanted, state))}`,
      footer: html`<p>${texts.otherWays(commands.invite, commands.start)}</p>`
    })
  }

  /**
   * Makes the page with a button that submits the kept form again, from a page of the dashboard. It says what is in the
   * form: someone else may have submitted it, on a device that was left signed in, to have an administrator confirm it.
   */
  const resume = (wanted: Wanted, form: string) => {
    const fields = submitted(form)
    const visible = fields.filter(([name, value]) => name !== FormInput.shownName && value !== "")
    return plainPage({
      title: texts.resumeTitle,
      body: html`<p>${texts.resume}</p>
<dl class="facts">${all([[texts.page, goTo(wanted)] as const, ...visible].map(([name, value]) => detail(name, value)))}</dl>
<form method="post" action="${goTo(wanted)}">${all(fields.map(([name, value]) => hidden(name, value)))}
<div class="actions"><button autofocus>${pages.core.continue}</button>
<a class="button quiet" href="${paths.home}">${core.cancel}</a></div></form>`
    })
  }

  /** Returns the forms that confirm who the signed-in administrator is; none without a session. */
  const confirmingOf = (caller: OperatorCaller) =>
    Effect.gen(function* () {
      const session = yield* operators.authenticate(caller)
      const ways = yield* operators.waysOf(session)
      const email = Option.match(session.operator, { onNone: () => "", onSome: (operator) => operator.email })
      return { email, parts: confirming.filter(({ id }) => ways.includes(id)) }
    }).pipe(Effect.catchTag("Unauthenticated", () => Effect.succeed(noForms)))

  /** Returns the part whose form was sent. */
  const confirmingIn = (form: URLSearchParams) => confirming.find(({ field }) => field !== undefined && form.has(field))

  return { confirmingIn, confirmingOf, goTo, resume, show }
})
