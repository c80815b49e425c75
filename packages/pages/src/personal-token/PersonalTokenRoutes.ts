/**
 * The routes of personal access tokens: listing, creating and revoking one's own.
 */
import { maxPersonalTokens } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import { PersonalTokens } from "@latchkey/domain/personal-token/PersonalTokens"
import { DeleteAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { StepUp } from "@latchkey/domain/session/StepUp"
import { type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import type { InvalidField, Problem, ProblemCode } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import * as Paths from "../core/Paths.ts"
import * as RouteParameters from "../core/RouteParameters.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as PersonalTokenForm from "./PersonalTokenForm.ts"
import * as PersonalTokenPages from "./PersonalTokenPages.ts"

/** The problems that the page itself shows. */
const shownOnPage: ReadonlyArray<ProblemCode> = [
  "invalid_request",
  "personal_tokens_disabled",
  "too_many_personal_tokens"
]

/** Puts the errors of the form into words. The scopes are wrong if the instance has changed its own meanwhile. */
const errorOf = (language: PageLanguage, found: Problem): FormError.FormError => {
  const { texts } = language
  const textOf = ({ field, reason }: InvalidField) =>
    field === "scopes" ? texts.fields.tokenScopesGone : FormInput.explain(texts, reason)
  const fields = (found.errors ?? []).map((error) => [error.field, textOf(error)] as const)
  return FormError.make(language, found, Object.fromEntries(fields))
}

/** What the page shows beside the tokens. `values`: what was typed, if it was rejected. */
interface Outcome {
  readonly isRevoked?: boolean
  readonly problem?: Problem
  readonly values?: PersonalTokenForm.Values
}

export const make = Effect.fnUntraced(function* (site: Site) {
  const accounts = yield* DeleteAccount
  const own = yield* PersonalTokens
  const sessions = yield* Sessions
  const stepUp = yield* StepUp
  const { get, languageIn, postOfOwnPages, prefix, renderMessage, respond, urlVia } = site
  const path = `${prefix}${Paths.accountTokens}`

  const confirmUrl = (context: RequestContext) => urlVia(Paths.reauthenticate, Paths.accountTokens, context)

  const show = Effect.fnUntraced(function* (context: RequestContext, outcome: Outcome) {
    const { isRevoked = false, problem, values = PersonalTokenForm.initial } = outcome
    const { caller, instance } = context
    const session = yield* sessions.authenticate({ instance, caller })
    const tokens = yield* own.list({ instance, caller })
    const { user } = yield* accounts.find({ instance, session })
    const language = languageIn(context, Option.some(session))
    const isConfirmed = yield* stepUp.isConfirmed(instance, user, session)
    return respond(
      PersonalTokenPages.page({
        language,
        instance,
        prefix,
        email: session.email,
        tokens,
        isOn: instance.tokenConfig.personalTokens,
        offeredScopes: instance.tokenConfig.scopes,
        maxTokens: maxPersonalTokens,
        confirmUrl: isConfirmed ? undefined : confirmUrl(context),
        values,
        now: yield* DateTime.now,
        notice: isRevoked ? language.texts.personalToken.isRevoked : undefined,
        error: problem === undefined ? undefined : errorOf(language, problem)
      })
    )
  })

  const onGet = (context: RequestContext) => {
    const done = FormInput.textOf(RequestReader.query(context.request), "done")
    return show(context, { isRevoked: done === "revoked" })
  }

  const create = Effect.fnUntraced(function* (context: RequestContext, values: PersonalTokenForm.Values) {
    const { caller, instance } = context
    const decoded = yield* PersonalTokenForm.decode(values)
    const { secret, token } = yield* own.create({ instance, caller, ...decoded })
    const language = yield* site.languageOf(context)
    return respond(PersonalTokenPages.created({ language, instance, prefix, token, secret: Redacted.value(secret) }))
  })

  const onCreate = (context: RequestContext, form: URLSearchParams): PageEffect => {
    const values = PersonalTokenForm.valuesIn(form)
    return Effect.catchAll(create(context, values), (error): PageEffect => {
      const problem = toProblem(error)
      return shownOnPage.includes(problem.code) ? show(context, { problem, values }) : Effect.fail(error)
    })
  }

  const onRevoke = Effect.fnUntraced(function* ({ caller, instance }: RequestContext) {
    yield* own.revoke({ instance, caller }, yield* RouteParameters.personalTokenId)
    return Page.redirect(`${path}?done=revoked`)
  })

  /** Sends users to the page that they need first, and back afterwards. A token that is gone is revoked. */
  const orElsewhere =
    <A extends ReadonlyArray<unknown>>(handler: (context: RequestContext, ...rest: A) => PageEffect) =>
    (context: RequestContext, ...rest: A): PageEffect =>
      Effect.catchTags(handler(context, ...rest), {
        PersonalTokenNotFound: () => Effect.succeed(Page.redirect(path)),
        ReauthenticationRequired: () => Effect.succeed(Page.redirect(confirmUrl(context))),
        Unauthenticated: () => Effect.succeed(Page.redirect(urlVia(Paths.signIn, Paths.accountTokens, context)))
      })

  const render: Render = (problem, failed) => renderMessage(Paths.accountTokens, problem, failed)
  const posted = (handler: (context: RequestContext, form: URLSearchParams) => PageEffect) =>
    postOfOwnPages(Paths.accountTokens, orElsewhere(handler), render)

  return [
    { method: "GET", path: Paths.accountTokens, handler: get(orElsewhere(onGet), render) },
    { method: "POST", path: Paths.accountTokens, handler: posted(onCreate) },
    { method: "POST", path: `${Paths.accountTokens}/:token/revoke`, handler: posted(onRevoke) }
  ] satisfies ReadonlyArray<Route>
})
