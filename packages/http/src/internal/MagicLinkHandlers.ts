/**
 * @since 0.1.0
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { MagicLinks } from "@latchkey/domain/MagicLinks"
import { PublicUrls } from "@latchkey/domain/PublicUrls"
import type { IssuedSession } from "@latchkey/domain/SessionIssuer"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { prefersHtml } from "./Accept.ts"
import { signedIn } from "./AuthHandlers.ts"
import { Endpoint, toProblem, type Visit } from "./Endpoint.ts"
import * as Html from "../Html.ts"
import { decode, MagicLinkAddress, MagicLinkToken, queryParameter } from "./Input.ts"
import type { LatchkeyApi } from "../LatchkeyApi.ts"
import { verifyPath } from "../MagicLinkApi.ts"
import * as MagicLinkPages from "./MagicLinkPages.ts"
import { problem } from "../Problem.ts"
import { json, mediaType, readJson, readText } from "./RequestBody.ts"
import * as SessionCookies from "../SessionCookies.ts"

const form = "application/x-www-form-urlencoded"

/** The token of a posted form, which is how the page's button sends it, or of a JSON body. */
const readToken = Effect.fnUntraced(function* ({ request }: Visit) {
  if (mediaType(request) === form) return yield* queryParameter(`?${yield* readText(request, [form])}`, "token")
  const { token } = yield* Effect.flatMap(readJson(request, [...json, form]), decode(MagicLinkToken))
  return token
})

const isPrefetch = ({ request }: Visit): boolean =>
  [request.headers["sec-purpose"], request.headers["purpose"], request.headers["x-purpose"]].some((purpose) =>
    /prefetch|preview|prerender/i.test(purpose ?? "")
  )

const formTargets = (url: string): ReadonlyArray<string> => (URL.canParse(url) ? [new URL(url).origin] : [])

/** @since 0.1.0 */
export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "magicLink">, never, Endpoint | MagicLinks | PublicUrls> =>
  HttpApiBuilder.group(api, "magicLink", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const links = yield* MagicLinks
      const respond = yield* Html.makeResponder
      const urls = yield* PublicUrls

      const goHome = ({ instance, settings }: Visit, issued: IssuedSession) =>
        SessionCookies.setSession(
          settings,
          issued
        )(HttpServerResponse.empty({ status: 303, headers: { location: urls.home(instance) } }))

      const onRequest = Effect.fnUntraced(function* (visit: Visit) {
        const { email } = yield* Effect.flatMap(readJson(visit.request), decode(MagicLinkAddress))
        const client = yield* links.request({ ...visit, email })
        return SessionCookies.setClient(visit.settings, client)(HttpServerResponse.unsafeJson({ ok: true }))
      })

      const openInBrowser = Effect.fnUntraced(function* (visit: Visit, token: string) {
        const { instance } = visit
        const opened = yield* links.open({ ...visit, token })
        if (opened._tag === "SignedIn") return goHome(visit, opened.issued)
        return respond(
          MagicLinkPages.confirmation({
            instanceName: instance.name,
            email: opened.email,
            token,
            action: `${urls.prefix}${verifyPath}`,
            formTargets: formTargets(urls.home(instance))
          })
        )
      })

      const onVerify = Effect.fnUntraced(function* (visit: Visit) {
        if (isPrefetch(visit)) return HttpServerResponse.empty({ status: 204 })
        const token = yield* queryParameter(visit.request.url, "token")
        if (prefersHtml(visit.request.headers["accept"])) return yield* openInBrowser(visit, token)
        // An image on a foreign page must not sign its visitors in to somebody else's account.
        if (endpoint.isForeign(visit)) return yield* problem("forbidden_origin")
        return signedIn(visit.settings, yield* links.verify({ ...visit, token }))
      })

      const onConfirm = Effect.fnUntraced(function* (visit: Visit) {
        const token = yield* readToken(visit)
        const issued = yield* links.verify({ ...visit, token })
        return prefersHtml(visit.request.headers["accept"]) ? goHome(visit, issued) : signedIn(visit.settings, issued)
      })

      /** A person in front of a browser reads a page, not a problem document. */
      const inWords =
        <R>(handler: (visit: Visit) => Effect.Effect<HttpServerResponse.HttpServerResponse, LinkFailure, R>) =>
        (visit: Visit) =>
          prefersHtml(visit.request.headers["accept"])
            ? Effect.catchAll(handler(visit), (error) =>
                Effect.succeed(respond(MagicLinkPages.refusal(toProblem(error))))
              )
            : handler(visit)

      return handlers
        .handleRaw("requestMagicLink", () => endpoint.handle(onRequest))
        .handleRaw("verifyMagicLink", () => endpoint.handle(inWords(onVerify)))
        .handleRaw("headMagicLink", () =>
          endpoint.handle(() => Effect.succeed(HttpServerResponse.empty({ status: 204 })))
        )
        .handleRaw("confirmMagicLink", () => endpoint.handle(inWords(onConfirm)))
    })
  )

type LinkFailure = Parameters<typeof toProblem>[0]
