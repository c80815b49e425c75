/**
 * Signing in to the dashboard, with a passkey, a one-time invitation or the admin key, and signing out.
 */
import { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import { invitationLifetime, unnamedInvitationLifetime } from "@latchkey/domain/operator/DashboardInvitation"
import { isUnnamed } from "@latchkey/domain/operator/OperatorUsers"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import type { SignInResult } from "@latchkey/domain/session/SessionIssuer"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import { type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { html, redirect } from "@latchkey/http/core/Page"
import { type Problem, problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as AdminKey from "@latchkey/http/operator/AdminKey"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as AfterSignIn from "../../core/AfterSignIn.ts"
import * as FormError from "../../core/FormError.ts"
import * as FormInput from "../../core/FormInput.ts"
import * as PasskeySignIn from "../../core/PasskeySignIn.ts"
import * as ReturnUrl from "../../core/ReturnUrl.ts"
import type { Route } from "../../core/Routes.ts"
import type { Site } from "../../core/Site.ts"
import type { ReauthenticationPart } from "../../core/WayIn.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { callerOf, type OperatorAccess } from "./OperatorAccess.ts"
import * as OperatorSignInPage from "./OperatorSignInPage.ts"
import { commands, type Continuation, continuationIn } from "./OperatorSignInPage.ts"
import { invitationPerIp } from "@latchkey/domain/operator/OperatorLimits"

export const make = Effect.fnUntraced(function* (frame: DashboardFrame, { anyone }: OperatorAccess, site: Site) {
  const { language, paths, plainPage } = frame
  const { enter: texts } = language.texts.operator
  const duration = (of: Duration.Duration) => language.format.duration(Duration.toSeconds(of))
  const adminKey = yield* AdminKey.make
  const apiKeys = yield* ApiKeys
  const limiter = yield* RateLimiter
  const operators = yield* OperatorSessions
  const signInWithPasskey = yield* PasskeySignIn.make
  const settings = yield* HttpSettings
  const signInPage = yield* OperatorSignInPage.make(frame, site)

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
      body: html`<p>${texts.expired(duration(unnamedInvitationLifetime), duration(invitationLifetime), commands.setting, commands.invite, commands.start)}</p>
<p><a href="${paths.signIn()}">${texts.anotherWay}</a></p>`
    })

  const onOpenInvitation = ({ instance, request }: RequestContext) => {
    const token = Effect.option(RequestReader.linkToken(RequestReader.query(request)))
    return Effect.map(
      token,
      Option.match({
        onNone: invalidInvitation,
        onSome: (token) =>
          plainPage({
            title: texts.open,
            body: html`<p>${texts.text(duration(instance.absoluteLifetime), duration(instance.idleLifetime))}</p>
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
    const found = yield* Effect.asSome(operators.signInWithInvitation(invitation, callerOf(settings, context))).pipe(
      Effect.catchTag("InvalidToken", () => Effect.succeedNone)
    )
    if (Option.isNone(found)) return invalidInvitation()
    yield* limiter.refund(consumed)
    return afterInvitation(context, found.value)
  })

  /** Goes on to the second factor if it is needed, and to the offer of a passkey, which leads on if it is of no use. */
  const afterInvitation = ({ cookies, instance }: RequestContext, end: SignInResult) => {
    const hasName = end._tag === "SecondFactorRequired" || !isUnnamed(end.userId)
    const canOffer = hasName && site.hasPasskeys(instance)
    return AfterSignIn.redirect(site, { cookies }, { end, returnUrl: Option.none(), url: paths.home, canOffer }).pipe(
      SessionCookies.setSignIn(cookies, end)
    )
  }

  const onSignInPage = Effect.fnUntraced(function* (context: RequestContext) {
    const query = RequestReader.query(context.request)
    const state = query.has("signed-out") ? "signed-out" : query.has("again") ? "again" : "new"
    const returnUrl = FormInput.textOf(query, ReturnUrl.parameter)
    const more = state === "again" ? { confirming: yield* signInPage.confirmingOf(callerOf(settings, context)) } : {}
    return signInPage.show({ returnUrl, form: Option.none() }, state, more)
  })

  const onPasskey = Effect.fnUntraced(function* (context: RequestContext) {
    const form = yield* RequestReader.form(context.request)
    const continuation = continuationIn(form)
    return yield* signInWithPasskey(context, form).pipe(
      Effect.map((result) => SessionCookies.setSignIn(context.cookies, result)(goOn(continuation))),
      Effect.catchTag("PasskeyRejected", (rejectedPasskey) =>
        Effect.succeed(signInPage.show(continuation, "failed-passkey", { rejectedPasskey }))
      )
    )
  })

  /** Returns what the page says of a problem with what was sent to confirm who it is. */
  const errorOf = (part: ReauthenticationPart, found: Problem, { instance }: RequestContext) =>
    found.code === "invalid_request"
      ? FormError.of(language.pages, found, instance)
      : part.errorOf?.(language.pages, found)

  const onConfirm = Effect.fnUntraced(function* (context: RequestContext) {
    const { cookies, request } = context
    const form = yield* RequestReader.form(request)
    const continuation = continuationIn(form)
    const part = signInPage.confirmingIn(form)
    if (part?.confirm === undefined) return yield* problem("invalid_request")
    const confirmed = yield* Effect.either(part.confirm(context, form))
    if (Either.isRight(confirmed)) return SessionCookies.setSession(cookies, confirmed.right)(goOn(continuation))
    const found = toProblem(confirmed.left)
    if (found.code === "unauthenticated") return redirect(paths.signIn(signInPage.goTo(continuation)))
    const error = errorOf(part, found, context)
    if (error === undefined) return yield* Effect.fail(confirmed.left)
    const confirming = yield* signInPage.confirmingOf(callerOf(settings, context))
    return signInPage.show(continuation, "failed-code", { confirming, error })
  })

  const onSignIn = Effect.fnUntraced(function* (context: RequestContext) {
    const form = yield* RequestReader.form(context.request)
    const continuation = continuationIn(form)
    const name = yield* Effect.asSome(adminKey.check(context, Redacted.make(FormInput.textOf(form, "key")))).pipe(
      Effect.catchTag("Problem", () => Effect.succeedNone)
    )
    if (Option.isNone(name)) return signInPage.show(continuation, "failed-key")
    yield* apiKeys.recordUse({ actor: "dashboard", name: name.value, ipAddress: context.caller.ipAddress })
    const issued = yield* operators.signInWithAdminKey(callerOf(settings, context))
    return SessionCookies.setSession(context.cookies, issued)(goOn(continuation))
  })

  const onSignOut = (context: RequestContext) =>
    Effect.as(
      operators.signOut(callerOf(settings, context)),
      SessionCookies.clearSession(context.cookies)(redirect(paths.signedOut))
    )

  return [
    { method: "GET", path: "/dashboard/enter", handler: anyone(onOpenInvitation) },
    { method: "POST", path: "/dashboard/enter", handler: anyone(onUseInvitation) },
    { method: "GET", path: "/dashboard/sign-in", handler: anyone(onSignInPage) },
    { method: "POST", path: "/dashboard/sign-in", handler: anyone(onSignIn) },
    { method: "POST", path: "/dashboard/sign-in/passkey", handler: anyone(onPasskey) },
    { method: "POST", path: "/dashboard/sign-in/code", handler: anyone(onConfirm) },
    { method: "POST", path: "/dashboard/sign-out", handler: anyone(onSignOut) }
  ] satisfies ReadonlyArray<Route>
})
