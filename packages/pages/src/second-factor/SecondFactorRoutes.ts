/**
 * The routes of the second factor: completing a sign-in, and managing it on the account.
 */
import { RequestFactorRecovery } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import { SecondFactorSignIn } from "@latchkey/domain/second-factor/SecondFactorSignIn"
import { SecondFactors, type TotpEnrollment } from "@latchkey/domain/second-factor/SecondFactors"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as QrCode from "@latchkey/http/second-factor/QrCode"
import * as PendingRequest from "@latchkey/http/session/PendingRequest"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import * as Paths from "../core/Paths.ts"
import * as RequestedLinkCookie from "../core/RequestedLinkCookie.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as PasskeyOfferCookie from "../core/PasskeyOfferCookie.ts"
import * as AfterSignIn from "../core/AfterSignIn.ts"
import * as EnrollmentCookie from "./EnrollmentCookie.ts"
import * as SecondFactorPages from "./SecondFactorPages.ts"

/** Returns the error of the field for a code that does not work, or of anything else. */
const errorOf = (language: PageLanguage, found: Problem, context: RequestContext, isRecovery: boolean) => {
  const { fields } = language.texts
  const wrong = isRecovery ? fields.recoveryCodeWrong : fields.authenticatorCodeWrong
  return found.code === "invalid_token"
    ? FormError.make(language, found, { code: wrong })
    : FormError.of(language, found, context.instance)
}

/** Returns what the page of an authenticator app shows of an enrollment. */
const shown = ({ enrollment, secret, uri }: TotpEnrollment) => ({
  key: Redacted.value(secret),
  uri: Redacted.value(uri),
  picture: new Page.Fragment(QrCode.svg(Redacted.value(uri))),
  enrollment: Redacted.value(enrollment)
})

const enrollmentName = "enrollment"

/** The problems that the pages with a code show themselves. */
const shownOnPage = ["invalid_request", "invalid_token", "signin_rate_limited"]

/** Returns the enrollment that a form has posted, or that the browser was shown before. Both are unchecked. */
const begunBefore = ({ cookies, request: { headers } }: RequestContext, form: URLSearchParams): string =>
  form.has(enrollmentName)
    ? FormInput.textOf(form, enrollmentName)
    : Option.getOrElse(EnrollmentCookie.read(cookies, headers), () => "")

const noForm = new URLSearchParams()

const isRecovery = (form: URLSearchParams): boolean => form.has(SecondFactorPages.recoveryName)

/** Makes the routes of a sign-in that lacks its second factor. */
const makeSignIn = Effect.fnUntraced(function* (site: Site) {
  const { isAvailable, statusAtSignIn } = yield* RequestFactorRecovery
  const { beginEnrollment, complete, confirmEnrollment, find } = yield* SecondFactorSignIn
  const sessions = yield* Sessions
  const { cookiePath, get, languageOf, post, prefix, renderMessage, respond, urls } = site

  const formOf = Effect.fnUntraced(function* (context: RequestContext, values: URLSearchParams) {
    const { instance } = context
    const returnUrl = ReturnUrl.read(urls, instance, values)
    return {
      language: yield* languageOf(context),
      instance,
      prefix,
      returnUrl: Option.getOrElse(returnUrl, () => ""),
      formTargets: ReturnUrl.formTargets(urls, instance, returnUrl)
    }
  })

  const showCode = Effect.fnUntraced(function* (context: RequestContext, values: URLSearchParams, found?: Problem) {
    const form = yield* formOf(context, values)
    const error = found === undefined ? undefined : errorOf(form.language, found, context, isRecovery(values))
    const recovery = isAvailable(context.instance) ? yield* statusAtSignIn(PendingRequest.of(context)) : undefined
    return respond(SecondFactorPages.signIn({ ...form, isRecovery: isRecovery(values), recovery, error }))
  })

  const showSetUp = Effect.fnUntraced(function* (context: RequestContext, values: URLSearchParams, found?: Problem) {
    const { cookies } = context
    const enrollment = begunBefore(context, values)
    const begun = shown(yield* beginEnrollment({ ...PendingRequest.of(context), enrollment }))
    const form = yield* formOf(context, values)
    const error = found === undefined ? undefined : errorOf(form.language, found, context, false)
    const action = `${prefix}${Paths.secondFactor}`
    const page = SecondFactorPages.setUp({ ...form, ...begun, action, isRequired: true, error })
    return EnrollmentCookie.set(cookies, cookiePath, begun.enrollment)(respond(page))
  })

  /** A user who has completed the sign-in in another tab is signed in. */
  const expired = Effect.fnUntraced(function* (context: RequestContext, values: URLSearchParams) {
    const { caller, cookies, instance } = context
    const returnUrl = ReturnUrl.read(urls, instance, values)
    const session = yield* sessions.find({ instance, caller })
    if (Option.isSome(session)) return Page.redirect(AfterSignIn.nextUrl(site, instance, returnUrl))
    const language = yield* languageOf(context)
    const page = SecondFactorPages.expired({
      language,
      instance,
      prefix,
      isSetUp: values.has(enrollmentName),
      returnUrl: Option.getOrElse(returnUrl, () => "")
    })
    return SessionCookies.clearPending(cookies)(respond(page))
  })

  const onGet = Effect.fnUntraced(function* (context: RequestContext) {
    const values = RequestReader.query(context.request)
    const options = yield* find(PendingRequest.of(context))
    const way = site.waysIn.find(({ id, insteadOfFactor }) => insteadOfFactor !== undefined && options.includes(id))
    if (way?.insteadOfFactor !== undefined) {
      const form = yield* formOf(context, values)
      return respond(SecondFactorPages.instead(form, way.insteadOfFactor(form)))
    }
    return yield* options.includes("totp_enrollment") ? showSetUp(context, values) : showCode(context, values)
  })

  const stepAfter = (context: RequestContext, form: URLSearchParams, end: AfterSignIn.SignInEnd) => {
    const { instance } = context
    const returnUrl = ReturnUrl.read(urls, instance, form)
    const url = AfterSignIn.nextUrl(site, instance, returnUrl)
    return { end, returnUrl, url, canOffer: PasskeyOfferCookie.wasPossible(context) }
  }

  const onCode = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { cookies } = context
    const { code } = yield* FormInput.all({ code: FormInput.secondFactorCode(form, isRecovery(form)) })
    const end = yield* complete({ ...PendingRequest.of(context), code })
    return AfterSignIn.redirect(site, context, stepAfter(context, form, end)).pipe(
      SessionCookies.setSession(cookies, end),
      SessionCookies.clearPending(cookies),
      RequestedLinkCookie.clear(cookies, cookiePath)
    )
  })

  const onFirstCode = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { cookies, instance } = context
    const { code } = yield* FormInput.all({ code: FormInput.authenticatorCode(form) })
    const enrollment = FormInput.textOf(form, enrollmentName)
    const { issued, recoveryCodes } = yield* confirmEnrollment({ ...PendingRequest.of(context), enrollment, code })
    const next = AfterSignIn.locationOf(prefix, stepAfter(context, form, issued))
    const language = yield* languageOf(context)
    const codes = recoveryCodes.map(Redacted.value)
    return respond(SecondFactorPages.recoveryCodes({ language, instance, prefix, codes, next })).pipe(
      SessionCookies.setSession(cookies, issued),
      SessionCookies.clearPending(cookies),
      EnrollmentCookie.clear(cookies, cookiePath),
      RequestedLinkCookie.clear(cookies, cookiePath)
    )
  })

  const onPost = (context: RequestContext, form: URLSearchParams): PageEffect => {
    const isFirst = form.has(enrollmentName)
    const show = isFirst ? showSetUp : showCode
    return Effect.gen(function* () {
      return yield* isFirst ? onFirstCode(context, form) : onCode(context, form)
    }).pipe(
      // It has expired: the page begins again, with another secret.
      Effect.catchTag("EnrollmentExpired", () => onGet(context)),
      Effect.catchAll((error) => {
        const found = toProblem(error)
        return shownOnPage.includes(found.code) ? show(context, form, found) : Effect.fail(error)
      }),
      Effect.catchTag("Unauthenticated", () => expired(context, form))
    )
  }

  const render: Render = (problem, failed) => renderMessage(Paths.signIn, problem, failed)
  const orExpired = (context: RequestContext): PageEffect =>
    Effect.catchTag(onGet(context), "Unauthenticated", () => expired(context, RequestReader.query(context.request)))

  return [
    { method: "GET", path: Paths.secondFactor, handler: get(orExpired, render) },
    { method: "POST", path: Paths.secondFactor, handler: post(Paths.signIn, onPost, render) }
  ] satisfies ReadonlyArray<Route>
})

/** Makes the routes of the account. */
const makeAccount = Effect.fnUntraced(function* (site: Site) {
  const { begin, confirm, remove, renewRecoveryCodes, status } = yield* SecondFactors
  const sessions = yield* Sessions
  const { cookiePath, get, languageIn, postOfOwnPages, prefix, renderMessage, respond, urlVia } = site
  const path = `${prefix}${Paths.accountSecondFactor}`

  const optionsOf = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, instance } = context
    const session = yield* sessions.authenticate({ instance, caller })
    return { language: languageIn(context, Option.some(session)), instance, prefix, email: session.email }
  })

  const show = Effect.fnUntraced(function* (context: RequestContext, found?: Problem) {
    const { caller, instance, request } = context
    const options = yield* optionsOf(context)
    const { confirmedAt, isAvailable, mode, recoveryCodes } = yield* status({ instance, caller })
    const isOn = Option.isSome(confirmedAt)
    const isRemoved = !isOn && Option.contains(RequestReader.single(RequestReader.query(request), "done"), "removed")
    return respond(
      SecondFactorPages.status({
        ...options,
        isOn,
        isAvailable,
        codesLeft: recoveryCodes,
        isRequired: mode === "required",
        notice: isRemoved ? options.language.texts.secondFactor.isRemoved : undefined,
        error: found === undefined ? undefined : FormError.of(options.language, found, instance)
      })
    )
  })

  const showSetUp = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams, found?: Problem) {
    const { caller, cookies, instance } = context
    const enrollment = begunBefore(context, form)
    const begun = shown(yield* begin({ instance, caller, enrollment }))
    const options = yield* optionsOf(context)
    const error = found === undefined ? undefined : errorOf(options.language, found, context, false)
    const page = SecondFactorPages.setUp({
      ...options,
      ...begun,
      action: `${path}/confirm`,
      isRequired: false,
      returnUrl: "",
      formTargets: [],
      error
    })
    return EnrollmentCookie.set(cookies, cookiePath, begun.enrollment)(respond(page))
  })

  const showCodes = (
    options: Effect.Effect.Success<ReturnType<typeof optionsOf>>,
    codes: ReadonlyArray<Redacted.Redacted>
  ) => respond(SecondFactorPages.recoveryCodes({ ...options, codes: codes.map(Redacted.value), next: path }))

  const confirmWith = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, cookies, instance } = context
    const { code } = yield* FormInput.all({ code: FormInput.authenticatorCode(form) })
    const enrollment = FormInput.textOf(form, enrollmentName)
    // Before the session is revoked.
    const options = yield* optionsOf(context)
    const { issued, recoveryCodes } = yield* confirm({ instance, caller, enrollment, code })
    return showCodes(options, recoveryCodes).pipe(
      SessionCookies.setSession(cookies, issued),
      EnrollmentCookie.clear(cookies, cookiePath)
    )
  })

  const onConfirm = (context: RequestContext, form: URLSearchParams): PageEffect =>
    Effect.catchAll(confirmWith(context, form), (error): PageEffect => {
      const found = toProblem(error)
      const isShown = error._tag !== "EnrollmentExpired" && shownOnPage.includes(found.code)
      return isShown ? showSetUp(context, form, found) : Effect.fail(error)
    })

  const onRemove = Effect.fnUntraced(function* ({ caller, cookies, instance }: RequestContext) {
    const issued = yield* remove({ instance, caller })
    return SessionCookies.setSession(cookies, issued)(Page.redirect(`${path}?done=removed`))
  })

  const onRenew = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, instance } = context
    const options = yield* optionsOf(context)
    return showCodes(options, yield* renewRecoveryCodes({ instance, caller }))
  })

  /** Sends users to the page that they need first, and back afterwards. */
  const orElsewhere =
    <A extends ReadonlyArray<unknown>>(handler: (context: RequestContext, ...rest: A) => PageEffect) =>
    (context: RequestContext, ...rest: A): PageEffect =>
      Effect.catchAll(handler(context, ...rest), (error) => {
        const to = (page: string) => Effect.succeed(Page.redirect(urlVia(page, Paths.accountSecondFactor, context)))
        switch (error._tag) {
          case "Unauthenticated":
            return to(Paths.signIn)
          case "ReauthenticationRequired":
            return to(Paths.reauthenticate)
          case "EnrollmentExpired":
          case "SecondFactorDisabled":
            return Effect.catchTag(show(context, toProblem(error)), "Unauthenticated", () => to(Paths.signIn))
          case "SecondFactorExists":
          case "SecondFactorNotFound":
            return Effect.succeed(Page.redirect(path))
          default:
            return Effect.fail(error)
        }
      })

  const render: Render = (problem, failed) => renderMessage(Paths.accountSecondFactor, problem, failed)
  const toPage = () => Effect.succeed(Page.redirect(path))
  // On another page, so that it can be loaded again: phones do so with one that the user has left for the app.
  const onSetUp = () => Effect.succeed(Page.redirect(`${path}/set-up`))

  const action = (
    name: string,
    handler: (context: RequestContext, form: URLSearchParams) => PageEffect,
    page: (context: RequestContext) => PageEffect = toPage
  ): ReadonlyArray<Route> => {
    const route = `${Paths.accountSecondFactor}/${name}` as const
    return [
      { method: "POST", path: route, handler: postOfOwnPages(Paths.accountSecondFactor, orElsewhere(handler), render) },
      { method: "GET", path: route, handler: get(orElsewhere(page), render) }
    ]
  }

  return [
    {
      method: "GET",
      path: Paths.accountSecondFactor,
      handler: get(
        orElsewhere((context) => show(context)),
        render
      )
    },
    ...action("set-up", onSetUp, (context) => showSetUp(context, noForm)),
    ...action("confirm", onConfirm),
    ...action("remove", onRemove),
    ...action("recovery-codes", onRenew)
  ] satisfies ReadonlyArray<Route>
})

export const make = (site: Site) =>
  Effect.map(Effect.all([makeSignIn(site), makeAccount(site)]), (routes) => routes.flat())
