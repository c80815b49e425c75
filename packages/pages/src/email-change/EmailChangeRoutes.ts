/**
 * The routes of changing the email address.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { ConfirmEmailChange } from "@latchkey/domain/email-change/ConfirmEmailChange"
import { RequestEmailChange } from "@latchkey/domain/email-change/RequestEmailChange"
import { RestoreEmail } from "@latchkey/domain/email-change/RestoreEmail"
import { ChangePassword, type PasswordStatus } from "@latchkey/domain/password/ChangePassword"
import { DeleteAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import type { Problem, ProblemCode } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import * as Paths from "../core/Paths.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as Owner from "../core/Owner.ts"
import * as EmailChangePages from "./EmailChangePages.ts"

/** The problems that the form itself shows. */
const shownOnForm: ReadonlyArray<ProblemCode> = [
  "invalid_credentials",
  "invalid_request",
  "magic_link_disabled",
  "magic_link_rate_limited",
  "password_disabled",
  "reauthentication_required",
  "signin_rate_limited"
]

const errorOf = (language: PageLanguage, error: Problem, { instance }: RequestContext, password: PasswordStatus) => {
  const { account, emailChange } = language.texts
  return FormError.ofProof(language, error, instance, {
    isNeeded: password.needsCurrentPassword,
    hasPassword: password.hasPassword && instance.authConfig.password,
    sentFromElsewhere: emailChange.sentFromElsewhere,
    linkTooOld: account.linkTooOld(EmailChangePages.linkMinutes)
  })
}

const noForm = new URLSearchParams()

/** Makes the routes of the form. */
const makeRequest = Effect.fnUntraced(function* (site: Site) {
  const accounts = yield* DeleteAccount
  const confirmUrlOf = yield* Owner.make(site)
  const passwords = yield* ChangePassword
  const { isAvailable, request } = yield* RequestEmailChange
  const sessions = yield* Sessions
  const {
    get,
    hasLinks,
    hasPasswordResets,
    isOwnPage,
    languageIn,
    orSignIn,
    ownUrl,
    post,
    prefix,
    renderMessage,
    respond
  } = site

  const statusOf = Effect.fnUntraced(function* ({ caller, instance }: RequestContext) {
    const session = yield* sessions.authenticate({ instance, caller })
    return { session, password: yield* passwords.status({ instance, session }) }
  })

  const show = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams, problem?: Problem) {
    const { instance } = context
    const { password, session } = yield* statusOf(context)
    const { user } = yield* accounts.find({ instance, session })
    const confirmUrl = yield* confirmUrlOf(context, session, user, Paths.accountEmail)
    if (problem?.code === "reauthentication_required" && confirmUrl !== undefined) return Page.redirect(confirmUrl)
    const language = languageIn(context, Option.some(session))
    return respond(
      EmailChangePages.form({
        language,
        instance,
        prefix,
        current: session.email,
        password,
        email: FormInput.textOf(form, "email"),
        isAvailable,
        hasLinks: hasLinks(instance),
        hasPasswordResets: hasPasswordResets(instance),
        confirmUrl,
        ownUrl: ownUrl(Paths.accountEmail, context),
        error: problem === undefined ? undefined : errorOf(language, problem, context, password)
      })
    )
  })

  /** An empty field is fine for a user who has signed in with a link since the form was shown. */
  const readPassword = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const isEmpty = FormInput.textOf(form, "currentPassword") === ""
    const mayOmit =
      isEmpty && (!form.has("currentPassword") || !(yield* statusOf(context)).password.needsCurrentPassword)
    return mayOmit
      ? Either.right(Option.none())
      : Either.map(FormInput.password(form, "currentPassword", "currentPasswordMissing"), Option.some)
  })

  const onPost = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, instance } = context
    const { currentPassword, email } = yield* FormInput.all({
      email: FormInput.email(form),
      currentPassword: yield* readPassword(context, form)
    })
    yield* request({ instance, caller, email, currentPassword, mayOmitCurrentPassword: isOwnPage(context) })
    return Page.redirect(`${prefix}${Paths.account}?done=email`)
  })

  const onGet = (context: RequestContext) => show(context, noForm)

  const onForm = (context: RequestContext, form: URLSearchParams): PageEffect =>
    Effect.catchAll(onPost(context, form), (error) => {
      const problem = toProblem(error)
      return shownOnForm.includes(problem.code) ? show(context, form, problem) : Effect.fail(error)
    })

  const render: Render = (problem, failed) => renderMessage(Paths.accountEmail, problem, failed)
  return [
    { method: "GET", path: Paths.accountEmail, handler: get(orSignIn(Paths.accountEmail, onGet), render) },
    {
      method: "POST",
      path: Paths.accountEmail,
      handler: post(Paths.accountEmail, orSignIn(Paths.accountEmail, onForm), render)
    }
  ] satisfies ReadonlyArray<Route>
})

/** Makes the routes of the link to the new address. */
const makeConfirm = Effect.fnUntraced(function* (site: Site) {
  const { confirm, open } = yield* ConfirmEmailChange
  const { get, languageOf, post, prefix, respond } = site

  /** Shows the button. It uses nothing up, so link previews and scanners do not, either. */
  const onLink = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, instance, request } = context
    if (RequestReader.isPrefetch(request.headers)) return HttpServerResponse.empty({ status: 204 })
    const linkToken = yield* RequestReader.linkToken(RequestReader.query(request))
    const opened = yield* open({ instance, caller, linkToken })
    const language = yield* languageOf(context)
    return respond(EmailChangePages.confirmation({ language, instance, prefix, linkToken, ...opened }))
  })

  const onConfirm = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, cookies, instance } = context
    const linkToken = yield* RequestReader.linkToken(form)
    const issued = yield* confirm({ instance, caller, linkToken })
    return SessionCookies.setSession(cookies, issued)(Page.redirect(`${prefix}${Paths.account}?done=email-changed`))
  })

  const render: Render = (problem, failed) => {
    const options = { language: failed.language, instance: failed.context?.instance, prefix }
    return respond(EmailChangePages.changeRejected(options, problem))
  }

  return [
    { method: "GET", path: Paths.confirmEmail, handler: get(onLink, render) },
    { method: "POST", path: Paths.confirmEmail, handler: post(Paths.account, onConfirm, render) }
  ] satisfies ReadonlyArray<Route>
})

/** Makes the routes of the link to the former address. */
const makeRestore = Effect.fnUntraced(function* (site: Site) {
  const { open, restore } = yield* RestoreEmail
  const { get, hasLinks, languageOf, post, prefix, respond } = site

  const onLink = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, instance, request } = context
    if (RequestReader.isPrefetch(request.headers)) return HttpServerResponse.empty({ status: 204 })
    const linkToken = yield* RequestReader.linkToken(RequestReader.query(request))
    const email = yield* open({ instance, caller, linkToken })
    const language = yield* languageOf(context)
    return respond(EmailChangePages.restoration({ language, instance, prefix, linkToken, email }))
  })

  const onRestore = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, instance } = context
    const linkToken = yield* RequestReader.linkToken(form)
    // Before the session is revoked.
    const language = yield* languageOf(context)
    const email = yield* restore({ instance, caller, linkToken })
    const options = { language, instance, prefix, hasLinks: hasLinks(instance) }
    return respond(EmailChangePages.restored(options, email))
  })

  const render: Render = (problem, failed) => {
    const options = { language: failed.language, instance: failed.context?.instance, prefix }
    return respond(EmailChangePages.restorationRejected(options, problem))
  }

  return [
    { method: "GET", path: Paths.restoreEmail, handler: get(onLink, render) },
    { method: "POST", path: Paths.restoreEmail, handler: post(Paths.signIn, onRestore, render) }
  ] satisfies ReadonlyArray<Route>
})

export const make = (site: Site) =>
  Effect.map(Effect.all([makeRequest(site), makeConfirm(site), makeRestore(site)]), (routes) => routes.flat())
