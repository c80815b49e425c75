/**
 * The routes that download one's data, delete the account, and keep it after all.
 */
import { DeleteAccount, type OwnAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { StepUp } from "@latchkey/domain/session/StepUp"
import { type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import type { Problem, ProblemCode } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as AfterSignIn from "../core/AfterSignIn.ts"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import * as Paths from "../core/Paths.ts"
import * as RequestedLinkCookie from "../core/RequestedLinkCookie.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as Owner from "../core/Owner.ts"
import * as DeletionPages from "./DeletionPages.ts"

/** The problems that the page itself shows. */
const shownOnPage: ReadonlyArray<ProblemCode> = [
  "invalid_credentials",
  "invalid_request",
  "reauthentication_required",
  "signin_rate_limited"
]

const errorOf = (
  language: PageLanguage,
  error: Problem,
  { instance }: RequestContext,
  { needsReauthentication, user }: OwnAccount
) => {
  const { linkTooOld, sentFromElsewhere } = language.texts.personalData
  return FormError.ofProof(language, error, instance, {
    isNeeded: needsReauthentication,
    hasPassword: instance.authConfig.password && Option.isSome(user.passwordHash),
    sentFromElsewhere,
    linkTooOld
  })
}

export const make = Effect.fnUntraced(function* (site: Site) {
  const accounts = yield* DeleteAccount
  const confirmUrlOf = yield* Owner.make(site)
  const sessions = yield* Sessions
  const stepUp = yield* StepUp
  const {
    cookiePath,
    get,
    hasLinks,
    hasPasswordResets,
    isOwnPage,
    languageIn,
    orSignIn,
    ownUrl,
    post,
    prefix,
    respond,
    urls,
    urlVia
  } = site
  const deletePath = `${prefix}${Paths.accountDelete}`

  const findAccount = Effect.fnUntraced(function* ({ caller, instance }: RequestContext) {
    const session = yield* sessions.authenticate({ instance, caller })
    return { session, account: yield* accounts.find({ instance, session }) }
  })

  const show = Effect.fnUntraced(function* (context: RequestContext, problem?: Problem) {
    const { instance, request } = context
    const { account, session } = yield* findAccount(context)
    const confirmUrl = yield* confirmUrlOf(context, session, account.user, Paths.accountDelete)
    if (problem?.code === "reauthentication_required" && confirmUrl !== undefined) return Page.redirect(confirmUrl)
    const language = languageIn(context, Option.some(session))
    const deletion = {
      language,
      instance,
      prefix,
      account,
      hasLinks: hasLinks(instance),
      hasPasswordResets: hasPasswordResets(instance),
      confirmUrl,
      ownUrl: ownUrl(Paths.accountDelete, context),
      error: problem === undefined ? undefined : errorOf(language, problem, context, account)
    }
    const returnUrl = ReturnUrl.read(urls, instance, RequestReader.query(request))
    return respond(
      Option.match(account.user.deletionAt, {
        onNone: () => DeletionPages.confirmation(deletion),
        onSome: (at) => DeletionPages.scheduled(deletion, at, AfterSignIn.nextUrl(site, instance, returnUrl))
      })
    )
  })

  /** An empty field is fine for a user who has signed in with a link since the form was shown. */
  const currentPasswordOf = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const isEmpty = FormInput.textOf(form, "currentPassword") === ""
    const mayOmit =
      isEmpty && (!form.has("currentPassword") || !(yield* findAccount(context)).account.needsReauthentication)
    if (mayOmit) return Option.none()
    const { currentPassword } = yield* FormInput.all({
      currentPassword: FormInput.password(form, "currentPassword", "currentPasswordMissing")
    })
    return Option.some(currentPassword)
  })

  const remove = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, cookies, instance } = context
    const currentPassword = yield* currentPasswordOf(context, form)
    const mayOmitCurrentPassword = isOwnPage(context)
    const { isDeleted } = yield* accounts.request({ instance, caller, currentPassword, mayOmitCurrentPassword })
    if (!isDeleted) return Page.redirect(deletePath)
    return Page.redirect(`${prefix}${Paths.accountDeleted}`).pipe(
      SessionCookies.clearSession(cookies),
      RequestedLinkCookie.clear(cookies, cookiePath)
    )
  })

  /** Shows the page again with what went wrong. */
  const onDelete = (context: RequestContext, form: URLSearchParams): PageEffect =>
    Effect.catchAll(remove(context, form), (error) => {
      const problem = toProblem(error)
      return shownOnPage.includes(problem.code) ? show(context, problem) : Effect.fail(error)
    })

  const onKeep = ({ caller, instance }: RequestContext) =>
    Effect.as(accounts.cancel({ instance, caller }), Page.redirect(`${prefix}${Paths.account}?done=keep`))

  const onData = Effect.fnUntraced(function* (context: RequestContext) {
    const { account, session } = yield* findAccount(context)
    const isConfirmed = yield* stepUp.isConfirmed(context.instance, account.user, session)
    if (!isConfirmed) return Page.redirect(urlVia(Paths.reauthenticate, Paths.accountData, context))
    return respond(DeletionPages.download(languageIn(context, Option.some(session)), context.instance, prefix))
  })

  const onDeleted = (context: RequestContext) =>
    Effect.map(site.languageOf(context), (language) =>
      respond(DeletionPages.deleted(language, context.instance, prefix))
    )

  const render: Render = (problem, failed) => site.renderMessage(Paths.account, problem, failed)
  const posted = (handler: (context: RequestContext, form: URLSearchParams) => PageEffect) =>
    post(Paths.account, orSignIn(Paths.accountDelete, handler), render)
  const onGet = orSignIn(Paths.accountDelete, (context: RequestContext) => show(context))

  return [
    { method: "GET", path: Paths.accountData, handler: get(orSignIn(Paths.accountData, onData), render) },
    { method: "GET", path: Paths.accountDelete, handler: get(onGet, render) },
    { method: "POST", path: Paths.accountDelete, handler: posted(onDelete) },
    { method: "POST", path: Paths.accountKeep, handler: posted(onKeep) },
    {
      method: "GET",
      path: Paths.accountKeep,
      handler: get(() => Effect.succeed(Page.redirect(deletePath)), render)
    },
    { method: "GET", path: Paths.accountDeleted, handler: get(onDeleted, render) }
  ] satisfies ReadonlyArray<Route>
})
