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
import { type OperatorSession, roleOf } from "@latchkey/domain/operator/OperatorSession"
import { tags } from "@latchkey/domain/language/BuiltIn"
import { type OperatorCaller, OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { authorize, isAllowed, needsConfirmation, type Permission, type Role } from "@latchkey/domain/operator/Role"
import { Endpoint, type EndpointError, type Handler, type RequestContext } from "@latchkey/http/core/Endpoint"
import { type HttpOptions, HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as Page from "@latchkey/http/core/Page"
import { type Problem, problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Route } from "../../core/Routes.ts"
import type { Site } from "../../core/Site.ts"
import type { DashboardFrame, View } from "../core/DashboardFrame.ts"
import type { Reader } from "../core/Navigation.ts"
import type { Zone } from "../core/TimeZone.ts"
import * as OperatorCookie from "./OperatorCookie.ts"
import * as OperatorSignInPage from "./OperatorSignInPage.ts"
import { OtherHosts } from "./OtherHosts.ts"

type PageHandler = Handler<HttpRouter.RouteContext>
type RenderProblem = (problem: Problem) => Effect.Effect<HttpServerResponse.HttpServerResponse>

/**
 * A request of a signed-in administrator. `by`: how the audit log names them. `can`: returns `true` if their role
 * includes a permission, to leave out what they may not use. `zone`: their time zone.
 */
export interface OperatorRequest extends RequestContext {
  readonly session: OperatorSession
  readonly by: SignedInOperator
  readonly can: (permission: Permission) => boolean
  readonly zone: Zone
}

type OperatorHandler<A> = (request: OperatorRequest) => Effect.Effect<A, EndpointError, HttpRouter.RouteContext>

export interface OperatorAccess {
  /** Handles a page for anyone, such as the sign-in page. `render`: makes the page of a problem. */
  readonly anyone: (handler: PageHandler, render?: RenderProblem) => Route["handler"]
  /**
   * Handles a page for signed-in administrators whose role includes the permission, and who have just signed in if the
   * permission needs it, with a passkey or a second factor. Sends those who have none to their account, and others to
   * the sign-in page, and back afterwards. What they have submitted is kept.
   */
  readonly operator: (
    permission: Permission,
    handler: OperatorHandler<HttpServerResponse.HttpServerResponse | View>
  ) => Route["handler"]
}

/** The fields of forms that no page shows again. */
const secretFields = ["password", "clientSecret"]

/** Returns what the browser of an administrator presents. */
export const callerOf = (
  settings: Pick<HttpOptions, "adminApiKey" | "adminApiKeyPrevious">,
  { caller }: RequestContext
): OperatorCaller => ({
  clientToken: caller.clientToken,
  sessionToken: caller.sessionToken,
  ipAddress: caller.ipAddress,
  widerNetworks: caller.widerNetworks,
  userAgent: caller.userAgent,
  languages: caller.languages,
  adminKey: settings.adminApiKey,
  previousAdminKey: settings.adminApiKeyPrevious
})

/**
 * Makes the function that restricts a route to the host of the base URL, and what it changes to pages of the dashboard
 * itself. Origins that are allowed to call with the cookies of users have no access.
 */
export const makeGuard = Effect.gen(function* () {
  const endpoint = yield* Endpoint
  const { baseUrl } = yield* HttpSettings
  const notFound = yield* OtherHosts
  const ownHost = new URL(baseUrl).hostname
  const origins = { isOwn: (origin: string) => origin === baseUrl, isAllowed: () => false }
  const isFromElsewhere = (headers: Headers.Headers) =>
    RequestReader.isCrossOrigin(headers, origins) ||
    !["none", "same-origin"].includes(headers["sec-fetch-site"] ?? "none")
  const asProblem = endpoint.handle(() => problem("forbidden_origin"), { cors: false })

  return (handler: Route["handler"], refused: Route["handler"] = asProblem): Route["handler"] =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      // The endpoint refuses a request without a valid host.
      if (Option.exists(Either.getRight(RequestReader.host(request)), (host) => host !== ownHost)) {
        return Effect.zipRight(endpoint.warnAboutDashboardHost(request.headers["host"] ?? "none"), notFound)
      }
      const isRefused = !RequestReader.isSafe(request.method) && isFromElsewhere(request.headers)
      return isRefused ? refused : handler
    })
})

export const make = Effect.fnUntraced(function* (frame: DashboardFrame, site: Site) {
  const { paths, problemPage, show } = frame
  const instances = yield* InstanceDirectory
  const signInPage = yield* OperatorSignInPage.make(frame, site)
  const endpoint = yield* Endpoint
  const operators = yield* OperatorSessions
  const settings = yield* HttpSettings
  const guard = yield* makeGuard

  const showProblem: RenderProblem = (problem) => Effect.succeed(problemPage(problem))

  // What another site has sent is not shown, whatever goes wrong.
  const refused = endpoint.handle(() => problem("forbidden_origin"), { render: showProblem, cors: false })

  const anyone: OperatorAccess["anyone"] = (handler, render = showProblem) =>
    guard(endpoint.handle(handler, { render, cors: false }), refused)

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

  /** Leads a browser in which no language was chosen to the page in the one that its operator has chosen elsewhere. */
  const inOwnLanguage = ({ request }: RequestContext, { operator }: OperatorSession) =>
    Option.flatMap(operator, ({ language }) => language).pipe(
      Option.flatMap((chosen) => Option.fromNullable(tags.find((tag) => tag === chosen))),
      Option.filter(
        (tag) =>
          tag !== frame.language.tag &&
          RequestReader.isSafe(request.method) &&
          Option.isNone(OperatorCookie.readLanguage(settings, request.headers))
      ),
      Option.map((tag) => OperatorCookie.setLanguage(settings, paths.home, tag)(Page.redirect(request.originalUrl)))
    )

  const authorized =
    (permission: Permission, handler: OperatorHandler<HttpServerResponse.HttpServerResponse | View>): PageHandler =>
    (context) =>
      Effect.gen(function* () {
        const session = yield* operators.authenticate(callerOf(settings, context))
        const elsewhere = inOwnLanguage(context, session)
        if (Option.isSome(elsewhere)) return elsewhere.value
        const role = roleOf(session)
        yield* authorize(role, permission)
        const standing = permission === "own_account" ? "sufficient" : yield* operators.standingOf(session)
        if (standing === "without_factor") return Page.redirect(paths.account)
        const isConfirmed = !needsConfirmation(permission) || (yield* operators.isConfirmed(session))
        if (standing === "too_weak" || !isConfirmed) return yield* new ReauthenticationRequired()
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
  const confirm = Effect.fnUntraced(function* (context: RequestContext) {
    const { request } = context
    const toPage = Page.redirect(paths.signInAgain(request.originalUrl))
    if (RequestReader.isSafe(request.method)) return toPage
    const form = yield* RequestReader.form(request)
    if (secretFields.some((name) => form.has(name))) return toPage
    const wanted = { returnUrl: request.originalUrl, form: Option.some(form.toString()) }
    return signInPage.show(wanted, "again", {
      confirming: yield* signInPage.confirmingOf(callerOf(settings, context))
    })
  })

  const operator: OperatorAccess["operator"] = (permission, handler) =>
    anyone((context) =>
      Effect.catchTags(authorized(permission, handler)(context), {
        ReauthenticationRequired: () => confirm(context),
        Unauthenticated: () => Effect.succeed(toSignIn(context))
      })
    )

  return { anyone, operator } satisfies OperatorAccess
})
