/**
 * The routes of what an instance asks its users for.
 */
import * as FieldValues from "@latchkey/domain/account/FieldValues"
import type { User } from "@latchkey/domain/account/UserRepository"
import { ChangeUserData } from "@latchkey/domain/personal-data/ChangeUserData"
import { DeleteAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import type { ActiveSession } from "@latchkey/domain/session/SessionRepository"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as AfterSignIn from "../core/AfterSignIn.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import * as DetailsForm from "./DetailsForm.ts"
import * as DetailsPage from "./DetailsPage.ts"

/** How long after an account was created its user is asked for what is not required, too: at the first sign-in. */
const firstVisit = Duration.minutes(10)

const isFirstVisit = ({ createdAt }: User, { authenticatedAt }: ActiveSession): boolean =>
  Duration.lessThan(DateTime.distanceDuration(createdAt, authenticatedAt), firstVisit)

export const make = Effect.fnUntraced(function* (site: Site) {
  const accounts = yield* DeleteAccount
  const ownData = yield* ChangeUserData
  const sessions = yield* Sessions
  const { get, languageIn, post, prefix, renderMessage, respond, urls, urlVia } = site
  const toAccount = (query = "") => Page.redirect(`${prefix}${Paths.account}${query}`)

  /** Reads what the pages of a signed-in user need. `values`: the query, or the form. */
  const open = Effect.fnUntraced(function* (context: RequestContext, values: URLSearchParams) {
    const { caller, instance } = context
    const session = yield* sessions.authenticate({ instance, caller })
    const { user } = yield* accounts.find({ instance, session })
    const returnUrl = ReturnUrl.read(urls, instance, values)
    const isChange = values.has(DetailsPage.changeName)
    const missing = FieldValues.missing(instance.signUp.fields, user)
    const next = isChange ? `${prefix}${Paths.account}?done=details` : AfterSignIn.verifyUrl(site, instance, returnUrl)
    return { isChange, missing, next, returnUrl, session, user }
  })
  type Opened = Effect.Effect.Success<ReturnType<typeof open>>

  const show = (
    context: RequestContext,
    { isChange, missing, next, returnUrl, session }: Opened,
    form: Pick<DetailsPage.Details, "errors" | "problem" | "values">
  ) => {
    const { instance } = context
    return respond(
      DetailsPage.page({
        language: languageIn(context, Option.some(session)),
        instance,
        prefix,
        fields: instance.signUp.fields,
        ...form,
        isChange,
        skipUrl: isChange || missing.some(({ required }) => required) ? undefined : next,
        returnUrl: Option.getOrElse(returnUrl, () => ""),
        formTargets: ReturnUrl.formTargets(urls, instance, returnUrl)
      })
    )
  }

  /** Leads on if nothing is missing. What is not required is asked for once. */
  const onGet = Effect.fnUntraced(function* (context: RequestContext) {
    const { fields } = context.instance.signUp
    const opened = yield* open(context, RequestReader.query(context.request))
    const { isChange, missing, next, session, user } = opened
    if (isChange && fields.length === 0) return toAccount()
    const isDue = missing.some(({ required }) => required) || (missing.length > 0 && isFirstVisit(user, session))
    if (!isChange && !isDue) return Page.redirect(next)
    return show(context, opened, { values: DetailsForm.valuesOf(fields, user), errors: {} })
  })

  const onPost = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, instance } = context
    const { fields } = instance.signUp
    const opened = yield* open(context, form)
    const values = DetailsForm.valuesIn(fields, form)
    const language = languageIn(context, Option.some(opened.session))
    const read = DetailsForm.read(language, fields, values, DetailsForm.valuesOf(fields, opened.user))
    if (Either.isLeft(read)) return show(context, opened, { values, errors: read.left })
    return yield* ownData.change({ instance, caller, ...read.right }).pipe(
      Effect.as(Page.redirect(opened.next)),
      Effect.catchTag("UserDataRejected", (rejected) => {
        const errors = DetailsForm.errorsOf(language, fields, rejected.errors)
        const isOther = Object.keys(errors).length === 0
        const problem = isOther ? language.problem(toProblem(rejected)) : undefined
        return Effect.succeed(show(context, opened, { values, errors, problem }))
      })
    )
  })

  const render: Render = (problem, failed) => renderMessage(Paths.account, problem, failed)

  /** Sends users without a session to the sign-in page, which leads back here. */
  const orSignIn = (context: RequestContext, values: URLSearchParams, handled: PageEffect): PageEffect =>
    Effect.catchTag(handled, "Unauthenticated", () => {
      const returnUrl = ReturnUrl.read(urls, context.instance, values)
      const toChange = `${Paths.accountDetails}?${DetailsPage.changeName}=1`
      return Effect.succeed(
        Page.redirect(
          values.has(DetailsPage.changeName)
            ? urlVia(Paths.signIn, toChange, context)
            : ReturnUrl.append(
                `${prefix}${Paths.signIn}`,
                Option.getOrElse(returnUrl, () => "")
              )
        )
      )
    })
  const shown = (context: RequestContext) => orSignIn(context, RequestReader.query(context.request), onGet(context))
  const saved = (context: RequestContext, form: URLSearchParams) => orSignIn(context, form, onPost(context, form))

  return [
    { method: "GET", path: Paths.accountDetails, handler: get(shown, render) },
    { method: "POST", path: Paths.accountDetails, handler: post(Paths.accountDetails, saved, render) }
  ] satisfies ReadonlyArray<Route>
})
