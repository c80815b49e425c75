/**
 * Restricts the dashboard: to the host of the base URL, to signed-in administrators, and to forms of the dashboard
 * itself.
 */
import type * as Headers from "@effect/platform/Headers"
import type * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { HttpServerResponse } from "@effect/platform/HttpServerResponse"
import { type SignedInOperator, signedInAs } from "@latchkey/domain/operator/DashboardAccess"
import { type OperatorSessionSummary, roleOf } from "@latchkey/domain/operator/OperatorRepository"
import { type OperatorCaller, OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { authorize, isAllowed, type Permission } from "@latchkey/domain/operator/Role"
import { Endpoint, type EndpointError, type Handler, type RequestContext } from "@latchkey/http/core/Endpoint"
import { type HttpOptions, HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as NotFoundPage from "@latchkey/http/core/NotFoundPage"
import * as Page from "@latchkey/http/core/Page"
import { problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Route } from "../core/Routes.ts"
import type { DashboardFrame } from "./DashboardFrame.ts"
import * as OperatorCookie from "./OperatorCookie.ts"

type PageHandler = Handler<HttpRouter.RouteContext>

/**
 * A request of a signed-in administrator. `by`: how the audit log names them. `can`: returns `true` if their role
 * includes a permission, to leave out what they may not use.
 */
export interface OperatorRequest extends RequestContext {
  readonly session: OperatorSessionSummary
  readonly by: SignedInOperator
  readonly can: (permission: Permission) => boolean
}

type OperatorHandler = (
  request: OperatorRequest
) => Effect.Effect<HttpServerResponse, EndpointError, HttpRouter.RouteContext>

export interface OperatorAccess {
  /** Handles a page for anyone, such as the sign-in page. */
  readonly anyone: (handler: PageHandler) => Route["handler"]
  /**
   * Handles a page for signed-in administrators whose role includes the permission. Sends others to the sign-in page, and
   * back afterwards.
   */
  readonly operator: (permission: Permission, handler: OperatorHandler) => Route["handler"]
}

/** Returns what the browser of an administrator presents. */
export const callerOf = (
  settings: Pick<HttpOptions, "adminApiKey" | "adminApiKeyPrevious" | "baseUrl">,
  { caller, request }: RequestContext
): OperatorCaller => ({
  adminKey: settings.adminApiKey,
  previousAdminKey: settings.adminApiKeyPrevious,
  sessionToken: OperatorCookie.read(settings, request.headers),
  ipAddress: caller.ipAddress,
  userAgent: caller.userAgent
})

export const make = Effect.fnUntraced(function* ({ paths, problemPage }: DashboardFrame) {
  const endpoint = yield* Endpoint
  const operators = yield* OperatorSessions
  const settings = yield* HttpSettings
  const { baseUrl } = settings
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

  const operator: OperatorAccess["operator"] = (permission, handler) =>
    anyone((context) => {
      const { method, originalUrl } = context.request
      const toSignIn = Page.redirect(paths.signIn(RequestReader.isSafe(method) ? originalUrl : undefined))
      return Effect.gen(function* () {
        const session = yield* operators.authenticate(callerOf(settings, context)).pipe(
          Effect.asSome,
          Effect.catchTag("Unauthenticated", () => Effect.succeedNone)
        )
        if (Option.isNone(session)) return toSignIn
        const role = roleOf(session.value)
        yield* authorize(role, permission)
        const by = signedInAs(session.value, context.caller.ipAddress)
        return yield* handler({ ...context, session: session.value, by, can: (other) => isAllowed(role, other) })
      })
    })

  return { anyone, operator } satisfies OperatorAccess
})
