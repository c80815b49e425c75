/**
 * Signing in to the dashboard, with a one-time invitation or with the admin key, and signing out.
 */
import * as Token from "@latchkey/domain/core/Token"
import {
  idleLifetime,
  invitationLifetime,
  OperatorSessions,
  sessionLifetime
} from "@latchkey/domain/operator/OperatorSessions"
import { invitationLifetime as namedLifetime } from "@latchkey/domain/operator/Operators"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as AdminKey from "@latchkey/http/operator/AdminKey"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as FormInput from "../core/FormInput.ts"
import { none, when } from "../core/Fragments.ts"
import type { Route } from "../core/Routes.ts"
import type { DashboardFrame } from "./DashboardFrame.ts"
import { afterSignIn } from "./DashboardPaths.ts"
import { notice } from "./Elements.ts"
import { duration } from "./Format.ts"
import { callerOf, type OperatorAccess } from "./OperatorAccess.ts"
import * as OperatorCookie from "./OperatorCookie.ts"

const commands = html`<code>latchkey admin invite</code>. In development, <code>npm start</code> prints one, too.`

export const make = Effect.fnUntraced(function* ({ paths, plainPage }: DashboardFrame, { anyone }: OperatorAccess) {
  const adminKey = yield* AdminKey.make
  const limiter = yield* RateLimiter
  const operators = yield* OperatorSessions
  const settings = yield* HttpSettings

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
    return yield* signedIn(context, token.value.token, paths.home)
  })

  const keyForm = (to: string, isWrong: boolean) => html`<form method="post" action="${paths.signIn()}">
<input type="hidden" name="to" value="${to}">
<input type="text" name="username" value="administrator" autocomplete="username" hidden>
<div class="field"><label for="key">Admin key</label>
<span class="hint" id="key-hint">The value of the <code>ADMIN_API_KEY</code> setting. In development, <code>npm start</code> prints it.</span>
<input id="key" name="key" type="password" autocomplete="current-password" autofocus spellcheck="false" aria-describedby="key-hint${isWrong ? " key-error" : ""}"${isWrong ? html` aria-invalid="true"` : none}>
${when(isWrong, () => html`<span class="error" id="key-error" role="alert">Wrong admin key.</span>`)}</div>
<button>Sign in</button></form>
<p class="soft">No admin key? Create a one-time link with ${commands}</p>`

  const withoutKey = html`<p>No admin key is configured. To sign in, create a one-time link with ${commands}</p>`

  const signInPage = (options: { readonly to: string; readonly isWrong?: boolean; readonly isSignedOut?: boolean }) => {
    const { isSignedOut = false, isWrong = false, to } = options
    return plainPage({
      title: "Sign in to the dashboard",
      status: isWrong ? 401 : 200,
      body: html`${when(isSignedOut, () => notice("good", "You're signed out."))}
${adminKey.isConfigured ? keyForm(to, isWrong) : withoutKey}`
    })
  }

  const onSignInPage = ({ request }: RequestContext) => {
    const query = RequestReader.query(request)
    return Effect.succeed(signInPage({ to: FormInput.textOf(query, "to"), isSignedOut: query.has("signed-out") }))
  }

  const onSignIn = Effect.fnUntraced(function* (context: RequestContext) {
    const form = yield* RequestReader.form(context.request)
    const to = FormInput.textOf(form, "to")
    const isRight = yield* adminKey.check(context, Redacted.make(FormInput.textOf(form, "key"))).pipe(
      Effect.as(true),
      Effect.catchTag("Problem", () => Effect.succeed(false))
    )
    if (!isRight) return signInPage({ to, isWrong: true })
    const token = yield* operators.signInWithAdminKey(callerOf(settings, context))
    return yield* signedIn(context, token, afterSignIn(to, { baseUrl: settings.baseUrl, home: paths.home }))
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
    { method: "POST", path: "/dashboard/sign-out", handler: anyone(onSignOut) }
  ] satisfies ReadonlyArray<Route>
})
