/**
 * The routes for requesting a sign-in link.
 */
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as FormInput from "../core/FormInput.ts"
import * as Paths from "../core/Paths.ts"
import * as RequestedLinkCookie from "../core/RequestedLinkCookie.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { Route } from "../core/Routes.ts"
import type { Site } from "../core/Site.ts"
import * as SignInPages from "../password/SignInPages.ts"
import { renderForm } from "../password/SignInRoutes.ts"
import * as MagicLinkPages from "./MagicLinkPages.ts"
import * as RequestedLink from "./RequestedLink.ts"

const again = "again"

export const make = Effect.fnUntraced(function* (site: Site) {
  const links = yield* RequestMagicLink
  const { cookiePath, get, post, prefix, renderMessage, respond, urls } = site

  const onRequest = Effect.fnUntraced(function* ({ caller, cookies, instance }: RequestContext, form: URLSearchParams) {
    const { email } = yield* FormInput.all({ email: FormInput.email(form) })
    const clientToken = yield* links.request({ instance, caller, email })
    const query = FormInput.textOf(form, again) === "" ? "" : `?${again}=1`
    return Page.redirect(`${prefix}${Paths.checkYourEmail}${query}`).pipe(
      SessionCookies.setClient(cookies, clientToken),
      RequestedLinkCookie.set(cookies, cookiePath, { email, returnUrl: ReturnUrl.read(urls, instance, form) })
    )
  })

  const onCheckYourEmail = (context: RequestContext) => {
    const isAgain = RequestReader.query(context.request).has(again)
    return Effect.succeed(respond(MagicLinkPages.checkYourEmail(RequestedLink.requester(site, context), isAgain)))
  }

  return [
    {
      method: "POST",
      path: Paths.signInLink,
      handler: post(Paths.signIn, onRequest, renderForm(site, SignInPages.signIn))
    },
    {
      method: "GET",
      path: Paths.signInLink,
      handler: get(
        () => Effect.succeed(Page.redirect(`${prefix}${Paths.signIn}`)),
        (problem, failed) => renderMessage(Paths.signIn, problem, failed)
      )
    },
    {
      method: "GET",
      path: Paths.checkYourEmail,
      handler: get(onCheckYourEmail, (problem, failed) => renderMessage(Paths.checkYourEmail, problem, failed))
    }
  ] satisfies ReadonlyArray<Route>
})
