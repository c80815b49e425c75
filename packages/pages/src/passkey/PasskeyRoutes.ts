/**
 * The routes of passkeys: signing in with one, those of the account, and the offer after a sign-in.
 */
import { type PasskeyId, maxPasskeys } from "@latchkey/domain/passkey/PasskeyRepository"
import * as Credential from "@latchkey/domain/passkey/Credential"
import { type PasskeyList, Passkeys } from "@latchkey/domain/passkey/Passkeys"
import { RegisterPasskey } from "@latchkey/domain/passkey/RegisterPasskey"
import type { SignInResult } from "@latchkey/domain/session/SessionIssuer"
import { DeleteAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { StepUp } from "@latchkey/domain/session/StepUp"
import { type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import { type Problem, problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import * as LastWayCookie from "../core/LastWayCookie.ts"
import * as Paths from "../core/Paths.ts"
import * as RequestedLinkCookie from "../core/RequestedLinkCookie.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import * as RouteParameters from "../core/RouteParameters.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import type { PageTexts } from "../language/Catalogue.ts"
import { renderForm } from "../sign-in/renderForm.ts"
import * as SignInPages from "../sign-in/SignInPages.ts"
import * as AfterSignIn from "../core/AfterSignIn.ts"
import { type AcceptedPasskeys, registrationOptionsPath } from "../core/PasskeyForm.ts"
import * as PasskeySignIn from "../core/PasskeySignIn.ts"
import * as PasskeyOfferCookie from "../core/PasskeyOfferCookie.ts"
import * as PasskeyPages from "./PasskeyPages.ts"

/** Renders the sign-in page after a passkey did not sign in. After another problem it says that one. */
const renderRejected = (site: Site, rejectedPasskey: PasskeySignIn.RejectedPasskey): Render =>
  renderForm(site, (form) => {
    if (form.error?.code !== "invalid_credentials") return SignInPages.signIn(form)
    const { rejected, tooLate } = form.language.texts.passkey
    const error = { ...form.error, text: rejectedPasskey.isTooLate ? tooLate : rejected }
    return SignInPages.signIn({ ...form, rejectedPasskey, error })
  })

/** Makes the route that signs in. */
const makeSignIn = Effect.fnUntraced(function* (site: Site) {
  const signIn = yield* PasskeySignIn.make
  const { cookiePath, get, post, prefix, readerOf, renderMessage, urls } = site

  const signedIn = (context: RequestContext, form: URLSearchParams, end: SignInResult) => {
    const { cookies, instance } = context
    const returnUrl = ReturnUrl.read(urls, instance, form)
    const url = AfterSignIn.nextUrl(site, instance, returnUrl)
    return AfterSignIn.redirect(site, context, { end, returnUrl, url, canOffer: false }).pipe(
      SessionCookies.setSignIn(cookies, end),
      LastWayCookie.set(cookies, cookiePath, "passkey"),
      RequestedLinkCookie.clear(cookies, cookiePath)
    )
  }

  const onPost = (context: RequestContext, form: URLSearchParams): PageEffect =>
    signIn(context, form).pipe(
      Effect.map((end) => signedIn(context, form, end)),
      Effect.catchTag("PasskeyRejected", (rejected) =>
        Effect.map(readerOf(context), (reader) =>
          renderRejected(site, rejected)(toProblem(rejected.error), {
            request: context.request,
            context,
            ...reader,
            form
          })
        )
      )
    )

  const render = renderForm(site, SignInPages.signIn)
  const renderGet: Render = (problem, failed) => renderMessage(Paths.signIn, problem, failed)
  const toSignIn = get(() => Effect.succeed(Page.redirect(`${prefix}${Paths.signIn}`)), renderGet)

  return [
    { method: "GET", path: Paths.signInPasskey, handler: toSignIn },
    { method: "POST", path: Paths.signInPasskey, handler: post(Paths.signIn, onPost, render) }
  ] satisfies ReadonlyArray<Route>
})

const done = "done"

/** What the page says after an action, by the query parameter `done`. */
const notices: ReadonlyMap<string, (texts: PageTexts) => string> = new Map([
  ["added", ({ passkey }: PageTexts) => passkey.isAdded],
  ["renamed", ({ passkey }) => passkey.isRenamed],
  ["removed", ({ passkey }) => passkey.isRemoved]
])

/** What the page shows beside the passkeys. `renamed`: the passkey whose new name is invalid. */
interface Outcome {
  readonly notice?: ((texts: PageTexts) => string) | undefined
  readonly error?: ((language: PageLanguage) => FormError.FormError) | undefined
  readonly renamed?: PasskeyId | undefined
}

const acceptedOf = ({ passkeys, rpId, userHandle }: PasskeyList): AcceptedPasskeys | undefined =>
  Option.getOrUndefined(
    Option.zipWith(rpId, userHandle, (rpId, userId) => ({
      rpId,
      userId,
      allAcceptedCredentialIds: passkeys.map(({ credentialId }) => credentialId)
    }))
  )

/** Makes the page of the account, and the forms on it. */
const makeAccount = Effect.fnUntraced(function* (site: Site) {
  const accounts = yield* DeleteAccount
  const own = yield* Passkeys
  const { register } = yield* RegisterPasskey
  const sessions = yield* Sessions
  const stepUp = yield* StepUp
  const { get, hasPasskeys, languageIn, postOfOwnPages, prefix, renderMessage, respond, urls, urlVia } = site
  const path = `${prefix}${Paths.accountPasskeys}`

  const confirmUrl = (context: RequestContext) => urlVia(Paths.reauthenticate, Paths.accountPasskeys, context)

  const show = Effect.fnUntraced(function* (context: RequestContext, { error, notice, renamed }: Outcome) {
    const { caller, instance } = context
    const session = yield* sessions.authenticate({ instance, caller })
    const list = yield* own.list({ instance, caller })
    const { user } = yield* accounts.find({ instance, session })
    const language = languageIn(context, Option.some(session))
    const now = yield* DateTime.now
    const isConfirmed = yield* stepUp.isConfirmed(instance, user, session)
    return respond(
      PasskeyPages.page({
        language,
        instance,
        prefix,
        email: session.email,
        passkeys: list.passkeys,
        optionsUrl: `${prefix}${registrationOptionsPath}`,
        maxPasskeys,
        canAdd: hasPasskeys(instance),
        confirmUrl: isConfirmed ? undefined : confirmUrl(context),
        accepted: acceptedOf(list),
        now,
        renamed,
        notice: notice?.(language.texts),
        error: error?.(language)
      })
    )
  })

  const showProblem = (context: RequestContext, found: Problem, text: (texts: PageTexts) => string) =>
    show(context, { error: (language) => FormError.make(language, found, {}, text(language.texts)) })

  const onGet = (context: RequestContext) => {
    const action = RequestReader.single(RequestReader.query(context.request), done)
    return show(context, { notice: Option.getOrUndefined(Option.map(action, (name) => notices.get(name))) })
  }

  const toPage = (action: string) => Page.redirect(`${path}?${done}=${action}`)

  const onAdd = (context: RequestContext, form: URLSearchParams): PageEffect =>
    Effect.gen(function* () {
      const { caller, instance } = context
      const credential = yield* FormInput.credential(Credential.RegistrationCredential, form)
      yield* register({ instance, caller, credential, name: Option.none() })
      return form.has(PasskeyPages.offerSource)
        ? Page.redirect(AfterSignIn.nextUrl(site, instance, ReturnUrl.read(urls, instance, form)))
        : toPage("added")
    }).pipe(
      Effect.catchTags({
        InvalidCredentials: () => showProblem(context, problem("invalid_credentials"), ({ passkey }) => passkey.failed),
        PasskeyExists: () => showProblem(context, problem("passkey_already_exists"), ({ passkey }) => passkey.exists),
        TooManyPasskeys: () =>
          showProblem(context, problem("too_many_passkeys"), ({ passkey }) => passkey.tooMany(maxPasskeys))
      })
    )

  const onRename = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, instance } = context
    const id = yield* RouteParameters.passkeyId
    const decoded = FormInput.passkeyName(form)
    if (decoded._tag === "Left") {
      const error = problem("invalid_request", { errors: [{ field: "name", reason: decoded.left }] })
      return yield* show(context, { renamed: id, error: (language) => FormError.of(language, error, instance) })
    }
    yield* own.rename({ instance, caller }, { id, name: decoded.right })
    return toPage("renamed")
  })

  const onRemove = Effect.fnUntraced(function* ({ caller, instance }: RequestContext) {
    yield* own.remove({ instance, caller }, yield* RouteParameters.passkeyId)
    return toPage("removed")
  })

  /** Sends users to the page that they need first, and back afterwards. A passkey that is gone is removed. */
  const orElsewhere =
    <A extends ReadonlyArray<unknown>>(handler: (context: RequestContext, ...rest: A) => PageEffect) =>
    (context: RequestContext, ...rest: A): PageEffect =>
      Effect.catchTags(handler(context, ...rest), {
        PasskeyNotFound: () => Effect.succeed(Page.redirect(path)),
        ReauthenticationRequired: () => Effect.succeed(Page.redirect(confirmUrl(context))),
        Unauthenticated: () => Effect.succeed(Page.redirect(urlVia(Paths.signIn, Paths.accountPasskeys, context)))
      })

  const render: Render = (problem, failed) => renderMessage(Paths.accountPasskeys, problem, failed)
  const posted = (handler: (context: RequestContext, form: URLSearchParams) => PageEffect) =>
    postOfOwnPages(Paths.accountPasskeys, orElsewhere(handler), render)
  const toList = get(() => Effect.succeed(Page.redirect(path)), render)

  return [
    { method: "GET", path: Paths.accountPasskeys, handler: get(orElsewhere(onGet), render) },
    { method: "POST", path: Paths.accountPasskeys, handler: posted(onAdd) },
    { method: "GET", path: `${Paths.accountPasskeys}/:passkey/name`, handler: toList },
    { method: "POST", path: `${Paths.accountPasskeys}/:passkey/name`, handler: posted(onRename) },
    { method: "POST", path: `${Paths.accountPasskeys}/:passkey/remove`, handler: posted(onRemove) }
  ] satisfies ReadonlyArray<Route>
})

/** Makes the page that offers a passkey after a sign-in. */
const makeOffer = Effect.fnUntraced(function* (site: Site) {
  const own = yield* Passkeys
  const sessions = yield* Sessions
  const { cookiePath, get, hasPasskeys, languageIn, prefix, renderMessage, respond, urls } = site

  /** Shows it once on each device, and to users without a passkey only. */
  const onGet = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, cookies, instance, request } = context
    const returnUrl = ReturnUrl.read(urls, instance, RequestReader.query(request))
    const next = AfterSignIn.nextUrl(site, instance, returnUrl)
    const session = yield* sessions.find({ instance, caller })
    if (Option.isNone(session) || !session.value.emailVerified) return Page.redirect(next)
    const { passkeys } = yield* own.list({ instance, caller })
    const isUseful = hasPasskeys(instance) && passkeys.length === 0
    const response = isUseful
      ? respond(
          PasskeyPages.offer({
            language: languageIn(context, session),
            instance,
            prefix,
            optionsUrl: `${prefix}${registrationOptionsPath}`,
            next,
            returnUrl: Option.getOrElse(returnUrl, () => ""),
            formTargets: ReturnUrl.formTargets(urls, instance, returnUrl)
          })
        )
      : Page.redirect(next)
    return PasskeyOfferCookie.set(cookies, cookiePath, "offered")(response)
  })

  const render: Render = (problem, failed) => renderMessage(Paths.account, problem, failed)
  return [
    { method: "GET", path: Paths.accountPasskeyOffer, handler: get(onGet, render) }
  ] satisfies ReadonlyArray<Route>
})

export const make = (site: Site) =>
  Effect.map(Effect.all([makeSignIn(site), makeAccount(site), makeOffer(site)]), (routes) => routes.flat())
