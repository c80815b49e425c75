/**
 * Restricts the dashboard: to the host of the base URL, to signed-in administrators, and to forms of the dashboard
 * itself.
 */
import type * as Headers from "@effect/platform/Headers"
import type * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { ReauthenticationRequired } from "@latchkey/domain/session/SessionErrors"
import { type SignedInOperator, signedInAs } from "@latchkey/domain/operator/DashboardAccess"
import { OperatorPasskeys } from "@latchkey/domain/operator/OperatorPasskeys"
import type { OperatorPasskeyRequest } from "@latchkey/domain/operator/OperatorPasskeyRequest"
import { type OperatorSessionSummary, roleOf } from "@latchkey/domain/operator/OperatorRepository"
import { type OperatorCaller, OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { authorize, isAllowed, needsConfirmation, type Permission, type Role } from "@latchkey/domain/operator/Role"
import {
  Endpoint,
  type EndpointError,
  type HandleOptions,
  type Handler,
  type RequestContext
} from "@latchkey/http/core/Endpoint"
import { type HttpOptions, HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as NotFoundPage from "@latchkey/http/core/NotFoundPage"
import * as Page from "@latchkey/http/core/Page"
import { problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Route } from "../../core/Routes.ts"
import type { DashboardFrame, View } from "../core/DashboardFrame.ts"
import type { Reader } from "../core/Navigation.ts"
import type { Zone } from "../core/TimeZone.ts"
import * as OperatorCookie from "./OperatorCookie.ts"
import * as OperatorSignInPage from "./OperatorSignInPage.ts"

type PageHandler = Handler<HttpRouter.RouteContext>

/**
 * A request of a signed-in administrator. `by`: how the audit log names them. `can`: returns `true` if their role
 * includes a permission, to leave out what they may not use. `zone`: their time zone.
 */
export interface OperatorRequest extends RequestContext {
  readonly session: OperatorSessionSummary
  readonly by: SignedInOperator
  readonly can: (permission: Permission) => boolean
  readonly zone: Zone
}

type OperatorHandler<A> = (request: OperatorRequest) => Effect.Effect<A, EndpointError, HttpRouter.RouteContext>

export interface OperatorAccess {
  /** Handles a page for anyone, such as the sign-in page. */
  readonly anyone: (handler: PageHandler) => Route["handler"]
  /**
   * Handles a page for signed-in administrators whose role includes the permission, and who have just signed in if the
   * permission needs it. Sends others to the sign-in page, and back afterwards. What they have submitted is kept.
   */
  readonly operator: (
    permission: Permission,
    handler: OperatorHandler<HttpServerResponse.HttpServerResponse | View>
  ) => Route["handler"]
  /** The same for requests of the script, which get problems as JSON: 401 without such a session. */
  readonly ofScript: {
    readonly anyone: OperatorAccess["anyone"]
    readonly operator: (
      permission: Permission,
      handler: OperatorHandler<HttpServerResponse.HttpServerResponse>
    ) => Route["handler"]
  }
}

/** The fields of forms that no page shows again. */
const secretFields = ["password", "clientSecret"]

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

/** Returns what a use case of passkeys needs of a request. */
export const passkeyRequestOf = (
  settings: Pick<HttpOptions, "adminApiKey" | "adminApiKeyPrevious" | "baseUrl">,
  context: RequestContext
): OperatorPasskeyRequest => ({
  instance: context.instance,
  caller: { ...callerOf(settings, context), widerNetworks: context.caller.widerNetworks },
  clientToken: OperatorCookie.readClient(settings, context.request.headers),
  origin: settings.baseUrl
})

export const make = Effect.fnUntraced(function* (frame: DashboardFrame) {
  const { paths, problemPage, show } = frame
  const instances = yield* InstanceDirectory
  const { isConfirmed } = yield* OperatorPasskeys
  const signInPage = yield* OperatorSignInPage.make(frame)
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

  const respond = (handler: PageHandler, options: HandleOptions): Route["handler"] => {
    const response = endpoint.handle(
      (context) => {
        const { headers, method } = context.request
        const isRefused = !RequestReader.isSafe(method) && isFromElsewhere(headers)
        return isRefused ? problem("forbidden_origin") : handler(context)
      },
      { ...options, cors: false }
    )
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      // The endpoint refuses a request without a valid host.
      Option.exists(Either.getRight(RequestReader.host(request)), (host) => host !== ownHost)
        ? Effect.zipRight(endpoint.warnAboutDashboardHost(request.headers["host"] ?? "none"), notFound)
        : response
    )
  }

  const anyone: OperatorAccess["anyone"] = (handler) =>
    respond(handler, { render: (problem) => Effect.succeed(problemPage(problem)) })

  /** Who reads a page. If the instances cannot be listed, pages that need none of them are shown without the list. */
  const readerOf = ({ session: { operator }, zone }: OperatorRequest, role: Role) =>
    Effect.map(
      Effect.orElseSucceed(instances.list, () => []),
      (all): Reader => ({
        name: Option.getOrUndefined(Option.map(operator, ({ name }) => name)),
        role,
        instances: all,
        zone,
        zoneCookie: OperatorCookie.zoneTemplate(settings, paths.home)
      })
    )

  const authorized =
    (permission: Permission, handler: OperatorHandler<HttpServerResponse.HttpServerResponse | View>): PageHandler =>
    (context) =>
      Effect.gen(function* () {
        const session = yield* operators.authenticate(callerOf(settings, context))
        const role = roleOf(session)
        yield* authorize(role, permission)
        const isRefused = needsConfirmation(permission) && !(yield* isConfirmed(session, baseUrl))
        if (isRefused) return yield* new ReauthenticationRequired()
        const by = signedInAs(session, context.caller.ipAddress)
        const zone = OperatorCookie.readZone(settings, context.request.headers)
        const request = { ...context, session, by, can: (other: Permission) => isAllowed(role, other), zone }
        const reply = yield* handler(request)
        if (HttpServerResponse.isServerResponse(reply)) return reply
        return show(reply, yield* readerOf(request, role))
      })

  const toSignIn = ({ request: { method, originalUrl } }: RequestContext) =>
    Page.redirect(paths.signIn(RequestReader.isSafe(method) ? originalUrl : undefined))

  /** Asks a signed-in administrator to confirm who they are. A secret is not kept: it would be shown in a page. */
  const confirm = Effect.fnUntraced(function* ({ request }: RequestContext) {
    const toPage = Page.redirect(paths.signInAgain(request.originalUrl))
    if (RequestReader.isSafe(request.method)) return toPage
    const form = yield* RequestReader.form(request)
    if (secretFields.some((name) => form.has(name))) return toPage
    return signInPage.show({ to: request.originalUrl, form: Option.some(form.toString()) }, "again")
  })

  const operator: OperatorAccess["operator"] = (permission, handler) =>
    anyone((context) =>
      Effect.catchTags(authorized(permission, handler)(context), {
        ReauthenticationRequired: () => confirm(context),
        Unauthenticated: () => Effect.succeed(toSignIn(context))
      })
    )

  const ofScript: OperatorAccess["ofScript"] = {
    anyone: (handler) => respond(handler, {}),
    operator: (permission, handler) => respond(authorized(permission, handler), {})
  }

  return { anyone, operator, ofScript } satisfies OperatorAccess
})
