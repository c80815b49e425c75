/**
 * The sign-in link that a browser requested last, by its cookie, and requesting one.
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Email } from "@latchkey/domain/core/Email"
import type { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import { type Problem, statusOf } from "@latchkey/http/core/Problem"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as LastWayCookie from "../core/LastWayCookie.ts"
import * as MessagePage from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"
import * as RequestedLinkCookie from "../core/RequestedLinkCookie.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { FailedRequest, Layout } from "../core/Site.ts"
import * as PasskeyOfferCookie from "../core/PasskeyOfferCookie.ts"
import * as AfterSignIn from "../core/AfterSignIn.ts"
import * as MagicLinkPages from "./MagicLinkPages.ts"

/** The query parameter by which the page knows that a link was requested again. */
export const again = "again"

/**
 * A request for a link. `isAgain`: whether it repeats another one. `canOffer`: whether the device can create a passkey.
 */
export interface LinkRequest {
  readonly email: Email
  readonly returnUrl: Option.Option<string>
  readonly isAgain: boolean
  readonly canOffer?: boolean
}

/** Requests a link, and leads to the page that tells the user to look for the email. */
export const make =
  ({ request }: RequestMagicLink["Type"], { cookiePath, prefix }: Layout) =>
  ({ caller, cookies, instance }: RequestContext, { canOffer = false, email, isAgain, returnUrl }: LinkRequest) =>
    Effect.map(request({ instance, caller, email }), (clientToken) =>
      Page.redirect(`${prefix}${Paths.checkYourEmail}${isAgain ? `?${again}=1` : ""}`).pipe(
        SessionCookies.setClient(cookies, clientToken),
        RequestedLinkCookie.set(cookies, cookiePath, { email, returnUrl }),
        canOffer ? PasskeyOfferCookie.set(cookies, cookiePath, "possible") : identity
      )
    )

/** Returns the return URL of the request, checked again. */
export const returnUrl = ({ urls }: Layout, { instance, request }: RequestContext): Option.Option<string> =>
  RequestedLinkCookie.read(request.headers).pipe(
    Option.flatMap((requested) => requested.returnUrl),
    Option.flatMap((text) => ReturnUrl.parse(urls, instance, text))
  )

/** Makes the response that follows a sign-in with a link or a code, without the cookies of the session. */
export const signedIn = (
  layout: Layout,
  end: AfterSignIn.SignInEnd & { readonly passwordRemoved: boolean },
  context: RequestContext
): HttpServerResponse.HttpServerResponse => {
  const { cookiePath, languageIn, prefix, respond } = layout
  const { cookies, instance } = context
  const requestedUrl = returnUrl(layout, context)
  const step = {
    end,
    returnUrl: requestedUrl,
    url: AfterSignIn.verifiedUrl(layout, instance, requestedUrl),
    canOffer: PasskeyOfferCookie.wasPossible(context)
  }
  const next = AfterSignIn.locationOf(prefix, step)
  const response = end.passwordRemoved
    ? respond(MagicLinkPages.passwordRemoved({ language: languageIn(context, Option.none()), instance, prefix }, next))
    : AfterSignIn.redirect(layout, context, step)
  return response.pipe(
    LastWayCookie.set(cookies, cookiePath, "magic_link"),
    RequestedLinkCookie.clear(cookies, cookiePath)
  )
}

/** Returns what the pages know of the browser. In an outage it is only the language. */
export const requester = (
  layout: Layout,
  { context, language }: Pick<FailedRequest, "context" | "language">
): MagicLinkPages.LinkRequester => {
  const { hasCodes, hasLinks, prefix, urls } = layout
  const unknown = {
    language,
    prefix,
    email: "",
    returnUrl: "",
    formTargets: [],
    hasLinks: false,
    hasCodes: false
  } as const
  if (context === undefined) return { ...unknown, instance: undefined }
  const { instance, request } = context
  const requestedUrl = returnUrl(layout, context)
  return {
    language,
    instance,
    prefix,
    email: Option.match(RequestedLinkCookie.read(request.headers), { onNone: () => "", onSome: ({ email }) => email }),
    returnUrl: Option.getOrElse(requestedUrl, () => ""),
    formTargets: ReturnUrl.formTargets(urls, instance, requestedUrl),
    hasLinks: hasLinks(instance),
    hasCodes: hasCodes(instance)
  }
}

/**
 * Makes the response for a link that does not sign in. A user who is signed in, as after opening it twice, reads that,
 * and can continue: no token is honoured. `view`: the page for all others.
 */
export const rejected = (
  layout: Layout,
  problem: Problem,
  failed: Pick<FailedRequest, "context" | "language" | "session">,
  view: (requester: MagicLinkPages.LinkRequester) => Page.Page
): HttpServerResponse.HttpServerResponse => {
  const { prefix, respond } = layout
  const { context, language, session } = failed
  if (context === undefined || problem.code !== "invalid_token" || Option.isNone(session)) {
    return respond(view(requester(layout, failed)))
  }
  const { instance } = context
  const { email } = session.value
  const next = AfterSignIn.nextUrl(layout, instance, returnUrl(layout, context))
  const about = language.problem(problem)
  const status = statusOf(problem.code)
  return respond(MessagePage.signedIn({ language, instance, prefix, email, next, about, status }))
}
