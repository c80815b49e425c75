/**
 * The routes of the page that confirms who a signed-in user is, and leads back to what they wanted to change.
 */
import { RequestFactorRecovery } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import { DeleteAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { StepUp } from "@latchkey/domain/session/StepUp"
import { type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import { type Problem, problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Owner from "../core/Owner.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import { isOfReauthentication, reauthenticationError } from "../core/WayIn.ts"
import * as ReauthenticationPage from "./ReauthenticationPage.ts"

export const make = Effect.fnUntraced(function* (site: Site) {
  const accounts = yield* DeleteAccount
  const recoveries = yield* RequestFactorRecovery
  const sessions = yield* Sessions
  const stepUp = yield* StepUp
  const { get, languageIn, post, prefix, renderMessage, respond, urls, waysIn } = site

  const ownParts = Owner.makeOwnParts(site)
  const parts = waysIn.flatMap(({ id, reauthentication }) =>
    reauthentication === undefined || typeof reauthentication === "function" ? [] : { id, ...reauthentication }
  )

  /** Returns the parts of the ways that the user has, the best first. One that would not be enough is not among them. */
  const partsOf = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, instance } = context
    const session = yield* sessions.authenticate({ instance, caller })
    const { user } = yield* accounts.find({ instance, session })
    const ways = yield* stepUp.waysOf(instance, user)
    if (ways.length > 0) return { session, parts: parts.filter(({ id }) => ways.some((way) => way.id === id)) }
    const possible = parts.filter(({ isPossibleFor }) => isPossibleFor?.(instance, user) === true)
    return { session, parts: [...(yield* ownParts(context, user)), ...possible] }
  })

  /** Returns the part whose form was sent. One without a known field lacks the password. */
  const partIn = (form: URLSearchParams) =>
    parts.find(({ field }) => field !== undefined && form.has(field)) ?? parts.find(({ field }) => field === "password")

  const show = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams, found?: Problem) {
    const { instance } = context
    const { parts, session } = yield* partsOf(context)
    const language = languageIn(context, Option.some(session))
    const returnUrl = ReturnUrl.read(urls, instance, form)
    return respond(
      ReauthenticationPage.page({
        language,
        instance,
        prefix,
        action: `${prefix}${Paths.reauthenticate}`,
        email: session.email,
        parts,
        recovery: yield* recoveries.status({ instance, caller: context.caller }),
        returnUrl: Option.getOrElse(returnUrl, () => ""),
        formTargets: ReturnUrl.formTargets(urls, instance, returnUrl),
        error:
          found === undefined
            ? parts.flatMap(({ failed }) => failed?.(language) ?? [])[0]
            : reauthenticationError(partIn(form), found, { instance, language })
      })
    )
  })

  const onPost = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { cookies, instance } = context
    const issued = yield* partIn(form)?.confirm?.(context, form) ?? problem("invalid_request")
    const returnUrl = ReturnUrl.read(urls, instance, form)
    const location = Option.getOrElse(returnUrl, () => `${prefix}${Paths.account}`)
    return SessionCookies.setSession(cookies, issued)(Page.redirect(location))
  })

  const orShown = (context: RequestContext, form: URLSearchParams): PageEffect =>
    Effect.catchAll(onPost(context, form), (error) => {
      const found = toProblem(error)
      return isOfReauthentication(found) ? show(context, form, found) : Effect.fail(error)
    })

  /** Sends users without a session to the sign-in page, and to the change afterwards. */
  const orSignIn = (context: RequestContext, values: URLSearchParams, handled: PageEffect): PageEffect =>
    Effect.catchTag(handled, "Unauthenticated", () => {
      const returnUrl = Option.getOrElse(ReturnUrl.read(urls, context.instance, values), () => "")
      return Effect.succeed(Page.redirect(ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl)))
    })

  const onGet = (context: RequestContext) => {
    const values = RequestReader.query(context.request)
    return orSignIn(context, values, show(context, values))
  }
  // A password that is not enough: the page shows what is.
  const onForm = (context: RequestContext, form: URLSearchParams) =>
    orSignIn(
      context,
      form,
      Effect.catchTag(orShown(context, form), "ReauthenticationRequired", () => show(context, form))
    )

  const render: Render = (problem, failed) => renderMessage(Paths.account, problem, failed)
  return [
    { method: "GET", path: Paths.reauthenticate, handler: get(onGet, render) },
    { method: "POST", path: Paths.reauthenticate, handler: post(Paths.reauthenticate, onForm, render) }
  ] satisfies ReadonlyArray<Route>
})
