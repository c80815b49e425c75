/**
 * Signing in and making an account, by address and password.
 *
 * @since 0.1.0
 */
import type { IssuedSession } from "@latchkey/domain/session/SessionIssuer"
import { SignIn } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"
import * as RequestedLinkCookie from "../magic-link/RequestedLinkCookie.ts"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import type { Problem } from "@latchkey/http/core/Problem"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Paths from "../core/Paths.ts"
import type { Page } from "../core/Layout.ts"
import type { Route } from "../core/Routes.ts"
import * as FormError from "../core/FormError.ts"
import * as CredentialsPage from "./CredentialsPage.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import * as Input from "../core/FormInput.ts"
import * as MessagePage from "../core/MessagePage.ts"
import * as Redirect from "../core/Redirect.ts"
import * as Site from "../core/Site.ts"

/**
 * Draws a form with what was typed, and with what went wrong. In an outage nobody can tell which origins are the
 * instance's: then where to go back to is kept as it came, to be looked at when the form is sent, and the form may lead
 * anywhere.
 *
 * @since 0.1.0
 */
export const drawWith =
  ({ hasLinks, prefix, respond, urls }: Site.Site, view: (form: CredentialsPage.CredentialsForm) => Page) =>
  (disturbed: Site.Disturbed, problem?: Problem) => {
    const { form, request, context } = disturbed
    const wanted =
      Input.textOf(form, ReturnUrl.parameter) || ReturnUrl.parameterOf(request, ReturnUrl.parameter) || ""
    const instance = context?.instance
    const returnTo = instance === undefined ? Option.some(wanted) : ReturnUrl.parse(urls, instance, wanted)
    return respond(
      view({
        instance,
        prefix,
        hasLinks: hasLinks(instance),
        email: Input.textOf(form, "email"),
        returnTo: Option.getOrElse(returnTo, () => ""),
        formTargets: instance === undefined ? ["https:", "http:"] : ReturnUrl.formTargets(urls, instance, returnTo),
        formError: problem === undefined ? undefined : FormError.of(problem, instance)
      })
    )
  }

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* (site: Site.Site) {
  const signIn = yield* SignIn
  const signUp = yield* SignUp
  const { cookiePath, get, post, prefix, respond, sessionOf, urls } = site

  const arrive = (context: RequestContext, form: URLSearchParams) => (issued: IssuedSession) => {
    const returnTo = ReturnUrl.parse(urls, context.instance, Input.textOf(form, ReturnUrl.parameter))
    const next = ReturnUrl.of(urls, context.instance, returnTo)
    return Redirect.to(next).pipe(
      SessionCookies.setSession(context.settings, issued),
      RequestedLinkCookie.clear(context.settings, cookiePath)
    )
  }

  const routes = (
    path: `/${string}`,
    view: (form: CredentialsPage.CredentialsForm) => Page,
    use: (typeof SignIn.Service | typeof SignUp.Service)["withPassword"]
  ): ReadonlyArray<Route> => {
    const draw = drawWith(site, view)

    const onGet = Effect.fnUntraced(function* (context: RequestContext) {
      const { instance, request } = context
      const session = yield* sessionOf(context)
      if (Option.isNone(session)) return draw({ request, context, form: new URLSearchParams() })
      const returnTo = ReturnUrl.parse(urls, instance, ReturnUrl.parameterOf(request, ReturnUrl.parameter))
      const next = ReturnUrl.of(urls, instance, returnTo)
      return respond(MessagePage.signedIn({ instance, prefix }, session.value.email, next))
    })

    const onPost = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
      const credentials = yield* Input.all({ email: Input.email(form), password: Input.password(form, "password") })
      const issued = yield* use({ ...context, ...credentials })
      return arrive(context, form)(issued)
    })

    return [
      { method: "GET", path, handler: get(onGet, (problem, disturbed) => draw(disturbed, problem)) },
      { method: "POST", path, handler: post(path, onPost, (problem, disturbed) => draw(disturbed, problem)) }
    ]
  }

  return [
    ...routes(Paths.signIn, CredentialsPage.signIn, signIn.withPassword),
    ...routes(Paths.signUp, CredentialsPage.signUp, signUp.withPassword)
  ]
})
