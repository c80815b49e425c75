/**
 * The routes of the link of an invitation.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { AcceptInvitation } from "@latchkey/domain/invitation/AcceptInvitation"
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
import type { Route } from "../core/Routes.ts"
import type { Render, Site } from "../core/Site.ts"
import * as MagicLinkPages from "../magic-link/MagicLinkPages.ts"
import * as RequestedLink from "../magic-link/RequestedLink.ts"
import * as InvitationPages from "./InvitationPages.ts"

export const make = Effect.fnUntraced(function* (site: Site) {
  const { accept, open } = yield* AcceptInvitation
  const sessions = yield* Sessions
  const { cookiePath, get, hasLinks, languageIn, ownUrl, post, prefix, respond, urls } = site

  /** Shows the button. It uses nothing up, so link previews and scanners do not, either. */
  const onLink = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, instance, request } = context
    if (RequestReader.isPrefetch(request.headers)) return HttpServerResponse.empty({ status: 204 })
    const linkToken = yield* RequestReader.linkToken(RequestReader.query(request))
    const email = yield* open({ instance, caller, linkToken })
    const session = yield* sessions.find({ instance, caller })
    const current = Option.map(session, (session) => session.email)
    const formTargets = ReturnUrl.formTargets(urls, instance, Option.none())
    const language = languageIn(context, session)
    return respond(InvitationPages.confirmation({ language, instance, prefix, email, current, linkToken, formTargets }))
  })

  /** Without links the user needs a password, and can set one in the next ten minutes. */
  const nextUrl = (context: RequestContext, end: AfterSignIn.SignInEnd): string => {
    const { instance } = context
    if (hasLinks(instance)) return AfterSignIn.urlAfterVerified(site, instance, end, Option.none())
    const path = `${Paths.account}#password-part`
    const returnUrl = Option.some(ownUrl(path, context))
    return AfterSignIn.locationOf(prefix, { end, returnUrl, url: `${prefix}${path}`, canOffer: false })
  }

  const onAccept = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, cookies, instance } = context
    const linkToken = yield* RequestReader.linkToken(form)
    const issued = yield* accept({ instance, caller, linkToken })
    const next = nextUrl(context, issued)
    const response = issued.passwordRemoved
      ? respond(
          MagicLinkPages.passwordRemoved({ language: languageIn(context, Option.none()), instance, prefix }, next)
        )
      : Page.redirect(next)
    return response.pipe(SessionCookies.setSignIn(cookies, issued), RequestedLinkCookie.clear(cookies, cookiePath))
  })

  const render: Render = (problem, failed) =>
    RequestedLink.rejected(site, problem, failed, (requester) => InvitationPages.rejected(requester, problem))

  return [
    { method: "GET", path: Paths.invitation, handler: get(onLink, render) },
    { method: "POST", path: Paths.invitation, handler: post(Paths.signIn, onAccept, render) }
  ] satisfies ReadonlyArray<Route>
})
