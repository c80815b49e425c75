/**
 * The dashboard for administrators: instances and their settings, users, invitations, emails, sign-in statistics, the
 * audit log, and who has access.
 *
 * Administrators sign in with a passkey, a one-time link or the admin key. What they may do depends on their role. The
 * dashboard is served on the host of the base URL only. Its pages are HTML; those with a passkey have the script of the
 * user pages.
 */
import type * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { Token } from "@latchkey/domain/core/Token"
import type { UseCases } from "@latchkey/domain/Domain"
import type { BuiltIn } from "@latchkey/domain/language/BuiltIn"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as OperatorEndpoint from "@latchkey/http/operator/OperatorEndpoint"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as PageScript from "./core/PageScript.ts"
import * as Routes from "./core/Routes.ts"
import type { Site } from "./core/Site.ts"
import * as Account from "./dashboard/account/Room.ts"
import * as Audit from "./dashboard/audit/Room.ts"
import * as DashboardFrame from "./dashboard/core/DashboardFrame.ts"
import * as DashboardLanguage from "./dashboard/core/DashboardLanguage.ts"
import * as Instance from "./dashboard/instance/Room.ts"
import * as Invitation from "./dashboard/invitation/Room.ts"
import * as Mail from "./dashboard/mail/Room.ts"
import * as Operator from "./dashboard/operator/Room.ts"
import * as InvitationUrl from "./dashboard/operator/InvitationUrl.ts"
import * as OperatorAccess from "./dashboard/operator/OperatorAccess.ts"
import * as OperatorCookie from "./dashboard/operator/OperatorCookie.ts"
import * as OperatorSite from "./OperatorSite.ts"
import * as OtherHosts from "./dashboard/operator/OtherHosts.ts"
import * as Webhook from "./dashboard/webhook/Room.ts"

/**
 * Returns the URL of an invitation: `…/dashboard/enter?token=…`. It contains the token: treat it as a secret. `prefix`
 * is the prefix of `HttpSettings`; empty by default.
 */
export const invitationUrl: (options: {
  readonly baseUrl: string
  readonly prefix?: string
  readonly token: Token
}) => string = InvitationUrl.invitationUrl

/** The routes of each room. */
const makers = [
  ...Operator.routes,
  ...Instance.routes,
  ...Account.routes,
  ...Invitation.routes,
  ...Mail.routes,
  ...Webhook.routes,
  ...Audit.routes
]

/** Makes the routes of the pages in a language. */
const routesIn = Effect.fnUntraced(function* (language: DashboardLanguage.DashboardLanguage, site: Site) {
  const frame = yield* DashboardFrame.make(language)
  const access = yield* OperatorAccess.make(frame, site)
  return (yield* Effect.all(makers.map((make) => make(frame, access, site)))).flat()
})

/**
 * Makes the routes of the dashboard, which `layerRoutes` adds to a router. Each page is made once in every language,
 * and a request gets it in the language of its reader.
 */
export const routes = Effect.gen(function* () {
  const settings = yield* HttpSettings
  const languages = yield* DashboardLanguage.DashboardLanguages
  const site = yield* OperatorSite.make
  const guard = yield* OperatorAccess.makeGuard
  const [first, ...others] = yield* Effect.forEach(languages, (language) =>
    Effect.map(routesIn(language, site), (all) => ({ tag: language.tag, all }))
  )
  const chosenBy = ({ headers }: HttpServerRequest.HttpServerRequest): BuiltIn =>
    Option.getOrElse(OperatorCookie.readLanguage(settings, headers), () => DashboardLanguage.preferredBy(headers))
  const inEach = first.all.map((route, index): Routes.Route => {
    const handlers = new Map(others.map(({ all, tag }) => [tag, all[index]?.handler]))
    return {
      ...route,
      handler: Effect.flatMap(
        HttpServerRequest.HttpServerRequest,
        (request) => handlers.get(chosenBy(request)) ?? route.handler
      )
    }
  })
  const ofAccount = (yield* OperatorSite.routes(site)).map((route) => ({ ...route, handler: guard(route.handler) }))
  return [...inEach, ...ofAccount, PageScript.route("/dashboard", settings)] satisfies ReadonlyArray<Routes.Route>
})

/** What handles the requests of operators, and those to hosts that have no dashboard. */
export const layerEndpoints = Layer.merge(OperatorEndpoint.layer, OtherHosts.layer)

/** The dashboard, below the prefix of `HttpSettings`. */
export const layerRoutes: Layer.Layer<never, never, HttpLayerRouter.HttpRouter | HttpSettings | PublicUrls | UseCases> =
  Routes.layer(routes).pipe(Layer.provide(layerEndpoints))
