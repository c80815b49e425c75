/**
 * The routes of recovering lost factors: on the account, while signing in, and behind the link in the emails.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { CompleteFactorRecovery } from "@latchkey/domain/factor-recovery/CompleteFactorRecovery"
import { RequestFactorRecovery } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as PendingRequest from "@latchkey/http/session/PendingRequest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormError from "../core/FormError.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import * as FactorRecoveryPages from "./FactorRecoveryPages.ts"

/** The problems that the pages of the request show themselves. */
const shownOnPage = [
  "email_not_verified",
  "factor_recovery_disabled",
  "factor_recovery_not_needed",
  "magic_link_rate_limited"
]

/** Shows the page again with what went wrong, if it shows such problems. */
const orShown = (handled: PageEffect, show: (found: Problem) => PageEffect): PageEffect =>
  Effect.catchAll(handled, (error) => {
    const found = toProblem(error)
    return shownOnPage.includes(found.code) ? show(found) : Effect.fail(error)
  })

/** Makes the routes of the account. */
const makeAccount = Effect.fnUntraced(function* (site: Site) {
  const { request, status } = yield* RequestFactorRecovery
  const { cancelOwn } = yield* CompleteFactorRecovery
  const sessions = yield* Sessions
  const { get, languageIn, orSignIn, postOfOwnPages, prefix, renderMessage, respond } = site
  const path = `${prefix}${Paths.accountRecovery}`

  const show = Effect.fnUntraced(function* (context: RequestContext, found?: Problem) {
    const { caller, instance } = context
    const session = yield* sessions.authenticate({ instance, caller })
    const language = languageIn(context, Option.some(session))
    return respond(
      FactorRecoveryPages.request({
        language,
        instance,
        prefix,
        status: yield* status({ instance, caller }),
        email: session.email,
        action: path,
        returnUrl: "",
        back: { url: `${prefix}${Paths.account}`, text: language.texts.core.backToAccount },
        error: found === undefined ? undefined : FormError.of(language, found, instance)
      })
    )
  })

  const onRequest = (context: RequestContext): PageEffect => {
    const { caller, instance } = context
    return orShown(Effect.as(request({ instance, caller }), Page.redirect(path)), (found) => show(context, found))
  }

  const onCancel = ({ caller, instance }: RequestContext): PageEffect =>
    Effect.as(cancelOwn({ instance, caller }), Page.redirect(`${prefix}${Paths.account}?done=recovery-cancelled`))

  const onGet = (context: RequestContext) => show(context)
  const render: Render = (problem, failed) => renderMessage(Paths.accountRecovery, problem, failed)
  return [
    { method: "GET", path: Paths.accountRecovery, handler: get(orSignIn(Paths.accountRecovery, onGet), render) },
    {
      method: "POST",
      path: Paths.accountRecovery,
      handler: postOfOwnPages(Paths.accountRecovery, orSignIn(Paths.accountRecovery, onRequest), render)
    },
    {
      method: "GET",
      path: Paths.accountRecoveryCancel,
      handler: get(() => Effect.succeed(Page.redirect(path)), render)
    },
    {
      method: "POST",
      path: Paths.accountRecoveryCancel,
      handler: postOfOwnPages(Paths.accountRecovery, orSignIn(Paths.accountRecovery, onCancel), render)
    }
  ] satisfies ReadonlyArray<Route>
})

/** Makes the routes of a sign-in that lacks its second factor. */
const makeSignIn = Effect.fnUntraced(function* (site: Site) {
  const { requestAtSignIn, statusAtSignIn } = yield* RequestFactorRecovery
  const { get, languageOf, post, prefix, renderMessage, respond, urls } = site

  const urlOf = (path: string, context: RequestContext, values: URLSearchParams) =>
    ReturnUrl.append(
      `${prefix}${path}`,
      Option.getOrElse(ReturnUrl.read(urls, context.instance, values), () => "")
    )

  const show = Effect.fnUntraced(function* (context: RequestContext, values: URLSearchParams, found?: Problem) {
    const { instance } = context
    const status = yield* statusAtSignIn(PendingRequest.of(context))
    const language = yield* languageOf(context)
    return respond(
      FactorRecoveryPages.request({
        language,
        instance,
        prefix,
        status,
        email: undefined,
        action: `${prefix}${Paths.signInRecovery}`,
        returnUrl: Option.getOrElse(ReturnUrl.read(urls, instance, values), () => ""),
        back: { url: urlOf(Paths.secondFactor, context, values), text: language.texts.secondFactor.useApp },
        error: found === undefined ? undefined : FormError.of(language, found, instance)
      })
    )
  })

  const onRequest = (context: RequestContext, form: URLSearchParams): PageEffect =>
    orShown(
      Effect.as(requestAtSignIn(PendingRequest.of(context)), Page.redirect(urlOf(Paths.signInRecovery, context, form))),
      (found) => show(context, form, found)
    )

  /** The page of the code says why there is no pending sign-in. */
  const orCode = (context: RequestContext, values: URLSearchParams, handled: PageEffect): PageEffect =>
    Effect.catchTag(handled, "Unauthenticated", () =>
      Effect.succeed(Page.redirect(urlOf(Paths.secondFactor, context, values)))
    )

  const onGet = (context: RequestContext) => {
    const values = RequestReader.query(context.request)
    return orCode(context, values, show(context, values))
  }
  const onPost = (context: RequestContext, form: URLSearchParams) => orCode(context, form, onRequest(context, form))

  const render: Render = (problem, failed) => renderMessage(Paths.signIn, problem, failed)
  return [
    { method: "GET", path: Paths.signInRecovery, handler: get(onGet, render) },
    { method: "POST", path: Paths.signInRecovery, handler: post(Paths.signIn, onPost, render) }
  ] satisfies ReadonlyArray<Route>
})

/** Makes the routes of the link. */
const makeLink = Effect.fnUntraced(function* (site: Site) {
  const { cancel, complete, open } = yield* CompleteFactorRecovery
  const { get, hasPasswordResets, languageOf, post, prefix, respond } = site

  /** Shows the buttons. It uses nothing up, so link previews and scanners do not, either. */
  const onLink = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, instance, request } = context
    if (RequestReader.isPrefetch(request.headers)) return HttpServerResponse.empty({ status: 204 })
    const linkToken = yield* RequestReader.linkToken(RequestReader.query(request))
    const opened = yield* open({ instance, caller, linkToken })
    const language = yield* languageOf(context)
    const now = yield* DateTime.now
    return respond(FactorRecoveryPages.opened({ language, instance, prefix, linkToken, now, ...opened }))
  })

  const onComplete = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, instance } = context
    const linkToken = yield* RequestReader.linkToken(form)
    // Before the session is revoked.
    const language = yield* languageOf(context)
    const email = yield* complete({ instance, caller, linkToken })
    return respond(FactorRecoveryPages.completed({ language, instance, prefix }, email))
  })

  const onCancel = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, instance } = context
    const linkToken = yield* RequestReader.linkToken(form)
    yield* cancel({ instance, caller, linkToken })
    const language = yield* languageOf(context)
    return respond(
      FactorRecoveryPages.cancelled({ language, instance, prefix, hasPasswordResets: hasPasswordResets(instance) })
    )
  })

  const render: Render = (problem, failed) => {
    const options = { language: failed.language, instance: failed.context?.instance, prefix }
    return respond(FactorRecoveryPages.rejected(options, problem))
  }

  return [
    { method: "GET", path: Paths.factorRecovery, handler: get(onLink, render) },
    { method: "POST", path: Paths.factorRecovery, handler: post(Paths.signIn, onComplete, render) },
    {
      method: "GET",
      path: Paths.factorRecoveryCancel,
      handler: get(() => Effect.succeed(Page.redirect(`${prefix}${Paths.signIn}`)), render)
    },
    { method: "POST", path: Paths.factorRecoveryCancel, handler: post(Paths.signIn, onCancel, render) }
  ] satisfies ReadonlyArray<Route>
})

export const make = (site: Site) =>
  Effect.map(Effect.all([makeAccount(site), makeSignIn(site), makeLink(site)]), (routes) => routes.flat())
