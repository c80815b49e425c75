/**
 * Signing in to the dashboard, with a passkey, a one-time invitation or the admin key, and signing out.
 */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import { invitationLifetime, unnamedInvitationLifetime } from "@latchkey/domain/operator/DashboardInvitation"
import { isUnnamed } from "@latchkey/domain/operator/OperatorUsers"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import type { SignInResult } from "@latchkey/domain/session/SessionIssuer"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import { type EndpointError, type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { html, redirect } from "@latchkey/http/core/Page"
import { type Problem, problem, statusOf } from "@latchkey/http/core/Problem"
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
import { isOfReauthentication, reauthenticationError } from "../../core/WayIn.ts"
import type { DashboardFrame } from "../core/DashboardFrame.ts"
import { callerOf, type OperatorAccess } from "./OperatorAccess.ts"
import * as OperatorSignInPage from "./OperatorSignInPage.ts"
import { commands, type Wanted, wantedIn } from "./OperatorSignInPage.ts"
import { invitationPerIp } from "@latchkey/domain/operator/OperatorLimits"

/** Handles what a form of the page has sent. */
type OnForm = (
  context: RequestContext,
  form: URLSearchParams,
  wanted: Wanted
) => Effect.Effect<HttpServerResponse.HttpServerResponse, EndpointError>

/** Returns `true` for a rate limit and for an outage. */
const isTemporary = ({ code }: Problem): boolean => [429, 503].includes(statusOf(code))

export const make = Effect.fnUntraced(function* (frame: DashboardFrame, { anyone }: OperatorAccess, site: Site) {
  const { language, paths, plainPage, problemPage } = frame
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
  const goOn = (wanted: Wanted) =>
    Option.match(wanted.form, {
      onNone: () => redirect(signInPage.goTo(wanted)),
      onSome: (form) => signInPage.resume(wanted, form)
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

  const onPasskey: OnForm = (context, form, wanted) =>
    signInWithPasskey(context, form).pipe(
      Effect.map((result) => SessionCookies.setSignIn(context.cookies, result)(goOn(wanted))),
      Effect.catchTag("PasskeyRejected", (rejectedPasskey) =>
        Effect.succeed(signInPage.show(wanted, "new", { rejectedPasskey }))
      )
    )

  const onConfirm: OnForm = Effect.fnUntraced(function* (context, form, wanted) {
    const { cookies, instance } = context
    const part = signInPage.confirmingIn(form)
    const confirmed = yield* Effect.either(part?.confirm?.(context, form) ?? problem("invalid_request"))
    if (Either.isRight(confirmed)) return SessionCookies.setSession(cookies, confirmed.right)(goOn(wanted))
    const found = toProblem(confirmed.left)
    if (found.code === "unauthenticated") return redirect(paths.signIn(signInPage.goTo(wanted)))
    if (!isOfReauthentication(found)) return yield* Effect.fail(confirmed.left)
    const error = reauthenticationError(part, found, { instance, language: language.pages })
    const confirming = yield* signInPage.confirmingOf(callerOf(settings, context))
    return signInPage.show(wanted, "again", { confirming, error })
  })

  const onSignIn: OnForm = Effect.fnUntraced(function* (context, form, wanted) {
    const name = yield* Effect.asSome(adminKey.check(context, Redacted.make(FormInput.textOf(form, "key")))).pipe(
      Effect.catchTag("Problem", () => Effect.succeedNone)
    )
    if (Option.isNone(name)) return signInPage.show(wanted, "wrong-key")
    yield* apiKeys.recordUse({ actor: "dashboard", name: name.value, ipAddress: context.caller.ipAddress })
    const issued = yield* operators.signInWithAdminKey(callerOf(settings, context))
    return SessionCookies.setSession(context.cookies, issued)(goOn(wanted))
  })

  /** Makes the page of a problem. For one that passes by itself, it is the form again, with what it has kept. */
  const renderProblem = (request: RequestReader.IncomingRequest) => (found: Problem) => {
    if (!isTemporary(found)) return Effect.succeed(problemPage(found))
    const error = FormError.make(language.pages, found, {}, language.problem(found))
    return RequestReader.form(request).pipe(
      Effect.orElseSucceed(() => new URLSearchParams()),
      Effect.map((form) => signInPage.show(wantedIn(form), "new", { error }))
    )
  }

  const onForm = (handler: OnForm): Route["handler"] =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      anyone(
        (context) => Effect.flatMap(RequestReader.form(request), (form) => handler(context, form, wantedIn(form))),
        renderProblem(request)
      )
    )

  const onSignOut = (context: RequestContext) =>
    Effect.as(
      operators.signOut(callerOf(settings, context)),
      SessionCookies.clearSession(context.cookies)(redirect(paths.signedOut))
    )

  return [
    { method: "GET", path: "/dashboard/enter", handler: anyone(onOpenInvitation) },
    { method: "POST", path: "/dashboard/enter", handler: anyone(onUseInvitation) },
    { method: "GET", path: "/dashboard/sign-in", handler: anyone(onSignInPage) },
    { method: "POST", path: "/dashboard/sign-in", handler: onForm(onSignIn) },
    { method: "POST", path: "/dashboard/sign-in/passkey", handler: onForm(onPasskey) },
    { method: "POST", path: "/dashboard/sign-in/code", handler: onForm(onConfirm) },
    { method: "POST", path: "/dashboard/sign-out", handler: anyone(onSignOut) }
  ] satisfies ReadonlyArray<Route>
})
