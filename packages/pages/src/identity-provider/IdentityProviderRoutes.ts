/**
 * The routes of identity providers: those that lead to a provider, and those of the account.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type Identity, IdentityId, maxIdentities } from "@latchkey/domain/account/IdentityRepository"
import { IdentityNotFound, IdentityProviderDisabled } from "@latchkey/domain/identity-provider/IdentityProviderErrors"
import { Identities } from "@latchkey/domain/identity-provider/Identities"
import { SignInWithIdentityProvider } from "@latchkey/domain/identity-provider/SignInWithIdentityProvider"
import { isIssuerOf } from "@latchkey/domain/instance/IdentityProvider"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { DeleteAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { StepUp } from "@latchkey/domain/session/StepUp"
import { type EndpointError, type RequestContext, toProblem } from "@latchkey/http/core/Endpoint"
import * as Page from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as FormError from "../core/FormError.ts"
import * as FormInput from "../core/FormInput.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import * as RouteParameters from "../core/RouteParameters.ts"
import type { Route } from "../core/Routes.ts"
import type { PageEffect, Render, Site } from "../core/Site.ts"
import type { PageTexts } from "../language/Catalogue.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as ReauthenticationPage from "../session/ReauthenticationPage.ts"
import { renderForm, type View } from "../sign-in/renderForm.ts"
import * as SignInPages from "../sign-in/SignInPages.ts"
import * as IdentityPages from "./IdentityPages.ts"
import * as IdentityProblem from "./IdentityProblem.ts"
import type { ShownProvider } from "./IdentityProviderWayIn.ts"
import * as VisitPages from "./VisitPages.ts"

/** The id of the provider in the path. It is unchecked. */
const provider = Effect.map(HttpRouter.params, ({ provider = "" }) => provider)

/** Returns `true` if a user follows the link. `HEAD`, a prefetch or an image on another page begins no visit. */
const isFollowed = ({ headers, method }: RequestReader.IncomingRequest): boolean =>
  method === "GET" && !RequestReader.isPrefetch(headers) && (headers["sec-fetch-mode"] ?? "navigate") === "navigate"

/** Makes the route that leads to a provider. */
const makeSignIn = Effect.fnUntraced(function* (site: Site) {
  const { begin } = yield* SignInWithIdentityProvider
  const { get, readerOf, urls } = site

  const showSignIn = (context: RequestContext, view: View = SignInPages.signIn): PageEffect =>
    Effect.map(readerOf(context), (reader) =>
      renderForm(site, view)(undefined, { request: context.request, context, ...reader, form: new URLSearchParams() })
    )

  const onGet = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, cookies, instance, request } = context
    if (!isFollowed(request)) return HttpServerResponse.empty({ status: 204 })
    // A browser that comes from another site presents no strict cookies. A new client would sign its user out.
    if (cookies.cookieSameSite === "strict" && request.headers["sec-fetch-site"] === "cross-site") {
      return yield* showSignIn(context)
    }
    const returnTo = ReturnUrl.read(urls, instance, RequestReader.query(request))
    yield* site.warnAboutReturn(context, false)
    const { clientToken, url } = yield* begin({ instance, caller, provider: yield* provider, returnTo })
    return SessionCookies.setClient(cookies, clientToken)(Page.redirect(url))
  })

  const orRejected = (context: RequestContext): PageEffect =>
    Effect.catchTag(onGet(context), "IdentityProviderUnavailable", (error) =>
      showSignIn(context, VisitPages.signInView(toProblem(error), error.provider))
    )

  return [
    {
      method: "GET",
      path: `${Paths.signInWith}/:provider`,
      handler: get(orRejected, renderForm(site, SignInPages.signIn))
    }
  ] satisfies ReadonlyArray<Route>
})

/** Makes the route that leads to a provider to confirm who the user is, and back to that page if it cannot. */
const makeReauthentication = Effect.fnUntraced(function* (site: Site) {
  const { beginWithIdentityProvider } = yield* Reauthenticate
  const { get, prefix, renderMessage, urls, urlVia } = site

  const onGet = Effect.fnUntraced(function* (context: RequestContext) {
    const { caller, cookies, instance, request } = context
    if (!isFollowed(request)) return HttpServerResponse.empty({ status: 204 })
    const returnTo = ReturnUrl.read(urls, instance, RequestReader.query(request))
    const visit = { instance, caller, provider: yield* provider, returnTo }
    const { clientToken, url } = yield* beginWithIdentityProvider(visit)
    return SessionCookies.setClient(cookies, clientToken)(Page.redirect(url))
  })

  const toPage = Effect.fnUntraced(function* (context: RequestContext, error: EndpointError) {
    const failed = IdentityProblem.queryOfConfirming(toProblem(error), yield* provider)
    const returnTo = ReturnUrl.read(urls, context.instance, RequestReader.query(context.request))
    return Page.redirect(ReauthenticationPage.url(prefix, returnTo, failed))
  })

  const orElsewhere = (context: RequestContext): PageEffect =>
    Effect.catchTags(onGet(context), {
      IdentityProviderUnavailable: (error) => toPage(context, error),
      IdentityRejected: (error) => toPage(context, error),
      Unauthenticated: () => Effect.succeed(Page.redirect(urlVia(Paths.signIn, Paths.account, context)))
    })

  const render: Render = (problem, failed) => renderMessage(Paths.account, problem, failed)
  return [
    { method: "GET", path: `${Paths.reauthenticateWith}/:provider`, handler: get(orElsewhere, render) }
  ] satisfies ReadonlyArray<Route>
})

/** What the page says after an action, by the query parameter `done`. */
const notices: ReadonlyMap<string, (texts: PageTexts) => string> = new Map([
  ["added", ({ identityProvider }: PageTexts) => identityProvider.isAdded],
  ["removed", ({ identityProvider }) => identityProvider.isRemoved]
])

/** What the page shows beside the accounts. `connect`: the id of the provider that it is about. */
interface Outcome {
  readonly connect?: string
  readonly returnUrl?: string | undefined
  readonly notice?: ((texts: PageTexts) => string) | undefined
  readonly error?: (language: PageLanguage, about: ShownProvider | undefined) => FormError.FormError | undefined
}

const shownIdentity = (
  { identityProviders }: Instance,
  enabled: ReadonlyArray<{ readonly id: string }>,
  { createdAt, id, issuer, label, lastUsedAt }: Identity
): IdentityPages.ShownIdentity => {
  const found = identityProviders.find((provider) => isIssuerOf(provider, issuer))
  return {
    id,
    name: found?.name ?? new URL(issuer).host,
    kind: found?.kind ?? "oidc",
    isOn: enabled.some(({ id }) => id === found?.id),
    label,
    createdAt,
    lastUsedAt
  }
}

/** Makes the page of the account, and the forms on it. */
const makeAccount = Effect.fnUntraced(function* (site: Site) {
  const accounts = yield* DeleteAccount
  const own = yield* Identities
  const { providersOf } = yield* SignInWithIdentityProvider
  const sessions = yield* Sessions
  const stepUp = yield* StepUp
  const { get, languageIn, languageOf, postOfOwnPages, prefix, renderMessage, respond, urls, urlVia } = site
  const path = `${prefix}${Paths.accountIdentities}`

  const show = Effect.fnUntraced(function* (context: RequestContext, outcome: Outcome) {
    const { caller, instance } = context
    const { connect, error, notice, returnUrl } = outcome
    const session = yield* sessions.authenticate({ instance, caller })
    const identities = yield* own.list({ instance, caller })
    const { user } = yield* accounts.find({ instance, session })
    const language = languageIn(context, Option.some(session))
    const isConfirmed = yield* stepUp.isConfirmed(instance, user, session)
    const providers = providersOf(instance)
    const about = providers.find(({ id }) => id === connect)
    const page = {
      language,
      instance,
      prefix,
      email: session.email,
      identities: identities.map((identity) => shownIdentity(instance, providers, identity)),
      providers,
      maxIdentities,
      confirmUrl: isConfirmed
        ? undefined
        : urlVia(Paths.reauthenticate, IdentityPages.path({ connect, returnUrl }), context),
      returnUrl: returnUrl ?? "",
      now: yield* DateTime.now,
      notice: notice?.(language.texts),
      error: error?.(language, about)
    }
    return respond(about === undefined ? IdentityPages.page(page) : IdentityPages.connect(page, about))
  })

  const placeIn = ({ instance }: RequestContext, values: URLSearchParams) => ({
    connect: FormInput.textOf(values, "connect"),
    returnUrl: Option.getOrUndefined(ReturnUrl.read(urls, instance, values))
  })

  const onGet = (context: RequestContext) => {
    const query = RequestReader.query(context.request)
    const failed = FormInput.textOf(query, "failed")
    return show(context, {
      ...placeIn(context, query),
      notice: notices.get(FormInput.textOf(query, "done")),
      error: (language, about) => {
        if (failed === "" || about === undefined) return undefined
        const text = IdentityProblem.explainConnecting(language, failed, about.name)
        return { code: "identity_rejected", text, fields: {}, status: 200, headers: {} }
      }
    })
  }

  const showError = (context: RequestContext, error: EndpointError, text?: (texts: PageTexts) => string) =>
    show(context, {
      error: (language) => FormError.make(language, toProblem(error), {}, text?.(language.texts))
    })

  const onConnect = Effect.fnUntraced(function* (context: RequestContext, form: URLSearchParams) {
    const { caller, cookies, instance } = context
    const id = FormInput.textOf(form, "connect")
    const provider = providersOf(instance).find((provider) => provider.id === id)
    if (provider === undefined) return yield* new IdentityProviderDisabled()
    const returnTo = ReturnUrl.read(urls, instance, form)
    const { clientToken, url } = yield* own.begin({ instance, caller, provider: id, returnTo })
    const language = yield* languageOf(context)
    return SessionCookies.setClient(
      cookies,
      clientToken
    )(respond(IdentityPages.leaving({ language, instance, prefix }, provider, url)))
  })

  const orShown = (context: RequestContext, form: URLSearchParams): PageEffect =>
    Effect.catchTags(onConnect(context, form), {
      IdentityProviderDisabled: (error) => showError(context, error),
      TooManyIdentities: (error) => showError(context, error),
      IdentityProviderUnavailable: (error) =>
        show(context, {
          error: (language) => IdentityProblem.errorOf(language, toProblem(error), error.provider, context.instance)
        })
    })

  const onRemove = (context: RequestContext): PageEffect =>
    Effect.gen(function* () {
      const { caller, instance } = context
      yield* own.remove(
        { instance, caller },
        yield* RouteParameters.parameter("identity", IdentityId, () => new IdentityNotFound())
      )
      return Page.redirect(`${prefix}${IdentityPages.path({ done: "removed" })}`)
    }).pipe(
      Effect.catchTag("LastSignInMethod", (error) =>
        showError(context, error, ({ identityProvider }) => identityProvider.isLast)
      )
    )

  /** Sends users to the page that they need first, and back afterwards. An identity that is gone is removed. */
  const orElsewhere =
    (handler: (context: RequestContext, values: URLSearchParams) => PageEffect) =>
    (context: RequestContext, values: URLSearchParams): PageEffect => {
      const back = IdentityPages.path(placeIn(context, values))
      return Effect.catchTags(handler(context, values), {
        IdentityNotFound: () => Effect.succeed(Page.redirect(path)),
        ReauthenticationRequired: () => Effect.succeed(Page.redirect(urlVia(Paths.reauthenticate, back, context))),
        Unauthenticated: () => Effect.succeed(Page.redirect(urlVia(Paths.signIn, back, context)))
      })
    }

  const render: Render = (problem, failed) => renderMessage(Paths.accountIdentities, problem, failed)
  const posted = (handler: (context: RequestContext, form: URLSearchParams) => PageEffect) =>
    postOfOwnPages(Paths.accountIdentities, orElsewhere(handler), render)
  const shown = (context: RequestContext) => orElsewhere(onGet)(context, RequestReader.query(context.request))
  const toList = get(() => Effect.succeed(Page.redirect(path)), render)

  return [
    { method: "GET", path: Paths.accountIdentities, handler: get(shown, render) },
    { method: "POST", path: Paths.accountIdentities, handler: posted(orShown) },
    { method: "GET", path: `${Paths.accountIdentities}/:identity/remove`, handler: toList },
    { method: "POST", path: `${Paths.accountIdentities}/:identity/remove`, handler: posted(onRemove) }
  ] satisfies ReadonlyArray<Route>
})

export const make = (site: Site) =>
  Effect.map(Effect.all([makeSignIn(site), makeReauthentication(site), makeAccount(site)]), (routes) => routes.flat())
