/**
 * The routes for signing in and signing up with a password, and for the sign-in page with an address filled in.
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Caller } from "@latchkey/domain/core/Caller"
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { Password } from "@latchkey/domain/password/Password"
import { SignInWithPassword } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"
import type { SignInResult } from "@latchkey/domain/session/SessionIssuer"
import { isAllowed, Sessions } from "@latchkey/domain/session/Sessions"
import type { EndpointError, RequestContext } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormInput from "../core/FormInput.ts"
import * as LastWayCookie from "../core/LastWayCookie.ts"
import * as MessagePage from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"
import * as RequestedLinkCookie from "../core/RequestedLinkCookie.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { Route } from "../core/Routes.ts"
import type { Site } from "../core/Site.ts"
import * as PasskeyOfferCookie from "../core/PasskeyOfferCookie.ts"
import * as AfterSignIn from "../core/AfterSignIn.ts"
import { renderForm, type View } from "../sign-in/renderForm.ts"
import * as SignInPages from "../sign-in/SignInPages.ts"

const noForm = new URLSearchParams()

interface Attempt {
  readonly instance: Instance
  readonly caller: Caller
  readonly email: Email
  readonly password: Password
}

/** Signs in or up, and makes the response. */
type Use = (
  attempt: Attempt,
  context: RequestContext,
  form: URLSearchParams
) => Effect.Effect<HttpServerResponse.HttpServerResponse, EndpointError>

export const make = Effect.fnUntraced(function* (site: Site) {
  const sessions = yield* Sessions
  const { signIn } = yield* SignInWithPassword
  const { signUp } = yield* SignUp
  const { cookiePath, get, languageIn, post, prefix, respond, urls } = site

  /**
   * Names the client of a browser that presents none. Otherwise each of its next requests that run at the same time, as
   * the options of a passkey and a visit to an identity provider do, would name another one, and the last would win.
   * Strict cookies do not arrive from other sites: that browser may have a client, and a session of it.
   */
  const nameClient = Effect.fnUntraced(function* (
    { caller, cookies }: RequestContext,
    response: HttpServerResponse.HttpServerResponse
  ) {
    if (Option.isSome(caller.clientToken) || cookies.cookieSameSite === "strict") return response
    return SessionCookies.setClient(cookies, yield* sessions.clientOf(caller))(response)
  })

  /** Shows the form of a page, or that the user is signed in already. */
  const show = Effect.fnUntraced(function* (view: View, context: RequestContext, form: URLSearchParams) {
    const { caller, instance, request } = context
    const session = yield* sessions.find({ instance, caller })
    const language = languageIn(context, session)
    yield* site.warnAboutReturn(context, Option.isSome(session))
    if (Option.isNone(session)) {
      return yield* nameClient(
        context,
        renderForm(site, view)(undefined, { request, context, session, language, form })
      )
    }
    const values = form.has(ReturnUrl.parameter) ? form : RequestReader.query(request)
    const next = AfterSignIn.nextUrl(site, instance, ReturnUrl.read(urls, instance, values))
    if (!isAllowed(instance, session.value)) return Page.redirect(next)
    return respond(MessagePage.signedIn({ language, instance, prefix, email: session.value.email, next }))
  })

  const signedIn = (context: RequestContext, form: URLSearchParams, end: SignInResult, canOffer: boolean) => {
    const { cookies, instance } = context
    const returnUrl = ReturnUrl.read(urls, instance, form)
    const url = AfterSignIn.nextUrl(site, instance, returnUrl)
    return AfterSignIn.redirect(site, context, { end, returnUrl, url, canOffer }).pipe(
      SessionCookies.setSignIn(cookies, end),
      LastWayCookie.set(cookies, cookiePath, "password"),
      RequestedLinkCookie.clear(cookies, cookiePath)
    )
  }

  const onSignIn: Use = (attempt, context, form) =>
    Effect.map(signIn(attempt), (end) => signedIn(context, form, end, PasskeyOfferCookie.isPossible(context, form)))

  const onSignUp: Use = (attempt, context, form) =>
    Effect.map(signUp(attempt), (result) => {
      if (result._tag === "SignedUp") return signedIn(context, form, result.issued, false)
      const { cookies, instance } = context
      const returnUrl = ReturnUrl.read(urls, instance, form)
      return Page.redirect(`${prefix}${Paths.signUpSent}`).pipe(
        SessionCookies.setClient(cookies, result.clientToken),
        RequestedLinkCookie.set(cookies, cookiePath, { email: attempt.email, returnUrl })
      )
    })

  const routes = (path: `/${string}`, view: View, use: Use) => {
    const render = renderForm(site, view)

    const onPost = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
      const { caller, instance } = context
      const { email, password } = yield* FormInput.all({
        email: FormInput.email(form),
        password: FormInput.password(form, "password", "passwordMissing")
      })
      return yield* use({ instance, caller, email, password }, context, form)
    })

    return [
      { method: "GET", path, handler: get((context) => show(view, context, noForm), render) },
      { method: "POST", path, handler: post(path, onPost, render) }
    ] satisfies ReadonlyArray<Route>
  }

  // An address in a query would be in histories and in the logs of proxies. So the form of another page posts it.
  const onEmail = (context: RequestContext, form: URLSearchParams) => show(SignInPages.signIn, context, form)
  const render = renderForm(site, SignInPages.signIn)
  const toSignIn = Page.redirect(`${prefix}${Paths.signIn}`)

  return [
    ...routes(Paths.signIn, SignInPages.signIn, onSignIn),
    ...routes(Paths.signUp, SignInPages.signUp, onSignUp),
    { method: "POST", path: Paths.signInEmail, handler: post(Paths.signIn, onEmail, render) },
    { method: "GET", path: Paths.signInEmail, handler: get(() => Effect.succeed(toSignIn), render) }
  ] satisfies ReadonlyArray<Route>
})
