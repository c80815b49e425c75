/**
 * What the pages for users share: how requests are handled, and how responses look.
 */
import type * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { SignInWithPasskey } from "@latchkey/domain/passkey/SignInWithPasskey"
import type { Language } from "@latchkey/domain/language/Language"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import { RequestPasswordReset } from "@latchkey/domain/password-reset/RequestPasswordReset"
import type { ActiveSession } from "@latchkey/domain/session/SessionRepository"
import { Sessions } from "@latchkey/domain/session/Sessions"
import { Endpoint, type EndpointError, type RequestContext } from "@latchkey/http/core/Endpoint"
import * as AllowedOrigins from "@latchkey/http/core/AllowedOrigins"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as Page from "@latchkey/http/core/Page"
import { type Problem, problem } from "@latchkey/http/core/Problem"
import { isWithin } from "@latchkey/domain/passkey/RelyingParty"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Submission from "@latchkey/http/core/Submission"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Catalogues } from "../language/Catalogues.ts"
import * as PageLanguage from "../language/PageLanguage.ts"
import * as FormError from "./FormError.ts"
import * as MessagePage from "./MessagePage.ts"
import * as PageScript from "./PageScript.ts"
import { style } from "./PageStyle.ts"
import * as Paths from "./Paths.ts"
import * as RequestedLinkCookie from "./RequestedLinkCookie.ts"
import * as ReturnUrl from "./ReturnUrl.ts"
import type { WayIn } from "./WayIn.ts"

type Request = RequestReader.IncomingRequest
type Response = HttpServerResponse.HttpServerResponse

/** What the handler of a page returns. Its errors become problems. */
export type PageEffect = Effect.Effect<Response, EndpointError, HttpRouter.RouteContext>

/**
 * A request that failed, as far as it is known. `context` is missing while the instance is unknown, as in an outage.
 * `session`: of the user who is signed in. `language`: that of the page to respond with. `form`: what the user typed;
 * empty if it was not read.
 */
export interface FailedRequest {
  readonly request: Request
  readonly context: RequestContext | undefined
  readonly session: Option.Option<ActiveSession>
  readonly language: PageLanguage.PageLanguage
  readonly form: URLSearchParams
}

/** Who reads the page of a failed request. */
export type Reader = Pick<FailedRequest, "language" | "session">

/** Makes the response of a problem. */
export type Render = (problem: Problem, failed: FailedRequest) => Response

// Choosing one takes 10 µs, and browsers send few different headers. A thousand take at most 300 kB.
const maxChoices = 1000
const maxHeaderLength = 200

/** Makes the functions that choose the language of a page. */
const makeLanguages = Effect.gen(function* () {
  const { all: catalogues, languages } = yield* Catalogues
  const sessions = yield* Sessions
  const byTag = new Map(catalogues.map((catalogue) => [catalogue.language, PageLanguage.make(catalogue)]))
  const choices = new Map<string, PageLanguage.PageLanguage>()

  const choose = (preferences: Iterable<Language>): PageLanguage.PageLanguage =>
    byTag.get(languages.best(preferences)) ?? PageLanguage.english

  /** Chooses by the request, then the instance, which is unknown in an outage. */
  const ofRequest = ({ headers }: Request, ofInstance: ReadonlyArray<Language>): PageLanguage.PageLanguage => {
    const { "accept-language": header = "" } = headers
    const key = `${ofInstance.join()} ${header}`
    const known = choices.get(key)
    if (known !== undefined) return known
    const chosen = choose([...RequestReader.languages(headers), ...ofInstance])
    if (choices.size >= maxChoices) choices.clear()
    if (header.length <= maxHeaderLength) choices.set(key, chosen)
    return chosen
  }

  /** Chooses by the setting of the signed-in user, then the request, then the instance. */
  const languageIn = (
    { instance, request }: RequestContext,
    session: Option.Option<ActiveSession>
  ): PageLanguage.PageLanguage => {
    const { defaultLanguage } = instance
    const chosen = Option.flatMap(session, ({ language }) => language)
    if (Option.isNone(chosen)) return ofRequest(request, [defaultLanguage])
    const { value } = chosen
    return byTag.get(value) ?? choose([value, ...RequestReader.languages(request.headers), defaultLanguage])
  }

  /** Returns the session, and the language, of a page that does not look them up: one query, none without cookies. */
  const readerOf = (context: RequestContext): Effect.Effect<Reader> => {
    const { caller, instance } = context
    const found = Effect.orElseSucceed(sessions.find({ instance, caller }), Option.none)
    return Effect.map(found, (session) => ({ session, language: languageIn(context, session) }))
  }

  const languageOf = (context: RequestContext) => Effect.map(readerOf(context), ({ language }) => language)

  /** The same for a problem. In an outage the store is not asked again. */
  const readerOfFailed = (
    problem: Problem,
    context: RequestContext | undefined,
    request: Request
  ): Effect.Effect<Reader> => {
    const session = Option.none()
    if (context === undefined) return Effect.succeed({ session, language: ofRequest(request, []) })
    return problem.code === "service_unavailable"
      ? Effect.succeed({ session, language: languageIn(context, session) })
      : readerOf(context)
  }

  return { languageIn, languageOf, readerOf, readerOfFailed }
})

const toResponse = Page.makeResponder(style)

/** Makes what the pages behind magic links need, too. */
export const makeLayout = Effect.gen(function* () {
  const { prefix } = yield* HttpSettings
  const { hasCodes, isAvailable } = yield* RequestMagicLink
  const passkeys = yield* SignInWithPasskey
  const passwordResets = yield* RequestPasswordReset
  const urls = yield* PublicUrls
  const languages = yield* makeLanguages
  const script = PageScript.at(prefix)
  return {
    prefix,
    urls,
    /** The path of the pages' own cookies. */
    cookiePath: prefix === "" ? "/" : prefix,
    respond: (page: Page.Page): Response => toResponse({ script, ...page }),
    ...languages,
    /** Returns `true` if users of the instance can request a sign-in link. */
    hasLinks: (instance: Instance | undefined): boolean => instance !== undefined && isAvailable(instance),
    /** Returns `true` if the emails with sign-in links contain a code, too. */
    hasCodes: (instance: Instance | undefined): boolean => instance !== undefined && hasCodes(instance),
    /** Returns `true` if users of the instance can add passkeys and sign in with them. */
    hasPasskeys: (instance: Instance | undefined): boolean => instance !== undefined && passkeys.isAvailable(instance),
    /** Returns `true` if users of the instance can request a link to set a new password. */
    hasPasswordResets: (instance: Instance | undefined): boolean =>
      instance !== undefined && passwordResets.isAvailable(instance)
  }
})

export type Layout = Effect.Effect.Success<typeof makeLayout>

const noForm = new URLSearchParams()

export const make = Effect.gen(function* () {
  const layout = yield* makeLayout
  const endpoint = yield* Endpoint
  const settings = yield* HttpSettings
  const { bySettings } = AllowedOrigins.make(settings)
  const { cookiePath, prefix, readerOfFailed, respond, urls } = layout

  /**
   * Warns the operator if an app links to the sign-in page with a return URL that is not allowed, or brings a user who
   * is signed in, because its host gets no cookies.
   */
  const warnAboutReturn = (context: RequestContext, isSignedIn: boolean): Effect.Effect<void> => {
    const { cookies, instance, request } = context
    const text = Option.getOrElse(RequestReader.single(RequestReader.query(request), ReturnUrl.parameter), () => "")
    if (!URL.canParse(text)) return Effect.void
    const { hostname, origin } = new URL(text)
    if (!urls.isReturnOrigin(instance, origin)) return endpoint.warnAboutReturn("return_url", context, origin)
    const hosts = urls.origins(instance).map((own) => new URL(own).hostname)
    const getsCookies =
      hosts.includes(hostname) || Option.exists(cookies.cookieDomain, (domain) => isWithin(hostname, domain))
    return isSignedIn && !getsCookies ? endpoint.warnAboutReturn("no_cookies", context, origin) : Effect.void
  }

  /** Returns the URL of the page at `path`, on the origin of the request. */
  const ownUrl = (path: string, { instance, request }: RequestContext): string =>
    `${ReturnUrl.ownOrigin(urls, instance, request)}${prefix}${path}`

  /** Returns the URL of `page`, from which users come to the page at `path` afterwards. */
  const urlVia = (page: string, path: string, context: RequestContext): string =>
    ReturnUrl.append(`${prefix}${page}`, ownUrl(path, context))

  /** Sends users without a session to the sign-in page, and to the page at `path` afterwards. */
  const orSignIn =
    <A extends ReadonlyArray<unknown>>(path: string, handler: (context: RequestContext, ...rest: A) => PageEffect) =>
    (context: RequestContext, ...rest: A): PageEffect =>
      Effect.catchTag(handler(context, ...rest), "Unauthenticated", () =>
        Effect.succeed(Page.redirect(urlVia(Paths.signIn, path, context)))
      )

  /** Makes the message page of a problem. `path`: the page to try again on. */
  const renderMessage = (path: string, problem: Problem, failed: FailedRequest): Response => {
    const { context, language } = failed
    const options = { language, instance: context?.instance, prefix }
    if (Submission.isCookiesBlocked(problem)) return respond(MessagePage.cookiesBlocked(options, `${prefix}${path}`))
    const error = FormError.of(language, problem, context?.instance)
    if (context === undefined || problem.code !== "forbidden_origin") {
      return respond(MessagePage.failed(options, error, path))
    }
    return respond(MessagePage.crossOrigin(options, error, ownUrl(path, context)))
  }

  /** Renders the problem of a host that no instance has. An outage is another problem. */
  const orUnknownHost =
    (render: Render): Render =>
    (problem, failed) =>
      failed.context === undefined && problem.code === "not_found"
        ? respond(MessagePage.unknownHost(failed.language))
        : render(problem, failed)

  /** Handles a page. */
  const get = (handler: (context: RequestContext) => PageEffect, render: Render) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      endpoint.handle(handler, {
        cors: false,
        render: (problem, context) =>
          Effect.map(readerOfFailed(problem, context, request), (reader) =>
            orUnknownHost(render)(problem, { request, context, ...reader, form: noForm })
          )
      })
    )

  // By the settings only: in an outage the origins of the instance are unknown.
  const isCrossOrigin = ({ headers }: Request): boolean =>
    RequestReader.isCrossOrigin(headers, {
      isOwn: (origin) => origin === settings.baseUrl,
      isAllowed: bySettings
    })

  /**
   * Handles a form. Refuses cross-origin requests without reading their body. After any other problem, `render` gets
   * what the user typed. `path`: the page of the form, to which a cross-origin request is directed.
   */
  const post = (
    path: string,
    handler: (context: RequestContext, form: URLSearchParams) => PageEffect,
    render: Render
  ) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const readForm = RequestReader.form(request)
      const typed = Effect.orElseSucceed(readForm, () => noForm)

      const renderProblem = Effect.fnUntraced(function* (problem: Problem, context: RequestContext | undefined) {
        const reader = yield* readerOfFailed(problem, context, request)
        if (problem.code === "forbidden_origin" || Submission.isCookiesBlocked(problem)) {
          return renderMessage(path, problem, { request, context, ...reader, form: noForm })
        }
        const isUnchecked = context === undefined && isCrossOrigin(request)
        const form = isUnchecked ? noForm : yield* typed
        return orUnknownHost(render)(problem, { request, context, ...reader, form })
      })

      // `endpoint.handle` checks the origin before it runs the handler.
      return yield* endpoint.handle((context) => Effect.flatMap(readForm, (form) => handler(context, form)), {
        cors: false,
        render: renderProblem
      })
    })

  /**
   * Handles a form that changes how a user signs in. Refuses pages of other origins, even allowed ones, as the API
   * does: a script that an attacker injects into an app could post it.
   */
  const postOfOwnPages: typeof post = (path, handler, render) =>
    post(
      path,
      (context, form) => (endpoint.isOwnPage(context) ? handler(context, form) : problem("forbidden_origin")),
      render
    )

  /** Makes the response that follows signing out: the browser keeps no cookie that names the user. */
  const signedOut = ({ cookies }: RequestContext): Response =>
    Page.redirect(`${prefix}${Paths.signedOut}`).pipe(
      SessionCookies.clearSession(cookies),
      RequestedLinkCookie.clear(cookies, cookiePath)
    )

  return {
    ...layout,
    get,
    post,
    postOfOwnPages,
    isOwnPage: endpoint.isOwnPage,
    ownUrl,
    warnAboutReturn,
    urlVia,
    orSignIn,
    renderMessage,
    signedOut
  }
})

/** What the routes share. `waysIn`: those of the rooms and of the app, the best first. */
export interface Site extends Effect.Effect.Success<typeof make> {
  readonly waysIn: ReadonlyArray<WayIn>
}
