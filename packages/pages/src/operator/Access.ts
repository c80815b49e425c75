/**
 * Who gets to see a page: on the host of the base URL alone, operators alone, and forms from here alone.
 *
 * @since 0.1.0
 */
import type * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { Endpoint, type Handler, hostOf, isSafe, type toProblem, type RequestContext } from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as NotFoundPage from "@latchkey/http/core/NotFoundPage"
import * as OperatorCookie from "./OperatorCookie.ts"
import { problem } from "@latchkey/http/core/Problem"
import * as Effect from "effect/Effect"
import * as Redirect from "../core/Redirect.ts"
import type { Route } from "../core/Routes.ts"
import type { Views } from "./View.ts"

/** What can go wrong in a handler, and becomes a page. @since 0.1.0 */
export type DomainFailure = Parameters<typeof toProblem>[0]

type PageHandler = Handler<HttpRouter.RouteContext>

/** @since 0.1.0 */
export interface Access {
  /** A page that anybody may see: the ways in. */
  readonly anyone: (handler: PageHandler) => Route["handler"]
  /** A page for who is signed in. Others are sent to the sign-in page, and come back after it. */
  readonly operator: (handler: PageHandler) => Route["handler"]
}

/** @since 0.1.0 */
export const make = Effect.fnUntraced(function* ({ links, problem: toPage }: Views) {
  const endpoint = yield* Endpoint
  const operators = yield* OperatorSessions
  const { baseUrl } = yield* HttpSettings
  const ownHost = new URL(baseUrl).hostname
  const elsewhere = yield* NotFoundPage.make

  // An origin that may call with the cookies of people has no business with those of operators.
  const isFromHere = ({ request: { headers } }: RequestContext) =>
    ["null", baseUrl].includes(headers["origin"] ?? "null") &&
    ["none", "same-origin"].includes(headers["sec-fetch-site"] ?? "none")

  const anyone: Access["anyone"] = (handler) => {
    const here = endpoint.handle(
      (context) => (isSafe(context.request.method) || isFromHere(context) ? handler(context) : problem("forbidden_origin")),
      { render: toPage, cors: false }
    )
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      hostOf(request) === ownHost ? here : elsewhere
    )
  }

  const operator: Access["operator"] = (handler) =>
    anyone((context) => {
      const { headers, method, originalUrl } = context.request
      const toSignIn = Redirect.to(links.signIn(isSafe(method) ? originalUrl : undefined))
      return operators.authenticate(OperatorCookie.read(headers["cookie"])).pipe(
        Effect.as(true),
        Effect.catchTag("Unauthenticated", () => Effect.succeed(false)),
        Effect.flatMap((isSignedIn) => (isSignedIn ? handler(context) : Effect.succeed(toSignIn)))
      )
    })

  return { anyone, operator } satisfies Access
})
