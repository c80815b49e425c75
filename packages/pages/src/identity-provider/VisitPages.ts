/** What a browser shows when it comes back from an identity provider, in the look of the instance. */
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import { type Problem, statusOf } from "@latchkey/http/core/Problem"
import { isCookiesBlocked } from "@latchkey/http/core/Submission"
import {
  IdentityProviderPages,
  type ShownVisit,
  type VisitResult
} from "@latchkey/http/identity-provider/IdentityProviderPages"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as AfterSignIn from "../core/AfterSignIn.ts"
import * as LastWayCookie from "../core/LastWayCookie.ts"
import * as MessagePage from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"
import * as RequestedLinkCookie from "../core/RequestedLinkCookie.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { FailedRequest, Layout } from "../core/Site.ts"
import type { SignInForm, WayIn } from "../core/WayIn.ts"
import * as MagicLinkPages from "../magic-link/MagicLinkPages.ts"
import * as PendingSignUpPages from "../pending-sign-up/PendingSignUpPages.ts"
import * as ReauthenticationPage from "../session/ReauthenticationPage.ts"
import { renderForm } from "../sign-in/renderForm.ts"
import * as SignInPages from "../sign-in/SignInPages.ts"
import * as IdentityPages from "./IdentityPages.ts"
import * as IdentityProblem from "./IdentityProblem.ts"
import { lastWayOf } from "./IdentityProviderWayIn.ts"

/** Makes the view of the sign-in page after a visit to the provider of that name. */
export const signInView =
  (problem: Problem, name: string | undefined) =>
  (form: SignInForm): Page.Page =>
    SignInPages.signIn({ ...form, error: IdentityProblem.errorOf(form.language, problem, name, form.instance) })

/** The layout with the ways in of all rooms. */
export interface VisitSite extends Layout {
  readonly waysIn: ReadonlyArray<WayIn>
}

/** Makes the pages. */
export const make = (site: VisitSite) => {
  const { cookiePath, languageIn, languageOf, prefix, readerOfFailed, respond, urls, waysIn } = site

  /** Returns the page that connects the provider, where the user goes on after signing in another way. */
  const connectUrl = ({ instance, request }: RequestContext, { provider, returnTo }: ShownVisit): string => {
    const own = `${ReturnUrl.ownOrigin(urls, instance, request)}${prefix}`
    const url = `${own}${IdentityPages.path({ connect: provider.id, returnUrl: Option.getOrUndefined(returnTo) })}`
    return url.length > ReturnUrl.maxLength ? `${own}${IdentityPages.path({ connect: provider.id })}` : url
  }

  const returnUrlAfter = (problem: Problem, context: RequestContext, visit: ShownVisit | undefined) => {
    if (visit === undefined) return Option.none()
    return problem.code === "proof_required" ? Option.some(connectUrl(context, visit)) : visit.returnTo
  }

  /** Returns the ways in that prove whose account it is, or all if the pages show none of them. */
  const waysOf = ({ methods }: Problem): ReadonlyArray<WayIn> => {
    const proving = waysIn.filter(({ id, signIn }) => signIn !== undefined && methods?.includes(id) === true)
    return proving.length === 0 ? waysIn : proving
  }

  /** Shows the sign-in page again. A user who is signed in reads what happened, and can go on. */
  const rejectedSignIn = (problem: Problem, failed: FailedRequest, visit: ShownVisit | undefined) => {
    const { context, language, session } = failed
    const name = visit?.provider.name
    if (context === undefined) return renderForm(site, signInView(problem, name))(problem, failed)
    const { instance } = context
    const returnUrl = returnUrlAfter(problem, context, visit)
    if (Option.isSome(session)) {
      const about = IdentityProblem.errorOf(language, problem, name, instance).text
      const next = AfterSignIn.nextUrl(site, instance, returnUrl)
      const { email } = session.value
      return respond(
        MessagePage.signedIn({ language, instance, prefix, email, next, about, status: statusOf(problem.code) })
      )
    }
    const form = new URLSearchParams({ [ReturnUrl.parameter]: Option.getOrElse(returnUrl, () => "") })
    return renderForm({ ...site, waysIn: waysOf(problem) }, signInView(problem, name))(problem, { ...failed, form })
  }

  /** Leads back to the page that connects the provider. It asks for a recent sign-in by itself. */
  const rejectedLink = (problem: Problem, { provider, returnTo }: ShownVisit) => {
    const failed = problem.code === "reauthentication_required" ? undefined : IdentityProblem.codeOf(problem)
    const returnUrl = Option.getOrUndefined(returnTo)
    return Page.redirect(`${prefix}${IdentityPages.path({ connect: provider.id, failed, returnUrl })}`)
  }

  const rejectedConfirmation = (problem: Problem, { provider, returnTo }: ShownVisit) =>
    Page.redirect(ReauthenticationPage.url(prefix, returnTo, IdentityProblem.queryOfConfirming(problem, provider.id)))

  const signedIn = (
    end: Exclude<VisitResult, { readonly _tag: "Linked" | "Reauthenticated" | "VerificationNeeded" }>,
    { returnTo }: ShownVisit,
    context: RequestContext
  ) => {
    const { instance } = context
    const url = AfterSignIn.nextUrl(site, instance, returnTo)
    const step = { end, returnUrl: returnTo, url, canOffer: false }
    if (end._tag === "SecondFactorRequired" || !end.passwordRemoved) return AfterSignIn.redirect(site, context, step)
    const options = { language: languageIn(context, Option.none()), instance, prefix }
    return respond(MagicLinkPages.passwordRemoved(options, AfterSignIn.locationOf(prefix, step)))
  }

  return IdentityProviderPages.of({
    repeat: (response, context) =>
      Effect.map(languageOf(context), (language) =>
        respond(IdentityPages.repeat({ language, instance: context.instance, prefix }, response))
      ),
    rejected: (problem, context, request, visit) => {
      if (context !== undefined && visit?.intent === "link") return Effect.succeed(rejectedLink(problem, visit))
      if (context !== undefined && visit?.intent === "reauthenticate") {
        return Effect.succeed(rejectedConfirmation(problem, visit))
      }
      return Effect.map(readerOfFailed(problem, context, request), (reader) => {
        const { language } = reader
        if (context === undefined && problem.code === "not_found") return respond(MessagePage.unknownHost(language))
        if (isCookiesBlocked(problem)) {
          const options = { language, instance: context?.instance, prefix }
          return respond(MessagePage.cookiesBlocked(options, `${prefix}${Paths.signIn}`))
        }
        return rejectedSignIn(problem, { request, context, ...reader, form: new URLSearchParams() }, visit)
      })
    },
    completed: (result, visit, context) => {
      const { cookies } = context
      const { provider, returnTo } = visit
      if (result._tag === "Linked") {
        const returnUrl = Option.getOrUndefined(returnTo)
        return Effect.succeed(Page.redirect(`${prefix}${IdentityPages.path({ done: "added", returnUrl })}`))
      }
      if (result._tag === "Reauthenticated") {
        return Effect.succeed(Page.redirect(Option.getOrElse(returnTo, () => `${prefix}${Paths.account}`)))
      }
      if (result._tag === "VerificationNeeded") {
        const sent = Page.redirect(`${prefix}${Paths.signUpSent}?${PendingSignUpPages.providerName}=${provider.id}`)
        const { email } = result
        return Effect.succeed(RequestedLinkCookie.set(cookies, cookiePath, { email, returnUrl: returnTo })(sent))
      }
      return Effect.succeed(
        signedIn(result, visit, context).pipe(
          LastWayCookie.set(cookies, cookiePath, lastWayOf(provider.id)),
          RequestedLinkCookie.clear(cookies, cookiePath)
        )
      )
    }
  })
}
