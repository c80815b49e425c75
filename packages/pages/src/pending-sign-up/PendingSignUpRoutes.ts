/**
 * The routes of a sign-up that waits for its address to be verified.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { SignInWithIdentityProvider } from "@latchkey/domain/identity-provider/SignInWithIdentityProvider"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type VerifiedSignUp, VerifySignUp } from "@latchkey/domain/pending-sign-up/VerifySignUp"
import { Sessions } from "@latchkey/domain/session/Sessions"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Paths from "../core/Paths.ts"
import * as RequestedLinkCookie from "../core/RequestedLinkCookie.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import * as AfterSignIn from "../core/AfterSignIn.ts"
import * as FormInput from "../core/FormInput.ts"
import type { Route } from "../core/Routes.ts"
import type { Render, Site } from "../core/Site.ts"
import * as MagicLinkPages from "../magic-link/MagicLinkPages.ts"
import * as RequestedLink from "../magic-link/RequestedLink.ts"
import * as PendingSignUpPages from "./PendingSignUpPages.ts"

export const make = Effect.fnUntraced(function* (site: Site) {
  const { open, verify } = yield* VerifySignUp
  const { providersOf } = yield* SignInWithIdentityProvider
  const sessions = yield* Sessions
  const { cookiePath, get, languageIn, languageOf, post, prefix, renderMessage, respond, urls } = site

  const hasProviders = (instance: Instance) => providersOf(instance).length > 0

  const onSent = (context: RequestContext) => {
    const id = FormInput.textOf(RequestReader.query(context.request), PendingSignUpPages.providerName)
    const provider = providersOf(context.instance).find((provider) => provider.id === id)?.name
    return Effect.map(languageOf(context), (language) =>
      respond(PendingSignUpPages.checkYourEmail({ ...RequestedLink.requester(site, { context, language }), provider }))
    )
  }

  /** Shows the button. It uses nothing up, so link previews and scanners do not, either. */
  const onLink = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, instance, request } = context
    if (RequestReader.isPrefetch(request.headers)) return HttpServerResponse.empty({ status: 204 })
    const linkToken = yield* RequestReader.linkToken(RequestReader.query(request))
    const { email, keepsCredential } = yield* open({ instance, caller, linkToken })
    const session = yield* sessions.find({ instance, caller })
    const current = Option.map(session, (session) => session.email)
    const formTargets = ReturnUrl.formTargets(urls, instance, RequestedLink.returnUrl(site, context))
    return respond(
      PendingSignUpPages.confirmation({
        language: languageIn(context, session),
        instance,
        prefix,
        email,
        keepsCredential,
        hasProviders: hasProviders(instance),
        current,
        linkToken,
        formTargets
      })
    )
  })

  const signedIn = (verified: VerifiedSignUp, context: RequestContext) => {
    const { hasCredential, passwordRemoved } = verified
    const { instance } = context
    const next = AfterSignIn.urlAfterVerified(site, instance, verified, RequestedLink.returnUrl(site, context))
    if (hasCredential) return Page.redirect(next)
    const options = { language: languageIn(context, Option.none()), instance, prefix }
    if (passwordRemoved) return respond(MagicLinkPages.passwordRemoved(options, next))
    return respond(PendingSignUpPages.credentialNeeded({ ...options, hasProviders: hasProviders(instance) }, next))
  }

  const onVerify = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, cookies, instance } = context
    const linkToken = yield* RequestReader.linkToken(form)
    const issued = yield* verify({ instance, caller, linkToken })
    return signedIn(issued, context).pipe(
      SessionCookies.setSignIn(cookies, issued),
      RequestedLinkCookie.clear(cookies, cookiePath)
    )
  })

  const renderSent: Render = (problem, failed) => renderMessage(Paths.signUpSent, problem, failed)
  const render: Render = (problem, failed) =>
    RequestedLink.rejected(site, problem, failed, (requester) => PendingSignUpPages.rejected(requester, problem))

  return [
    { method: "GET", path: Paths.signUpSent, handler: get(onSent, renderSent) },
    { method: "GET", path: Paths.verifySignUp, handler: get(onLink, render) },
    { method: "POST", path: Paths.verifySignUp, handler: post(Paths.signUp, onVerify, render) }
  ] satisfies ReadonlyArray<Route>
})
