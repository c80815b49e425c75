/**
 * Signing in to the dashboard, with a passkey, a one-time invitation or the admin key, and signing out.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import { hasUsable, OperatorPasskeys } from "@latchkey/domain/operator/OperatorPasskeys"
import { OperatorPasskeySignIn } from "@latchkey/domain/operator/OperatorPasskeySignIn"
import {
  idleLifetime,
  invitationLifetime,
  type OpenedSession,
  OperatorSessions,
  sessionLifetime
} from "@latchkey/domain/operator/OperatorSessions"
import { invitationLifetime as namedLifetime } from "@latchkey/domain/operator/Operators"
import { AuthenticationCredential } from "@latchkey/domain/passkey/Credential"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { type Fragment, html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as AdminKey from "@latchkey/http/operator/AdminKey"
import { toRequestOptions } from "@latchkey/http/passkey/PasskeyOptions"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as FormInput from "../core/FormInput.ts"
import { none, when } from "../core/Fragments.ts"
import { passkeyForm } from "../core/PasskeyForm.ts"
import type { Route } from "../core/Routes.ts"
import { english } from "../language/PageLanguage.ts"
import type { DashboardFrame } from "./DashboardFrame.ts"
import { afterSignIn } from "./DashboardPaths.ts"
import { flag, notice } from "./Elements.ts"
import { duration } from "./Format.ts"
import { callerOf, type OperatorAccess, passkeyRequestOf } from "./OperatorAccess.ts"
import * as OperatorCookie from "./OperatorCookie.ts"

const commands = html`<code>latchkey admin invite</code>. In development, <code>npm start</code> prints one, too.`

/** What the sign-in page says: what happened before, or what was rejected. */
type SignInState = "again" | "failed-key" | "failed-passkey" | "new" | "signed-out"

const notices: Readonly<Partial<Record<SignInState, Fragment>>> = {
  again: notice("plain", "Sign in again to show that it's you. If you have a passkey, use it."),
  "failed-passkey": notice("bad", "You can't sign in with this passkey. Choose another way."),
  "signed-out": notice("good", "You're signed out.")
}

const statusOf = (state: SignInState): number => (state.startsWith("failed-") ? 401 : 200)

export const make = Effect.fnUntraced(function* (
  { paths, plainPage }: DashboardFrame,
  { anyone, ofScript }: OperatorAccess
) {
  const adminKey = yield* AdminKey.make
  const limiter = yield* RateLimiter
  const operators = yield* OperatorSessions
  const ownPasskeys = yield* OperatorPasskeys
  const passkeys = yield* OperatorPasskeySignIn
  const settings = yield* HttpSettings
  const { baseUrl } = settings
  const hasPasskeys = passkeys.isAvailable(baseUrl)

  /** Makes the response of a new session, which replaces the one that the browser presented. */
  const signedIn = Effect.fnUntraced(function* (context: RequestContext, token: Token.Token, to: string) {
    // A failure must not prevent the sign-in: an invitation works only once, and the old session expires anyway.
    yield* Effect.catchAll(operators.signOut(callerOf(settings, context)), () =>
      Effect.logWarning("The previous dashboard session could not be revoked")
    )
    return OperatorCookie.set(settings, paths.home, token)(redirect(to))
  })

  const invalidInvitation = () =>
    plainPage({
      title: "Link expired or already used",
      status: 401,
      body: html`<p>A link to the dashboard works once, and expires after ${duration(Duration.toSeconds(invitationLifetime))}, or after ${duration(Duration.toSeconds(namedLifetime))} if it is for you by name. A link for anyone needs the same <code>ADMIN_API_KEY</code> here and where it was created. Ask another administrator for a new one, or create one with ${commands}</p>
<p><a href="${paths.signIn()}">Sign in another way</a></p>`
    })

  const onOpenInvitation = ({ request }: RequestContext) => {
    const token = Option.flatMap(RequestReader.single(RequestReader.query(request), "token"), Token.parse)
    return Effect.succeed(
      Option.match(token, {
        onNone: invalidInvitation,
        onSome: (token) =>
          plainPage({
            title: "Open the dashboard",
            body: html`<p>This link signs you in to the dashboard on this device. It works once. You stay signed in until you close the browser, or for at most ${duration(Duration.toSeconds(sessionLifetime))}. The session also ends after ${duration(Duration.toSeconds(idleLifetime))} without a request.</p>
<form method="post" action="${paths.enter}"><input type="hidden" name="token" value="${Redacted.value(token)}">
<button autofocus>Open the dashboard</button></form>`
          })
      })
    )
  }

  const onUseInvitation = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, instance, request } = context
    const invitation = yield* RequestReader.required(yield* RequestReader.form(request), "token")
    const consumed = yield* limiter.consume(instance, LimitKey.perIp("invitationPerIp", caller))
    const token = yield* Effect.asSome(operators.signInWithInvitation(invitation, callerOf(settings, context))).pipe(
      Effect.catchTag("InvalidToken", () => Effect.succeedNone)
    )
    if (Option.isNone(token)) return invalidInvitation()
    yield* limiter.refund(consumed)
    const to = yield* afterInvitation(context, token.value)
    return yield* signedIn(context, token.value.token, to)
  })

  /** The page that asks for a passkey, for administrators with a name who have none yet; otherwise the dashboard. */
  const afterInvitation = Effect.fnUntraced(function* (context: RequestContext, { operator, token }: OpenedSession) {
    if (!hasPasskeys || Option.isNone(operator)) return paths.home
    const { caller, ...request } = passkeyRequestOf(settings, context)
    const opened = { ...request, caller: { ...caller, sessionToken: Option.some(token) } }
    // The invitation is used up: a failure here must not prevent the sign-in.
    const list = yield* Effect.option(ownPasskeys.list(opened))
    return Option.exists(list, (own) => !hasUsable(own)) ? paths.passkeyOffer : paths.home
  })

  const hiddenTo = (to: string) => html`<input type="hidden" name="to" value="${to}">`

  const passkeyPart = (to: string, state: SignInState) => html`${passkeyForm(english.texts, {
    ceremony: "get",
    action: paths.signInPasskey,
    options: paths.signInOptions,
    button: english.texts.passkey.signIn,
    // After a rejection the browser would present the same passkey again.
    isAutofilled: state !== "failed-passkey",
    fields: hiddenTo(to)
  })}
<p class="soft unless-passkeys">To sign in with a passkey, use a current browser with JavaScript turned on.</p>`

  const keyForm = (to: string, state: SignInState) => {
    const isWrong = state === "failed-key"
    return html`<form method="post" action="${paths.signIn()}">
${hiddenTo(to)}
<input type="text" name="username" value="administrator" autocomplete="username" hidden>
<div class="field"><label for="key">Admin key</label>
<span class="hint" id="key-hint">The value of the <code>ADMIN_API_KEY</code> setting. In development, <code>npm start</code> prints it.</span>
<input id="key" name="key" type="password" autocomplete="${hasPasskeys ? "current-password webauthn" : "current-password"}"${flag("autofocus", isWrong || !hasPasskeys)} spellcheck="false" aria-describedby="key-hint${isWrong ? " key-error" : ""}"${isWrong ? html` aria-invalid="true"` : none}>
${when(isWrong, () => html`<span class="error" id="key-error" role="alert">Wrong admin key.</span>`)}</div>
<button${hasPasskeys ? html` class="quiet"` : none}>Sign in with the admin key</button></form>`
  }

  const otherWays = html`<p class="soft">Your first time here, or lost your passkey? Ask another administrator for a link, or create one with ${commands}</p>`

  const signInPage = (to: string, state: SignInState) =>
    plainPage({
      title: "Sign in to the dashboard",
      status: statusOf(state),
      hasPasskeyForm: hasPasskeys,
      body: html`${notices[state] ?? none}
${when(hasPasskeys, () => passkeyPart(to, state))}
${when(adminKey.isConfigured, () => keyForm(to, state))}
${otherWays}`
    })

  const onSignInPage = ({ request }: RequestContext) => {
    const query = RequestReader.query(request)
    const state = query.has("signed-out") ? "signed-out" : query.has("again") ? "again" : "new"
    return Effect.succeed(signInPage(FormInput.textOf(query, "to"), state))
  }

  const goTo = (to: string) => afterSignIn(to, { baseUrl, home: paths.home })

  const onOptions = Effect.fnUntraced(function* (context: RequestContext) {
    const asked = yield* passkeys.request(passkeyRequestOf(settings, context))
    return OperatorCookie.setClient(
      settings,
      paths.home,
      asked.clientToken
    )(HttpServerResponse.unsafeJson(toRequestOptions(asked)))
  })

  const onPasskey = Effect.fnUntraced(function* (context: RequestContext) {
    const form = yield* RequestReader.form(context.request)
    const to = FormInput.textOf(form, "to")
    const opened = yield* FormInput.credential(AuthenticationCredential, form).pipe(
      Effect.flatMap((credential) => passkeys.signIn({ ...passkeyRequestOf(settings, context), credential })),
      Effect.asSome,
      Effect.catchTag("InvalidCredentials", () => Effect.succeedNone)
    )
    if (Option.isNone(opened)) return signInPage(to, "failed-passkey")
    return yield* signedIn(context, opened.value.token, goTo(to))
  })

  const onSignIn = Effect.fnUntraced(function* (context: RequestContext) {
    const form = yield* RequestReader.form(context.request)
    const to = FormInput.textOf(form, "to")
    const isRight = yield* adminKey.check(context, Redacted.make(FormInput.textOf(form, "key"))).pipe(
      Effect.as(true),
      Effect.catchTag("Problem", () => Effect.succeed(false))
    )
    if (!isRight) return signInPage(to, "failed-key")
    const token = yield* operators.signInWithAdminKey(callerOf(settings, context))
    return yield* signedIn(context, token, goTo(to))
  })

  const onSignOut = (context: RequestContext) =>
    Effect.as(
      operators.signOut(callerOf(settings, context)),
      OperatorCookie.clear(settings, paths.home)(redirect(paths.signedOut))
    )

  return [
    { method: "GET", path: "/dashboard/enter", handler: anyone(onOpenInvitation) },
    { method: "POST", path: "/dashboard/enter", handler: anyone(onUseInvitation) },
    { method: "GET", path: "/dashboard/sign-in", handler: anyone(onSignInPage) },
    { method: "POST", path: "/dashboard/sign-in", handler: anyone(onSignIn) },
    { method: "POST", path: "/dashboard/sign-in/passkey", handler: anyone(onPasskey) },
    { method: "POST", path: "/dashboard/sign-in/passkey/options", handler: ofScript.anyone(onOptions) },
    { method: "POST", path: "/dashboard/sign-out", handler: anyone(onSignOut) }
  ] satisfies ReadonlyArray<Route>
})
