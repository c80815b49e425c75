/**
 * The routes for users who have forgotten their password.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { RequestPasswordReset } from "@latchkey/domain/password-reset/RequestPasswordReset"
import { ResetPassword } from "@latchkey/domain/password-reset/ResetPassword"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { type EndpointError, type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import * as Paths from "../core/Paths.ts"
import * as RequestedLinkCookie from "../core/RequestedLinkCookie.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import * as AfterSignIn from "../core/AfterSignIn.ts"
import type { Route } from "../core/Routes.ts"
import type { FailedRequest, Render, Site } from "../core/Site.ts"
import * as RequestedLink from "../magic-link/RequestedLink.ts"
import * as PasswordResetPages from "./PasswordResetPages.ts"

/** The errors that the form shows. After all others the link cannot be used. */
const isShownOnForm = (error: EndpointError): boolean =>
  error._tag === "HasherOverloaded" ||
  error._tag === "PasswordRejected" ||
  (error._tag === "Problem" && error.code === "invalid_request")

/** Makes the routes that request a link. */
const makeForgotten = Effect.fnUntraced(function* (site: Site) {
  const { isAvailable, request } = yield* RequestPasswordReset
  const { cookiePath, get, languageOf, post, prefix, readerOf, renderMessage, respond, urls } = site

  const returnUrlOf = ({ instance, request }: RequestContext, form: URLSearchParams) =>
    ReturnUrl.read(urls, instance, form.has(ReturnUrl.parameter) ? form : RequestReader.query(request))

  const render = (problem: Problem | undefined, failed: FailedRequest) => {
    const { context, form, language } = failed
    const options = {
      language,
      instance: context?.instance,
      prefix,
      returnUrl:
        context === undefined
          ? FormInput.textOf(form, ReturnUrl.parameter)
          : Option.getOrElse(returnUrlOf(context, form), () => "")
    }
    const error = problem === undefined ? undefined : FormError.of(language, problem, context?.instance)
    if (context !== undefined && !isAvailable(context.instance))
      return respond(PasswordResetPages.unavailable(options, error?.status))
    return respond(PasswordResetPages.forgotten({ ...options, email: FormInput.textOf(form, "email"), error }))
  }

  const onRequest = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, cookies, instance } = context
    const { email } = yield* FormInput.all({ email: FormInput.email(form) })
    yield* request({ instance, caller, email })
    return Page.redirect(`${prefix}${Paths.forgotPasswordSent}`).pipe(
      RequestedLinkCookie.set(cookies, cookiePath, { email, returnUrl: returnUrlOf(context, form) })
    )
  })

  const onSent = (context: RequestContext) =>
    Effect.map(languageOf(context), (language) =>
      respond(PasswordResetPages.sent(RequestedLink.requester(site, { context, language })))
    )

  const noForm = new URLSearchParams()
  const onForgotten = (context: RequestContext) =>
    Effect.map(readerOf(context), (reader) =>
      render(undefined, { request: context.request, context, ...reader, form: noForm })
    )
  const renderSent: Render = (problem, failed) => renderMessage(Paths.forgotPasswordSent, problem, failed)
  return [
    { method: "GET", path: Paths.forgotPassword, handler: get(onForgotten, render) },
    { method: "POST", path: Paths.forgotPassword, handler: post(Paths.forgotPassword, onRequest, render) },
    { method: "GET", path: Paths.forgotPasswordSent, handler: get(onSent, renderSent) }
  ] satisfies ReadonlyArray<Route>
})

/** Makes the routes of the link. */
const makeReset = Effect.fnUntraced(function* (site: Site) {
  const { checkPolicy, open, reset } = yield* ResetPassword
  const sessions = yield* Sessions
  const { cookiePath, get, languageIn, post, prefix, renderMessage, respond, urls } = site

  /** Shows the form. It uses nothing up, so link previews and scanners do not, either. */
  const show = Effect.fnUntraced(function* (context: RequestContext, linkToken: string, problem?: Problem) {
    const { caller, instance } = context
    const email = yield* open({ instance, caller, linkToken })
    const session = yield* sessions.find({ instance, caller })
    const signedInAs = Option.map(session, (session) => session.email)
    const language = languageIn(context, session)
    return respond(
      PasswordResetPages.form({
        language,
        instance,
        prefix,
        email,
        current: Option.filter(signedInAs, (current) => current !== email),
        linkToken,
        formTargets: ReturnUrl.formTargets(urls, instance, RequestedLink.returnUrl(site, context)),
        error: problem === undefined ? undefined : FormError.of(language, problem, instance)
      })
    )
  })

  const onLink = Effect.fnUntraced(function* (context: RequestContext) {
    const { request } = context
    if (RequestReader.isPrefetch(request.headers)) return HttpServerResponse.empty({ status: 204 })
    return yield* show(context, yield* RequestReader.linkToken(RequestReader.query(request)))
  })

  const setPassword = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams, linkToken: string) {
    const { caller, cookies, instance } = context
    const { password } = yield* FormInput.all({
      password: FormInput.password(form, "password", "newPasswordMissing")
    })
    // `reset` checks it, too, but consumes the limit first. Then `show` would consume it again.
    yield* checkPolicy({ instance, password })
    const issued = yield* reset({ instance, caller, linkToken, password })
    const returnUrl = RequestedLink.returnUrl(site, context)
    return Page.redirect(AfterSignIn.urlAfterVerified(site, instance, issued, returnUrl)).pipe(
      SessionCookies.setSignIn(cookies, issued),
      RequestedLinkCookie.clear(cookies, cookiePath)
    )
  })

  const onReset = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const linkToken = yield* RequestReader.linkToken(form)
    return yield* Effect.catchAll(setPassword(context, form, linkToken), (error) =>
      isShownOnForm(error) ? show(context, linkToken, toProblem(error)) : Effect.fail(error)
    )
  })

  const render: Render = (problem, failed) => {
    if (failed.context === undefined) return renderMessage(Paths.forgotPassword, problem, failed)
    return RequestedLink.rejected(site, problem, failed, (requester) => PasswordResetPages.rejected(requester, problem))
  }

  return [
    { method: "GET", path: Paths.resetPassword, handler: get(onLink, render) },
    { method: "POST", path: Paths.resetPassword, handler: post(Paths.forgotPassword, onReset, render) }
  ] satisfies ReadonlyArray<Route>
})

export const make = (site: Site) =>
  Effect.map(Effect.all([makeForgotten(site), makeReset(site)]), (routes) => routes.flat())
