import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import { type LinkSignInResult, SignInWithMagicLink } from "@latchkey/domain/magic-link/SignInWithMagicLink"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { verifyPath } from "../../core/BaseUrl.ts"
import { Endpoint, type Handler, type RequestContext } from "../../core/Endpoint.ts"
import { HttpSettings } from "../../core/HttpSettings.ts"
import { decodePayload, jsonHandler, jsonResponse } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import * as RequestReader from "../../core/RequestReader.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as MagicLinkApi from "../MagicLinkApi.ts"
import { MagicLinkPages } from "../MagicLinkPages.ts"

const decodeToken = decodePayload(MagicLinkApi.VerifyLink.payload)
const respond = jsonResponse(MagicLinkApi.VerifyLink.success)

/** Reads the token of a browser, which may have opened a damaged link, or of a program. */
const tokenIn = (values: URLSearchParams, { request }: RequestContext) =>
  RequestReader.prefersHtml(request.headers) ? RequestReader.linkToken(values) : RequestReader.required(values, "token")

/** Reads the token of a posted form, which is how the page's button sends it, or of a JSON body. */
const readToken = Effect.fnUntraced(function* (context: RequestContext) {
  const { request } = context
  if (RequestReader.isForm(request)) return yield* tokenIn(yield* RequestReader.form(request), context)
  const body = yield* RequestReader.json(request, MagicLinkApi.VerifyLink.mediaTypes)
  return (yield* decodeToken(body)).token
})

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "magicLink">,
  never,
  Endpoint | HttpSettings | PublicUrls | RequestMagicLink | Sessions | SignInWithMagicLink
> =>
  HttpApiBuilder.group(api, "magicLink", (handlers) =>
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

      const onRequest = jsonHandler(MagicLinkApi.RequestLink, ({ email }, { caller, cookies, instance }) =>
        Effect.map(requestMagicLink.request({ instance, caller, email }), (clientToken) => ({
          body: ok,
          dress: SessionCookies.setClient(cookies, clientToken)
        }))
      )

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

      const onVerify = Effect.fnUntraced(function* (context: RequestContext) {
        const { caller, instance, request } = context
        if (RequestReader.isPrefetch(request.headers)) return HttpServerResponse.empty({ status: 204 })
        const linkToken = yield* tokenIn(RequestReader.query(request), context)
        if (RequestReader.prefersHtml(request.headers)) return yield* openInBrowser(context, linkToken)
        // An image on a page of another site must not sign users in to someone else's account.
        if (endpoint.isCrossOrigin(context)) return yield* problem("forbidden_origin")
        return respond(SessionCookies.signedIn(context.cookies, yield* verify({ instance, caller, linkToken })))
      })

      const onConfirm = Effect.fnUntraced(function* (context: RequestContext) {
        const { caller, instance, request } = context
        const linkToken = yield* readToken(context)
        const issued = yield* verify({ instance, caller, linkToken })
        return RequestReader.prefersHtml(request.headers)
          ? yield* signedIn(context, issued)
          : respond(SessionCookies.signedIn(context.cookies, issued))
      })

      const onVerifyCode = jsonHandler(MagicLinkApi.VerifyCode, ({ code }, { caller, cookies, instance }) =>
        Effect.map(verifyCode({ instance, caller, code }), (issued) => SessionCookies.signedIn(cookies, issued))
      )

      /** Responds to a browser with a page instead of a problem document. */
      const withPages = <R>(handler: Handler<R>) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          endpoint.handle(
            handler,
            RequestReader.prefersHtml(request.headers)
              ? { render: (problem, context) => pages.rejected(problem, context, request) }
              : {}
          )
        )

      return handlers
        .handleRaw("requestMagicLink", () => endpoint.handle(onRequest))
        .handleRaw("verifyMagicLink", () => withPages(onVerify))
        .handleRaw("headMagicLink", () =>
          endpoint.handle(() => Effect.succeed(HttpServerResponse.empty({ status: 204 })))
        )
        .handleRaw("confirmMagicLink", () => withPages(onConfirm))
        .handleRaw("verifyMagicLinkCode", () => endpoint.handle(onVerifyCode))
    })
  )
