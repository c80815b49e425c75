/**
 * Restricts the dashboard: to the host of the base URL, to signed-in administrators, and to forms of the dashboard itself.
 */
import type * as Headers from "@effect/platform/Headers"
import type * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { Endpoint, type Handler } from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as NotFoundPage from "@latchkey/http/core/NotFoundPage"
import * as Page from "@latchkey/http/core/Page"
import { problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import type { Route } from "../core/Routes.ts"
import type { DashboardFrame } from "./DashboardFrame.ts"
import * as OperatorCookie from "./OperatorCookie.ts"

type PageHandler = Handler<HttpRouter.RouteContext>

export interface OperatorAccess {
  /** Handles a page for anyone, such as the sign-in page. */
  readonly anyone: (handler: PageHandler) => Route["handler"]
  /** Handles a page for signed-in administrators. Sends others to the sign-in page, and back afterwards. */
  readonly operator: (handler: PageHandler) => Route["handler"]
}

export const make = Effect.fnUntraced(function* ({ paths, problemPage }: DashboardFrame) {
  const endpoint = yield* Endpoint
  const operators = yield* OperatorSessions
  const { baseUrl } = yield* HttpSettings
  const notFound = yield* NotFoundPage.make
  const ownHost = new URL(baseUrl).hostname

  // Origins that are allowed to call with the cookies of users have no access to the dashboard.
  const origins = { isOwn: (origin: string) => origin === baseUrl, isAllowed: () => false }
  const isFromElsewhere = (headers: Headers.Headers) =>
    RequestReader.isCrossOrigin(headers, origins) ||
    !["none", "same-origin"].includes(headers["sec-fetch-site"] ?? "none")

  const anyone: OperatorAccess["anyone"] = (handler) => {
    const page = endpoint.handle(
      (context) => {
        const { headers, method } = context.request
        const isRefused = !RequestReader.isSafe(method) && isFromElsewhere(headers)
        return isRefused ? problem("forbidden_origin") : handler(context)
      },
      { render: (problem) => Effect.succeed(problemPage(problem)), cors: false }
    )
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
      RequestReader.host(headers) === ownHost ? page : notFound
    )
  }

  const operator: OperatorAccess["operator"] = (handler) =>
    anyone((context) => {
      const { headers, method, originalUrl } = context.request
      const toSignIn = Page.redirect(paths.signIn(RequestReader.isSafe(method) ? originalUrl : undefined))
      return operators.authenticate(OperatorCookie.read(headers)).pipe(
        Effect.as(true),
        Effect.catchTag("Unauthenticated", () => Effect.succeed(false)),
        Effect.flatMap((isSignedIn) => (isSignedIn ? handler(context) : Effect.succeed(toSignIn)))
      )
    })

  return { anyone, operator } satisfies OperatorAccess
})
