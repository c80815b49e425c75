/**
 * The routes of the account: its page, setting the password, requesting a link, and revoking sessions.
 */
import { RequestFactorRecovery } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import * as Language from "@latchkey/domain/language/Language"
import { ChangePassword, type PasswordStatus } from "@latchkey/domain/password/ChangePassword"
import { ChangeUserData } from "@latchkey/domain/personal-data/ChangeUserData"
import { ChangeLanguage } from "@latchkey/domain/personal-data/ChangeLanguage"
import { DeleteAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import { type Problem, type ProblemCode, problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import * as RouteParameters from "../core/RouteParameters.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import type { PageTexts } from "../language/Catalogue.ts"
import * as EmailChangePages from "../email-change/EmailChangePages.ts"
import { Catalogues } from "../language/Catalogues.ts"
import * as DetailsForm from "./DetailsForm.ts"
import * as LanguageForm from "./LanguageForm.ts"
import * as Owner from "../core/Owner.ts"
import * as RequestedLink from "../magic-link/RequestedLink.ts"
import * as AccountPage from "./AccountPage.ts"
import * as VerifyPage from "./VerifyPage.ts"

const done = "done"

/**
 * What the page says after an action, by the query parameter `done`. A link to the page can make it say nothing else.
 */
const notices: ReadonlyMap<string, (texts: PageTexts) => string> = new Map([
  ["email", ({ emailChange }: PageTexts) => emailChange.requested(EmailChangePages.minutes)],
  ["email-changed", ({ emailChange }) => emailChange.changed],
  ["password", ({ account }) => account.passwordIsSet],
  ["language", ({ account }) => account.languageIsSet],
  ["name", ({ account }) => account.nameIsSaved],
  ["details", ({ account }) => account.detailsAreSaved],
  ["name-removed", ({ account }) => account.nameIsRemoved],
  ["recovery-cancelled", ({ factorRecovery }) => factorRecovery.isCancelled],
  ["keep", ({ account }) => account.accountIsKept],
  ["revoke", ({ account }) => account.deviceIsSignedOut],
  ["revoke-others", ({ account }) => account.othersAreSignedOut]
])

/** The problems that the page itself shows. */
const shownOnPage: ReadonlyArray<ProblemCode> = [
  "invalid_credentials",
  "invalid_request",
  "magic_link_disabled",
  "magic_link_rate_limited",
  "password_disabled",
  "password_too_short",
  "reauthentication_required",
  "signin_rate_limited"
]

const errorOf = (
  language: PageLanguage,
  error: Problem,
  { instance }: RequestContext,
  { hasPassword, needsCurrentPassword }: PasswordStatus
) => {
  const { linkTooOld, sentFromElsewhere } = language.texts.account
  return FormError.ofProof(language, error, instance, {
    isNeeded: needsCurrentPassword,
    hasPassword,
    sentFromElsewhere,
    linkTooOld: linkTooOld(AccountPage.linkMinutes)
  })
}

/** `form`: what was typed, if it was rejected. */
interface Outcome {
  readonly notice?: ((texts: PageTexts) => string) | undefined
  readonly problem?: Problem
  readonly form?: URLSearchParams | undefined
}

export const make = Effect.fnUntraced(function* (site: Site) {
  const accounts = yield* DeleteAccount
  const confirmUrlOf = yield* Owner.make(site)
  const languages = yield* ChangeLanguage
  const { languages: spoken } = yield* Catalogues
  const available = spoken.available.map((language) => ({ language, name: LanguageForm.nameOf(language) }))
  const ownData = yield* ChangeUserData
  const passwords = yield* ChangePassword
  const recoveries = yield* RequestFactorRecovery
  const requestLink = RequestedLink.make(yield* RequestMagicLink, site)
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
    respond,
    signedOut,
    urls
  } = site
  const accountPath = `${prefix}${Paths.account}`
  const toPage = Page.redirect(accountPath)
  const toAccount = (action: string) => Page.redirect(`${accountPath}?${done}=${action}`)

  const show = Effect.fnUntraced(function* (context: RequestContext, { form, notice, problem }: Outcome) {
    const { caller, instance } = context
    const own = yield* sessions.list({ instance, caller })
    const language = languageIn(context, Option.some(own.current))
    const password = yield* passwords.status({ instance, session: own.current })
    const { user } = yield* accounts.find({ instance, session: own.current })
    const confirmUrl = yield* confirmUrlOf(context, own.current, user, Paths.account)
    if (problem?.code === "reauthentication_required" && confirmUrl !== undefined) return Page.redirect(confirmUrl)
    return respond(
      AccountPage.page({
        language,
        instance,
        prefix,
        waysIn: site.waysIn,
        hasLinks: hasLinks(instance),
        hasPasswordResets: hasPasswordResets(instance),
        confirmUrl,
        recovery: yield* recoveries.status({ instance, caller }),
        hasSecondFactor: Option.isSome(user.secondFactorAt),
        password,
        ...own,
        now: yield* DateTime.now,
        home: urls.home(instance),
        deletionAt: user.deletionAt,
        name: user.name,
        typedName: form?.get("name") ?? undefined,
        languages: { chosen: user.language, available },
        notice: notice?.(language.texts),
        error: problem === undefined ? undefined : errorOf(language, problem, context, password)
      })
    )
  })

  const onGet = (context: RequestContext) => {
    const action = RequestReader.single(RequestReader.query(context.request), done)
    return show(context, { notice: Option.getOrUndefined(Option.map(action, (name) => notices.get(name))) })
  }

  /** An empty field is fine for a user who has signed in with a link since the form was shown. */
  const requiresCurrentPassword = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    if (!form.has("currentPassword")) return false
    if (FormInput.textOf(form, "currentPassword") !== "") return true
    const { caller, instance } = context
    const session = yield* sessions.authenticate({ instance, caller })
    const { needsCurrentPassword } = yield* passwords.status({ instance, session })
    return needsCurrentPassword
  })

  const setPassword = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, cookies, instance } = context
    const { currentPassword, password } = yield* FormInput.all({
      currentPassword: (yield* requiresCurrentPassword(context, form))
        ? Either.map(FormInput.password(form, "currentPassword", "currentPasswordMissing"), Option.some)
        : Either.right(Option.none()),
      password: FormInput.password(form, "password", "newPasswordMissing")
    })
    const mayOmitCurrentPassword = isOwnPage(context)
    const issued = yield* passwords.change({ instance, caller, password, currentPassword, mayOmitCurrentPassword })
    return SessionCookies.setSession(cookies, issued)(toAccount("password"))
  })

  const setLanguage = Effect.fnUntraced(function* ({ caller, instance }: RequestContext, form: URLSearchParams) {
    const tag = FormInput.textOf(form, "language")
    const { language } = yield* FormInput.all({
      language:
        tag === ""
          ? Either.right(Option.none())
          : Either.fromOption(Option.map(Language.parse(tag), Option.some), () => "languageMissing" as const)
    })
    yield* languages.change({ instance, caller, language })
    return toAccount("language")
  })

  const setName = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, instance } = context
    const { name } = yield* FormInput.all({ name: FormInput.userName(form) })
    const session = yield* sessions.authenticate({ instance, caller })
    const reason = DetailsForm.errorOfName(languageIn(context, Option.some(session)), instance.signUp.fields, form)
    if (reason !== undefined) return yield* problem("invalid_request", { errors: [{ field: "name", reason }] })
    yield* ownData.change({ instance, caller, name })
    return toAccount(Option.isSome(name) ? "name" : "name-removed")
  })

  const sendLink = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, instance } = context
    const { email } = yield* sessions.authenticate({ instance, caller })
    const returnUrl = Option.orElse(ReturnUrl.read(urls, instance, form), () =>
      Option.some(ownUrl(Paths.account, context))
    )
    return yield* requestLink(context, { email, returnUrl, isAgain: false })
  })

  const onVerify = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, instance, request } = context
    const found = yield* sessions.find({ instance, caller })
    const returnUrl = ReturnUrl.read(urls, instance, RequestReader.query(request))
    const url = Option.getOrElse(returnUrl, () => "")
    if (Option.isNone(found)) return Page.redirect(ReturnUrl.append(`${prefix}${Paths.signIn}`, url))
    const { email, emailVerified } = found.value
    if (emailVerified) return Page.redirect(ReturnUrl.orHome(urls, instance, returnUrl))
    return respond(
      VerifyPage.page({
        language: languageIn(context, found),
        instance,
        prefix,
        hasLinks: hasLinks(instance),
        hasPasswordResets: hasPasswordResets(instance),
        email,
        returnUrl: url
      })
    )
  })

  /** Shows the page again with what went wrong. */
  const orShown =
    (handler: (context: RequestContext, form: URLSearchParams) => PageEffect) =>
    (context: RequestContext, form: URLSearchParams): PageEffect =>
      Effect.catchAll(handler(context, form), (error) => {
        const problem = toProblem(error)
        return shownOnPage.includes(problem.code) ? show(context, { form, problem }) : Effect.fail(error)
      })

  const onRevoke = Effect.fnUntraced(
    function* (context: RequestContext) {
      const { caller, instance } = context
      const { wasCurrent } = yield* sessions.revoke({ instance, caller }, yield* RouteParameters.sessionId)
      return wasCurrent ? signedOut(context) : toAccount("revoke")
    },
    // It has expired or was revoked already: the result is the same.
    Effect.catchTag("SessionNotFound", () => Effect.succeed(toAccount("revoke")))
  )

  const onRevokeOthers = ({ caller, instance }: RequestContext) =>
    Effect.as(sessions.revokeOthers({ instance, caller }), toAccount("revoke-others"))

  const render: Render = (problem, failed) => renderMessage(Paths.account, problem, failed)
  const posted = (handler: (context: RequestContext, form: URLSearchParams) => PageEffect) =>
    post(Paths.account, orSignIn(Paths.account, handler), render)

  return [
    { method: "GET", path: Paths.account, handler: get(orSignIn(Paths.account, onGet), render) },
    { method: "GET", path: Paths.accountVerify, handler: get(onVerify, render) },
    { method: "GET", path: Paths.accountPassword, handler: get(() => Effect.succeed(toPage), render) },
    { method: "GET", path: Paths.accountName, handler: get(() => Effect.succeed(toPage), render) },
    { method: "GET", path: Paths.accountLanguage, handler: get(() => Effect.succeed(toPage), render) },
    { method: "GET", path: Paths.accountLink, handler: get(() => Effect.succeed(toPage), render) },
    { method: "POST", path: Paths.accountPassword, handler: posted(orShown(setPassword)) },
    { method: "POST", path: Paths.accountName, handler: posted(orShown(setName)) },
    { method: "POST", path: Paths.accountLanguage, handler: posted(orShown(setLanguage)) },
    { method: "POST", path: Paths.accountLink, handler: posted(orShown(sendLink)) },
    { method: "POST", path: `${Paths.accountSessions}/:session/revoke`, handler: posted(onRevoke) },
    { method: "POST", path: `${Paths.accountSessions}/revoke-others`, handler: posted(onRevokeOthers) }
  ] satisfies ReadonlyArray<Route>
})
