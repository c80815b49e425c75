/**
 * The routes for requesting a sign-in link, and for the code beside it.
 */
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import { SignInWithMagicLink } from "@latchkey/domain/magic-link/SignInWithMagicLink"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
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
import type { Route } from "../core/Routes.ts"
import type { FailedRequest, Render, Site } from "../core/Site.ts"
import * as PasskeyOfferCookie from "../core/PasskeyOfferCookie.ts"
import { renderForm } from "../sign-in/renderForm.ts"
import * as SignInPages from "../sign-in/SignInPages.ts"
import * as MagicLinkPages from "./MagicLinkPages.ts"
import * as RequestedLink from "./RequestedLink.ts"

const { checkYourEmailSource, rejectedLinkSource } = MagicLinkPages
const { sourceName, signUpSource } = SignInPages

/** Renders a request that failed on the page that made it. */
const makeRender = (site: Site): Render => {
  const { renderMessage, respond } = site

  const ofRequester = (problem: Problem, failed: FailedRequest, source: string) => {
    const { context, form } = failed
    if (context === undefined) return renderMessage(Paths.checkYourEmail, problem, failed)
    const requester = RequestedLink.requester(site, failed)
    const isKnown = requester.email !== ""
    const error = FormError.of(requester.language, problem, context.instance)
    return respond(
      source === checkYourEmailSource && isKnown
        ? MagicLinkPages.checkYourEmail(requester, { error })
        : MagicLinkPages.newLink(requester, FormInput.textOf(form, "email"), error)
    )
  }

  return (problem, failed) => {
    const source = FormInput.textOf(failed.form, sourceName)
    if (source === checkYourEmailSource || source === rejectedLinkSource) return ofRequester(problem, failed, source)
    return renderForm(site, source === signUpSource ? SignInPages.signUp : SignInPages.signIn)(problem, failed)
  }
}

/** Renders a code that does not sign in. */
const makeRenderCode =
  (site: Site): Render =>
  (problem, failed) => {
    const { context } = failed
    if (context === undefined) return site.renderMessage(Paths.checkYourEmail, problem, failed)
    const requester = RequestedLink.requester(site, failed)
    const { language } = requester
    const error =
      problem.code === "invalid_token"
        ? FormError.make(language, problem, { code: language.texts.magicLink.codeRejected })
        : FormError.of(language, problem, context.instance)
    return site.respond(MagicLinkPages.checkYourEmail(requester, { error }))
  }

export const make = Effect.fnUntraced(function* (site: Site) {
  const requests = yield* RequestMagicLink
  const request = RequestedLink.make(requests, site)
  const { verifyCode } = yield* SignInWithMagicLink
  const { get, languageOf, post, prefix, renderMessage, respond, urls } = site

  const onRequest = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { email } = yield* FormInput.all({ email: FormInput.email(form) })
    const isRepeated = [checkYourEmailSource, rejectedLinkSource].includes(FormInput.textOf(form, sourceName))
    return yield* request(context, {
      email,
      returnUrl: ReturnUrl.read(urls, context.instance, form),
      canOffer: PasskeyOfferCookie.isPossible(context, form),
      isAgain: isRepeated && Option.isSome(RequestedLinkCookie.read(context.request.headers))
    })
  })

  const onCode = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, cookies, instance } = context
    const { code } = yield* FormInput.all({ code: FormInput.code(form) })
    const issued = yield* verifyCode({ instance, caller, code })
    return SessionCookies.setSignIn(cookies, issued)(RequestedLink.signedIn(site, issued, context))
  })

  const onCheckYourEmail = Effect.fnUntraced(function* (context: RequestContext) {
    const { instance, request } = context
    const requester = RequestedLink.requester(site, { context, language: yield* languageOf(context) })
    const { email } = requester
    const isAgain = RequestReader.query(request).has(RequestedLink.again)
    const needsAccount = email === "" ? !instance.isSignUpOpen : yield* requests.needsAccount({ instance, email })
    return respond(MagicLinkPages.checkYourEmail(requester, { isAgain, needsAccount }))
  })

  return [
    { method: "POST", path: Paths.signInLink, handler: post(Paths.signIn, onRequest, makeRender(site)) },
    {
      method: "GET",
      path: Paths.signInLink,
      handler: get(
        () => Effect.succeed(Page.redirect(`${prefix}${Paths.signIn}`)),
        (problem, failed) => renderMessage(Paths.signIn, problem, failed)
      )
    },
    { method: "POST", path: Paths.signInCode, handler: post(Paths.checkYourEmail, onCode, makeRenderCode(site)) },
    {
      method: "GET",
      path: Paths.signInCode,
      handler: get(
        () => Effect.succeed(Page.redirect(`${prefix}${Paths.checkYourEmail}`)),
        (problem, failed) => renderMessage(Paths.checkYourEmail, problem, failed)
      )
    },
    {
      method: "GET",
      path: Paths.checkYourEmail,
      handler: get(onCheckYourEmail, (problem, failed) => renderMessage(Paths.checkYourEmail, problem, failed))
    }
  ] satisfies ReadonlyArray<Route>
})
