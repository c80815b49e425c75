/**
 * The routes of the page that confirms who a signed-in user is, and leads back to what they wanted to change.
 */
import { RequestFactorRecovery } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import * as Credential from "@latchkey/domain/passkey/Credential"
import { DeleteAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { StepUp } from "@latchkey/domain/session/StepUp"
import { type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import { credentialName, signInOptionsPath } from "../core/PasskeyForm.ts"
import * as ReauthenticationPage from "./ReauthenticationPage.ts"

/** The problems that the page itself shows. */
const shownOnPage = [
  "invalid_credentials",
  "invalid_request",
  "invalid_token",
  "password_disabled",
  "signin_rate_limited"
]

/** Returns the error of what the user gave. */
const errorOf = (language: PageLanguage, found: Problem, { instance }: RequestContext, form: URLSearchParams) => {
  const { fields, reauthentication } = language.texts
  switch (found.code) {
    case "invalid_token":
      return FormError.make(language, found, { code: fields.authenticatorCodeWrong })
    case "invalid_credentials":
      return form.has(credentialName)
        ? FormError.make(language, found, {}, reauthentication.rejected)
        : FormError.make(language, found, { password: fields.currentPasswordWrong })
    default:
      return FormError.of(language, found, instance)
  }
}

export const make = Effect.fnUntraced(function* (site: Site) {
  const accounts = yield* DeleteAccount
  const reauthenticate = yield* Reauthenticate
  const recoveries = yield* RequestFactorRecovery
  const sessions = yield* Sessions
  const stepUp = yield* StepUp
  const { get, hasLinks, languageIn, post, prefix, renderMessage, respond, urls } = site

  /** Returns the ways that the user has, the best first. One that would not be enough is not among them. */
  const waysOf = Effect.fnUntraced(function* ({ caller, instance }: RequestContext) {
    const session = yield* sessions.authenticate({ instance, caller })
    const { user } = yield* accounts.find({ instance, session })
    const { code, passkey } = yield* stepUp.waysOf(instance, user)
    const hasBetter = code || passkey
    const hasPassword = instance.authConfig.password && Option.isSome(user.passwordHash) && !hasBetter
    const ways: ReadonlyArray<ReauthenticationPage.Way> = [
      ...(passkey ? (["passkey"] as const) : []),
      ...(code ? (["code"] as const) : []),
      ...(hasPassword ? (["password"] as const) : []),
      ...(hasLinks(instance) && !hasBetter ? (["link"] as const) : [])
    ]
    return { session, ways }
  })

  const show = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams, found?: Problem) {
    const { instance } = context
    const { session, ways } = yield* waysOf(context)
    const language = languageIn(context, Option.some(session))
    const returnUrl = ReturnUrl.read(urls, instance, form)
    return respond(
      ReauthenticationPage.page({
        language,
        instance,
        prefix,
        email: session.email,
        ways,
        recovery: yield* recoveries.status({ instance, caller: context.caller }),
        returnUrl: Option.getOrElse(returnUrl, () => ""),
        formTargets: ReturnUrl.formTargets(urls, instance, returnUrl),
        optionsUrl: `${prefix}${signInOptionsPath}`,
        error: found === undefined ? undefined : errorOf(language, found, context, form)
      })
    )
  })

  const confirm = Effect.fnUntraced(function* ({ caller, instance }: RequestContext, form: URLSearchParams) {
    if (form.has(credentialName)) {
      const credential = yield* FormInput.credential(Credential.AuthenticationCredential, form)
      return yield* reauthenticate.withPasskey({ instance, caller, credential })
    }
    if (form.has("code")) {
      const { code } = yield* FormInput.all({ code: FormInput.secondFactorCode(form, false) })
      return yield* reauthenticate.withCode({ instance, caller, code })
    }
    const { password } = yield* FormInput.all({ password: FormInput.password(form, "password", "passwordMissing") })
    return yield* reauthenticate.withPassword({ instance, caller, password })
  })

  const onPost = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { cookies, instance } = context
    const issued = yield* confirm(context, form)
    const returnUrl = ReturnUrl.read(urls, instance, form)
    const location = Option.getOrElse(returnUrl, () => `${prefix}${Paths.account}`)
    return SessionCookies.setSession(cookies, issued)(Page.redirect(location))
  })

  const orShown = (context: RequestContext, form: URLSearchParams): PageEffect =>
    Effect.catchAll(onPost(context, form), (error) => {
      const found = toProblem(error)
      return shownOnPage.includes(found.code) ? show(context, form, found) : Effect.fail(error)
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
