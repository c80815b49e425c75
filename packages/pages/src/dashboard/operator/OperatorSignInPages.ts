/**
 * Signing in to the dashboard, with a passkey, a one-time invitation or the admin key, and signing out.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
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
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as AdminKey from "@latchkey/http/operator/AdminKey"
import { toRequestOptions } from "@latchkey/http/passkey/PasskeyOptions"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as FormInput from "../../core/FormInput.ts"
import { signalUnknown } from "../../core/PasskeyForm.ts"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { callerOf, type OperatorAccess, passkeyRequestOf } from "./OperatorAccess.ts"
import * as OperatorCookie from "./OperatorCookie.ts"
import * as OperatorSignInPage from "./OperatorSignInPage.ts"
import { commands, type Continuation, continuationIn } from "./OperatorSignInPage.ts"
import { invitationPerIp } from "@latchkey/domain/operator/OperatorLimits"

type Response = HttpServerResponse.HttpServerResponse

export const make = Effect.fnUntraced(function* (frame: DashboardFrame, { anyone, ofScript }: OperatorAccess) {
  const { language, paths, plainPage } = frame
  const { enter: texts } = language.texts.operator
  const duration = (of: Duration.Duration) => language.format.duration(Duration.toSeconds(of))
  const adminKey = yield* AdminKey.make
  const apiKeys = yield* ApiKeys
  const limiter = yield* RateLimiter
  const operators = yield* OperatorSessions
  const ownPasskeys = yield* OperatorPasskeys
  const passkeys = yield* OperatorPasskeySignIn
  const settings = yield* HttpSettings
  const signInPage = yield* OperatorSignInPage.make(frame)

  /** Makes `response` that of a new session, which replaces the one that the browser presented. */
  const signedIn = Effect.fnUntraced(function* (context: RequestContext, token: Token.Token, response: Response) {
    // A failure must not prevent the sign-in: an invitation works only once, and the old session expires anyway.
    yield* Effect.catchAll(operators.signOut(callerOf(settings, context)), () =>
      Effect.logWarning("The previous dashboard session could not be revoked")
    )
    return OperatorCookie.set(settings, paths.home, token)(response)
  })

  /** Goes where the administrator wanted to be. */
  const goOn = (continuation: Continuation) =>
    Option.match(continuation.form, {
      onNone: () => redirect(signInPage.goTo(continuation)),
      onSome: (form) => signInPage.resume(continuation, form)
    })

  const invalidInvitation = () =>
    plainPage({
      title: texts.expiredTitle,
      status: 401,
      body: html`<p>${texts.expired(duration(invitationLifetime), duration(namedLifetime), commands.setting, commands.invite, commands.start)}</p>
<p><a href="${paths.signIn()}">${texts.anotherWay}</a></p>`
    })

  const onOpenInvitation = ({ request }: RequestContext) => {
    const token = Effect.option(RequestReader.linkToken(RequestReader.query(request)))
    return Effect.map(
      token,
      Option.match({
        onNone: invalidInvitation,
        onSome: (token) =>
          plainPage({
            title: texts.open,
            body: html`<p>${texts.text(duration(sessionLifetime), duration(idleLifetime))}</p>
<form method="post" action="${paths.enter}"><input type="hidden" name="token" value="${token}">
<button autofocus>${texts.open}</button></form>`
          })
      })
    )
  }

  const onUseInvitation = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, instance, request } = context
    const invitation = yield* RequestReader.required(yield* RequestReader.form(request), "token")
    const consumed = yield* limiter.consume(instance, invitationPerIp.keys(caller))
    const token = yield* Effect.asSome(operators.signInWithInvitation(invitation, callerOf(settings, context))).pipe(
      Effect.catchTag("InvalidToken", () => Effect.succeedNone)
    )
    if (Option.isNone(token)) return invalidInvitation()
    yield* limiter.refund(consumed)
    const to = yield* afterInvitation(context, token.value)
    return yield* signedIn(context, token.value.token, redirect(to))
  })

  /** The page that asks for a passkey, for administrators with a name who have none yet; otherwise the dashboard. */
  const afterInvitation = Effect.fnUntraced(function* (context: RequestContext, { operator, token }: OpenedSession) {
    if (!signInPage.hasPasskeys || Option.isNone(operator)) return paths.home
    const { caller, ...request } = passkeyRequestOf(settings, context)
    const opened = { ...request, caller: { ...caller, sessionToken: Option.some(token) } }
    // The invitation is used up: a failure here must not prevent the sign-in.
    const list = yield* Effect.option(ownPasskeys.list(opened))
    return Option.exists(list, (own) => !hasUsable(own)) ? paths.passkeyOffer : paths.home
  })

  const onSignInPage = ({ request }: RequestContext) => {
    const query = RequestReader.query(request)
    const state = query.has("signed-out") ? "signed-out" : query.has("again") ? "again" : "new"
    return Effect.succeed(signInPage.show({ to: FormInput.textOf(query, "to"), form: Option.none() }, state))
  }

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
    const continuation = continuationIn(form)
    const credential = yield* Effect.option(FormInput.credential(AuthenticationCredential, form))
    if (Option.isNone(credential)) return signInPage.show(continuation, "failed-passkey")
    const presented = { ...passkeyRequestOf(settings, context), credential: credential.value }
    return yield* passkeys.signIn(presented).pipe(
      Effect.flatMap(({ token }) => signedIn(context, token, goOn(continuation))),
      Effect.catchTag("InvalidCredentials", ({ of }) => {
        if (of === "challenge") return Effect.succeed(signInPage.show(continuation, "failed-challenge"))
        const rpId = of === "unknown_passkey" ? passkeys.rpIdOf(settings.baseUrl) : Option.none()
        const unknown = Option.map(rpId, (rpId) => signalUnknown({ rpId, credentialId: credential.value.id }))
        return Effect.succeed(signInPage.show(continuation, "failed-passkey", Option.getOrUndefined(unknown)))
      })
    )
  })

  const onSignIn = Effect.fnUntraced(function* (context: RequestContext) {
    const form = yield* RequestReader.form(context.request)
    const continuation = continuationIn(form)
    const name = yield* Effect.asSome(adminKey.check(context, Redacted.make(FormInput.textOf(form, "key")))).pipe(
      Effect.catchTag("Problem", () => Effect.succeedNone)
    )
    if (Option.isNone(name)) return signInPage.show(continuation, "failed-key")
    yield* apiKeys.recordUse({ actor: "dashboard", name: name.value, ipAddress: context.caller.ipAddress })
    const token = yield* operators.signInWithAdminKey(callerOf(settings, context))
    return yield* signedIn(context, token, goOn(continuation))
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
