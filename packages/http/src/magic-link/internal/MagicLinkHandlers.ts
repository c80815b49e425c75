/**
 * @since 0.1.0
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { MagicLinks } from "@latchkey/domain/magic-link/MagicLinks"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import type { IssuedSession } from "@latchkey/domain/session/SessionIssuer"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { prefersHtml } from "../../core/internal/Accept.ts"
import { signedIn } from "../../password/internal/PasswordHandlers.ts"
import { Endpoint, type Handler, type RequestContext } from "../../core/Endpoint.ts"
import * as FormBody from "../../core/FormBody.ts"
import { decode, MagicLinkAddress, MagicLinkToken, queryParameter } from "../../core/internal/Input.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as MagicLinkPages from "../MagicLinkPages.ts"
import { verifyPath } from "../MagicLinkApi.ts"
import { problem } from "../../core/Problem.ts"
import { json, readJson } from "../../core/internal/RequestBody.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"

/** The token of a posted form, which is how the page's button sends it, or of a JSON body. */
const readToken = Effect.fnUntraced(function* ({ request }: RequestContext) {
  if (FormBody.isForm(request)) return yield* FormBody.field(yield* FormBody.read(request), "token")
  const { token } = yield* Effect.flatMap(readJson(request, [...json, FormBody.mediaType]), decode(MagicLinkToken))
  return token
})

const isPrefetch = ({ request }: RequestContext): boolean =>
  [request.headers["sec-purpose"], request.headers["purpose"], request.headers["x-purpose"]].some((purpose) =>
    /prefetch|preview|prerender/i.test(purpose ?? "")
  )

/** @since 0.1.0 */
export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "magicLink">, never, Endpoint | MagicLinks | PublicUrls> =>
  HttpApiBuilder.group(api, "magicLink", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const links = yield* MagicLinks
      const pages = yield* MagicLinkPages.make
      const { prefix } = yield* PublicUrls

      const arrived = (context: RequestContext, issued: IssuedSession) =>
        SessionCookies.setSession(context.settings, issued)(pages.arrival(context))

      const onRequest = Effect.fnUntraced(function* (context: RequestContext) {
        const { email } = yield* Effect.flatMap(readJson(context.request), decode(MagicLinkAddress))
        const client = yield* links.request({ ...context, email })
        return SessionCookies.setClient(context.settings, client)(HttpServerResponse.unsafeJson({ ok: true }))
      })

      const openInBrowser = Effect.fnUntraced(function* (context: RequestContext, token: string) {
        const opened = yield* links.open({ ...context, token })
        return opened._tag === "SignedIn"
          ? arrived(context, opened.issued)
          : pages.confirmation(context, { email: opened.email, token, action: `${prefix}${verifyPath}` })
      })

      const onVerify = Effect.fnUntraced(function* (context: RequestContext) {
        if (isPrefetch(context)) return HttpServerResponse.empty({ status: 204 })
        const token = yield* queryParameter(context.request.url, "token")
        if (prefersHtml(context.request.headers["accept"])) return yield* openInBrowser(context, token)
        // An image on a foreign page must not sign its visitors in to somebody else's account.
        if (endpoint.isCrossOrigin(context)) return yield* problem("forbidden_origin")
        return signedIn(context.settings, yield* links.verify({ ...context, token }))
      })

      const onConfirm = Effect.fnUntraced(function* (context: RequestContext) {
        const token = yield* readToken(context)
        const issued = yield* links.verify({ ...context, token })
        return prefersHtml(context.request.headers["accept"]) ? arrived(context, issued) : signedIn(context.settings, issued)
      })

      // The platform's log of requests has the whole URL in it, and so the token.
      const unlogged = HttpMiddleware.withLoggerDisabled

      /** A person in front of a browser reads a page, not a problem document, whatever went wrong. */
      const inWords = <R>(handler: Handler<R>) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
          endpoint.handle(
            handler,
            prefersHtml(headers["accept"]) ? { render: (problem, context) => pages.refusal(context, problem) } : {}
          )
        )

      return handlers
        .handleRaw("requestMagicLink", () => endpoint.handle(onRequest))
        .handleRaw("verifyMagicLink", () => unlogged(inWords(onVerify)))
        .handleRaw("headMagicLink", () =>
          unlogged(endpoint.handle(() => Effect.succeed(HttpServerResponse.empty({ status: 204 }))))
        )
        .handleRaw("confirmMagicLink", () => inWords(onConfirm))
    })
  )
