import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type Identity, IdentityId } from "@latchkey/domain/account/IdentityRepository"
import { isPersistenceError } from "@latchkey/domain/core/ErrorGuards"
import { InvalidToken } from "@latchkey/domain/core/Errors"
import * as AppState from "@latchkey/domain/identity-provider/AppState"
import { Identities } from "@latchkey/domain/identity-provider/Identities"
import {
  IdentityNotFound,
  type IdentityProviderUnavailable
} from "@latchkey/domain/identity-provider/IdentityProviderErrors"
import {
  type BegunVisit,
  type ProviderSignIn,
  type ReturnedVisit,
  SignInWithIdentityProvider,
  type VisitRequest
} from "@latchkey/domain/identity-provider/SignInWithIdentityProvider"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import type { IssuedSession } from "@latchkey/domain/session/SessionIssuer"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as Effect from "effect/Effect"
import { identity as unchanged } from "effect/Function"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { identityProviderCallbackPath } from "../../core/BaseUrl.ts"
import * as AppLink from "../../core/AppLink.ts"
import { Endpoint, type HandleOptions, type RequestContext, toProblem } from "../../core/Endpoint.ts"
import { HttpSettings } from "../../core/HttpSettings.ts"
import * as Implementation from "../../core/Implementation.ts"
import * as Page from "../../core/Page.ts"
import { problem } from "../../core/Problem.ts"
import * as RequestReader from "../../core/RequestReader.ts"
import * as ReturnUrl from "../../core/ReturnUrl.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import { IdentityProviderApi, readResponse } from "../IdentityProviderApi.ts"
import { IdentityProviderPages, type ShownVisit, type VisitResult } from "../IdentityProviderPages.ts"
import { toListResponse, toResponse } from "./identityReplies.ts"

type Cookies = RequestContext["cookies"]

/** How a visit has ended: with a sign-in, a new identity, or a new session in the place of the presented one. */
type Ended =
  | ProviderSignIn
  | { readonly _tag: "Linked"; readonly identity: Identity }
  | { readonly _tag: "Reauthenticated"; readonly issued: IssuedSession }

const signedIn = (cookies: Cookies, result: ProviderSignIn) =>
  result._tag === "VerificationNeeded"
    ? {
        body: { emailVerificationRequired: true as const },
        mapResponse: SessionCookies.setClient(cookies, result.clientToken)
      }
    : SessionCookies.signedIn(cookies, result)

/** The tokens of the session are for the cookies only. */
const shownResult = (ended: Ended): VisitResult => {
  switch (ended._tag) {
    case "SignedIn":
      return Struct.pick(ended, "_tag", "deletionAt", "passwordRemoved")
    case "VerificationNeeded":
      return Struct.pick(ended, "_tag", "email")
    case "Linked":
      return ended
    default:
      return { _tag: ended._tag }
  }
}

const cookiesOf = (cookies: Cookies, ended: Ended) => {
  if (ended._tag === "Linked") return unchanged<HttpServerResponse.HttpServerResponse>
  if (ended._tag === "Reauthenticated") return SessionCookies.setSession(cookies, ended.issued)
  if (ended._tag === "VerificationNeeded") return SessionCookies.setClient(cookies, ended.clientToken)
  return SessionCookies.setSignIn(cookies, ended)
}

/** Says which provider does not respond. Its failure is in the log. */
const unavailable = ({ provider, retryAfterSeconds }: IdentityProviderUnavailable) =>
  problem("identity_provider_unavailable", { detail: `${provider} does not respond.`, retryAfterSeconds })

const begun =
  (cookies: Cookies) =>
  ({ clientToken, url }: BegunVisit) => ({
    body: { url },
    mapResponse: SessionCookies.setClient(cookies, clientToken)
  })

const parseId = Schema.decodeOption(IdentityId)

export const implementation = Implementation.make(
  IdentityProviderApi,
  Effect.gen(function* () {
    const endpoint = yield* Endpoint
    const identities = yield* Identities
    const pages = yield* IdentityProviderPages
    const reauthenticate = yield* Reauthenticate
    const providers = yield* SignInWithIdentityProvider
    const sessions = yield* Sessions
    const { allowedOrigins, prefix } = yield* HttpSettings
    const urls = yield* PublicUrls
    const action = `${prefix}${identityProviderCallbackPath}`

    type OfVisit = Pick<RequestContext, "caller" | "instance"> & {
      readonly body: { readonly provider: string; readonly returnTo?: string }
    }

    const visitOf = Effect.fnUntraced(function* ({ body, caller, instance }: OfVisit) {
      const { provider, returnTo: text } = body
      if (caller.isNative) {
        const returnTo = Option.some(yield* AppLink.required(instance, text ?? ""))
        return { instance, caller, provider, returnTo } satisfies VisitRequest
      }
      const returnTo = text === undefined ? Option.none() : ReturnUrl.parse(urls, instance, text)
      if (text !== undefined && Option.isNone(returnTo)) {
        const reason = "must be a URL of the instance, or of an allowed origin"
        return yield* problem("invalid_request", { errors: [{ field: "returnTo", reason }] })
      }
      return { instance, caller, provider, returnTo } satisfies VisitRequest
    })

    /** Does what the visit was begun for. */
    const end = Effect.fnUntraced(
      function* (visit: ReturnedVisit) {
        const { intent } = visit
        if (intent === "sign_in") return yield* providers.signIn(visit)
        if (intent === "link") return { _tag: "Linked" as const, identity: yield* identities.add(visit) }
        return { _tag: "Reauthenticated" as const, issued: yield* reauthenticate.withIdentityProvider(visit) }
      },
      Effect.catchTags({
        IdentityProviderUnavailable: unavailable,
        // The user who has begun the visit has signed out, or someone else has signed in: it is not theirs.
        Unauthenticated: () => new InvalidToken()
      })
    )

    const shownVisit = ({ instance, intent, provider, returnTo }: ReturnedVisit): ShownVisit => ({
      intent,
      provider,
      returnTo,
      home: Option.getOrElse(returnTo, () => urls.home(instance))
    })

    const endInBrowser = (context: RequestContext, visit: ReturnedVisit) => {
      const shown = shownVisit(visit)
      const completed = Effect.flatMap(end(visit), (ended) =>
        Effect.map(pages.completed(shownResult(ended), shown, context), cookiesOf(context.cookies, ended))
      )
      // An outage has its own page, and its line in the log.
      return Effect.catchIf(
        completed,
        (error) => !isPersistenceError(error),
        (error) => pages.rejected(toProblem(error), context, context.request, shown)
      )
    }

    const toReply = ({ cookies, instance }: RequestContext, ended: Ended) => {
      if (ended._tag === "Linked") return { body: toResponse(instance, ended.identity) }
      return ended._tag === "Reauthenticated" ? SessionCookies.issued(cookies, ended.issued) : signedIn(cookies, ended)
    }

    type Parameters = Readonly<Record<string, string>>

    const comeBack = Effect.fnUntraced(function* (context: RequestContext, parameters: Parameters) {
      const { caller, instance, request } = context
      const visit = yield* providers.comeBack({ instance, caller, parameters })
      if (RequestReader.prefersHtml(request.headers)) return yield* endInBrowser(context, visit)
      return toReply(context, yield* end(visit)) satisfies Implementation.JsonReply<unknown>
    })

    /** Leads the browser of a native client back to it, which then presents the response itself. */
    const toApp = ({ instance, request }: RequestContext, parameters: Parameters) =>
      RequestReader.prefersHtml(request.headers)
        ? AppState.appLinkOf(parameters["state"] ?? "").pipe(
            Option.flatMap((text) => AppLink.find(instance, text)),
            Option.map((appLink) => Page.redirect(AppLink.withParameters(appLink, parameters)))
          )
        : Option.none()

    /** All pages that a visit may lead to: which one it is, only the visit knows. */
    const formTargets = (instance: Instance) => {
      const home = urls.home(instance)
      const ofHome = URL.canParse(home) ? [new URL(home).origin] : []
      return [...new Set([...urls.origins(instance), ...instance.origins, ...allowedOrigins, ...ofHome])]
    }

    /** The browser sends the response again, from a page of the instance, and with its cookies. */
    const repeat = (context: RequestContext, fields: Parameters) =>
      pages.repeat({ action, fields, formTargets: formTargets(context.instance) }, context)

    const withPages = (request: RequestReader.IncomingRequest): HandleOptions =>
      RequestReader.prefersHtml(request.headers)
        ? { render: (problem, context) => pages.rejected(problem, context, request) }
        : {}

    /** With strict cookies, a browser that comes from another site has sent none. */
    const lacksStrictCookies = ({ cookies, request }: RequestContext) =>
      cookies.cookieSameSite === "strict" && request.headers["sec-fetch-site"] === "cross-site"

    type OfIdentity = Pick<RequestContext, "caller" | "instance"> & { readonly path: { readonly id: string } }

    /** Without a session the reply is 401, whatever the id. */
    const idOf = Effect.fnUntraced(function* ({ caller, instance, path }: OfIdentity) {
      const id = parseId(path.id)
      if (Option.isSome(id)) return id.value
      yield* sessions.authenticate({ instance, caller })
      return yield* new IdentityNotFound()
    })

    return {
      listIdentityProviders: ({ instance }) =>
        Effect.succeed({
          body: {
            identityProviders: providers.providersOf(instance).map(({ id, kind, name }) => ({ id, name, kind }))
          }
        }),
      signInWithIdentityProvider: (request) =>
        visitOf(request).pipe(
          Effect.flatMap(providers.begin),
          Effect.map(begun(request.cookies)),
          Effect.catchTag("IdentityProviderUnavailable", unavailable)
        ),
      identityProviderCallback: {
        options: withPages,
        handle: Effect.fnUntraced(function* (context) {
          const { request } = context
          const query = yield* readResponse(RequestReader.query(request))
          const ofApp = toApp(context, query)
          if (Option.isSome(ofApp)) return ofApp.value
          const isNavigation = RequestReader.prefersHtml(request.headers)
          if (isNavigation && lacksStrictCookies(context)) return yield* repeat(context, query)
          // An image on a page of another site must not sign users in to someone else's account.
          if (!isNavigation && endpoint.isCrossOrigin(context)) return yield* problem("forbidden_origin")
          return yield* comeBack(context, query)
        })
      },
      postIdentityProviderCallback: {
        options: (request) => ({ ...withPages(request), isCrossOriginAllowed: true }),
        handle: (context) => {
          const ofApp = toApp(context, context.body)
          if (Option.isSome(ofApp)) return Effect.succeed(ofApp.value)
          return endpoint.isCrossOrigin(context) ? repeat(context, context.body) : comeBack(context, context.body)
        }
      },
      identityProviderNonce: ({ caller, cookies, instance }) =>
        Effect.map(providers.issueNonce({ instance, caller }), ({ clientToken, nonce }) => ({
          body: { nonce: Redacted.value(nonce) },
          mapResponse: SessionCookies.setClient(cookies, clientToken)
        })),
      signInWithIdToken: ({ body, caller, cookies, instance }) =>
        providers.signInWithIdToken({ instance, caller, ...body }).pipe(
          Effect.map((result) => signedIn(cookies, result)),
          Effect.catchTag("IdentityProviderUnavailable", unavailable)
        ),
      listIdentities: ({ caller, instance }) =>
        Effect.map(identities.list({ instance, caller }), (all) => ({ body: toListResponse(instance, all) })),
      addIdentity: (request) =>
        visitOf(request).pipe(
          Effect.flatMap(identities.begin),
          Effect.map(begun(request.cookies)),
          Effect.catchTag("IdentityProviderUnavailable", unavailable)
        ),
      reauthenticateWithIdentityProvider: (request) =>
        visitOf(request).pipe(
          Effect.flatMap(reauthenticate.beginWithIdentityProvider),
          Effect.map(begun(request.cookies)),
          Effect.catchTag("IdentityProviderUnavailable", unavailable)
        ),
      removeIdentity: (request) => {
        const { caller, instance } = request
        return idOf(request).pipe(
          Effect.flatMap((id) => identities.remove({ instance, caller }, id)),
          Effect.zipRight(identities.list({ instance, caller })),
          Effect.map((all) => ({ body: toListResponse(instance, all) }))
        )
      }
    }
  })
)
