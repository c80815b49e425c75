import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { InvalidToken } from "@latchkey/domain/core/Errors"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import { type LinkSignInResult, SignInWithMagicLink } from "@latchkey/domain/magic-link/SignInWithMagicLink"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { verifyPath } from "../../core/BaseUrl.ts"
import * as AppLink from "../../core/AppLink.ts"
import * as Implementation from "../../core/Implementation.ts"
import { Endpoint, type HandleOptions, type RequestContext } from "../../core/Endpoint.ts"
import { HttpSettings } from "../../core/HttpSettings.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import * as RequestReader from "../../core/RequestReader.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import { MagicLinkApi } from "../MagicLinkApi.ts"
import { MagicLinkPages } from "../MagicLinkPages.ts"

export const implementation = Implementation.make(
  MagicLinkApi,
  Effect.gen(function* () {
    const endpoint = yield* Endpoint
    const pages = yield* MagicLinkPages
    const { prefix } = yield* HttpSettings
    const requestMagicLink = yield* RequestMagicLink
    const sessions = yield* Sessions
    const { open, verify, verifyCode } = yield* SignInWithMagicLink
    const urls = yield* PublicUrls

    const signedIn = (context: RequestContext, result: LinkSignInResult) => {
      const { cookies, instance } = context
      const shown = { home: urls.home(instance), passwordRemoved: result.passwordRemoved }
      // The tokens of the session are for the cookies only.
      const signIn =
        result._tag === "SignedIn"
          ? { ...shown, _tag: result._tag, deletionAt: result.deletionAt }
          : { ...shown, _tag: result._tag }
      return Effect.map(pages.signedIn(signIn, context), SessionCookies.setSignIn(cookies, result))
    }

    const openInBrowser = Effect.fnUntraced(function* (context: RequestContext, linkToken: string) {
      const { caller, instance } = context
      const opened = yield* open({ instance, caller, linkToken })
      if (opened._tag === "Consumed") return yield* signedIn(context, opened.result)
      const { email } = opened
      const session = yield* sessions.find({ instance, caller })
      const current = Option.filter(
        Option.map(session, (session) => session.email),
        (current) => current !== email
      )
      const action = `${prefix}${verifyPath}`
      return yield* pages.confirmation({ email, current, linkToken, action, home: urls.home(instance) }, context)
    })

    /** Responds to a browser with a page instead of a problem document. */
    const withPages = (request: RequestReader.IncomingRequest): HandleOptions =>
      RequestReader.prefersHtml(request.headers)
        ? { render: (problem, context) => pages.rejected(problem, context, request) }
        : {}

    return {
      requestMagicLink: Effect.fnUntraced(function* ({ body: { email, returnTo }, caller, cookies, instance }) {
        const appLink =
          returnTo !== undefined && caller.isNative ? yield* AppLink.required(instance, returnTo) : undefined
        const clientToken = yield* requestMagicLink.request({ instance, caller, email, appLink })
        return { body: ok, mapResponse: SessionCookies.setClient(cookies, clientToken) }
      }),
      verifyMagicLink: {
        options: withPages,
        handle: Effect.fnUntraced(function* (context) {
          const { caller, cookies, instance, request } = context
          if (RequestReader.isPrefetch(request.headers)) return HttpServerResponse.empty({ status: 204 })
          const query = RequestReader.query(request)
          const linkToken = yield* RequestReader.presentedToken(query, request)
          if (RequestReader.prefersHtml(request.headers)) {
            const app = query.get("app")
            if (app === null) return yield* openInBrowser(context, linkToken)
            const appLink = yield* Effect.mapError(AppLink.find(instance, app), () => new InvalidToken())
            return yield* pages.app(AppLink.withParameters(appLink, { token: linkToken }), context)
          }
          // An image on a page of another site must not sign users in to someone else's account.
          if (endpoint.isCrossOrigin(context)) return yield* problem("forbidden_origin")
          return SessionCookies.signedIn(cookies, yield* verify({ instance, caller, linkToken }))
        })
      },
      headMagicLink: () => Effect.succeed(HttpServerResponse.empty({ status: 204 })),
      confirmMagicLink: {
        options: withPages,
        handle: Effect.fnUntraced(function* (context) {
          const { body, caller, cookies, instance, request } = context
          const issued = yield* verify({ instance, caller, linkToken: body.token })
          return RequestReader.prefersHtml(request.headers)
            ? yield* signedIn(context, issued)
            : SessionCookies.signedIn(cookies, issued)
        })
      },
      verifyMagicLinkCode: ({ body: { code }, caller, cookies, instance }) =>
        Effect.map(verifyCode({ instance, caller, code }), (issued) => SessionCookies.signedIn(cookies, issued))
    }
  })
)
