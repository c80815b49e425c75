/**
 * Asking for a link, and waiting for it.
 *
 * @since 0.1.0
 */
import { MagicLinks } from "@latchkey/domain/magic-link/MagicLinks"
import * as RequestedLinkCookie from "./RequestedLinkCookie.ts"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Paths from "../core/Paths.ts"
import type { Route } from "../core/Routes.ts"
import * as Asked from "./RequestedLink.ts"
import * as CredentialsPage from "../password/CredentialsPage.ts"
import { drawWith } from "../password/CredentialsRoutes.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import * as Input from "../core/FormInput.ts"
import * as LinkPage from "./MagicLinkPage.ts"
import * as Redirect from "../core/Redirect.ts"
import * as Site from "../core/Site.ts"

const again = "again"

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* (site: Site.Site) {
  const links = yield* MagicLinks
  const { cookiePath, get, post, prefix, refuse, respond, urls } = site
  const draw = drawWith(site, CredentialsPage.signIn)

  const onAsk = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { email } = yield* Input.all({ email: Input.email(form) })
    const client = yield* links.request({ ...context, email })
    const returnTo = ReturnUrl.parse(urls, context.instance, Input.textOf(form, ReturnUrl.parameter))
    const query = Input.textOf(form, again) === "" ? "" : `?${again}=1`
    return Redirect.to(`${prefix}${Paths.checkYourMail}${query}`).pipe(
      SessionCookies.setClient(context.settings, client),
      RequestedLinkCookie.set(context.settings, cookiePath, { email, returnTo })
    )
  })

  const onCheck = (context: RequestContext) => {
    const isAgain = ReturnUrl.parameterOf(context.request, again) !== undefined
    return Effect.succeed(respond(LinkPage.checkYourMail(Asked.by(site, context), isAgain)))
  }

  const routes: ReadonlyArray<Route> = [
    {
      method: "POST",
      path: Paths.signInLink,
      handler: post(Paths.signIn, onAsk, (problem, disturbed) => draw(disturbed, problem))
    },
    {
      method: "GET",
      path: Paths.signInLink,
      handler: get(
        () => Effect.succeed(Redirect.to(`${prefix}${Paths.signIn}`)),
        (problem, disturbed) => refuse(Paths.signIn, problem, disturbed)
      )
    },
    {
      method: "GET",
      path: Paths.checkYourMail,
      handler: get(onCheck, (problem, disturbed) => refuse(Paths.checkYourMail, problem, disturbed))
    }
  ]
  return routes
})
