/** The pages for users as operators have them, below the path of the dashboard. */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { UseCases } from "@latchkey/domain/Domain"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import type { Endpoint } from "@latchkey/http/core/Endpoint"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { IdentityProviderPages } from "@latchkey/http/identity-provider/IdentityProviderPages"
import * as OperatorRoutes from "@latchkey/http/OperatorRoutes"
import * as OperatorSettings from "@latchkey/http/operator/OperatorSettings"
import * as Effect from "effect/Effect"
import * as Paths from "./core/Paths.ts"
import type { Route } from "./core/Routes.ts"
import * as Site from "./core/Site.ts"
import { OwnWaysIn } from "./core/WayIn.ts"
import * as IdentityProviderRoutes from "./identity-provider/IdentityProviderRoutes.ts"
import * as VisitPages from "./identity-provider/VisitPages.ts"
import * as PasskeyRoutes from "./passkey/PasskeyRoutes.ts"
import * as Rooms from "./rooms.ts"
import * as SecondFactorRoutes from "./second-factor/SecondFactorRoutes.ts"
import * as ReauthenticationRoutes from "./session/ReauthenticationRoutes.ts"

/** Runs an effect with the settings of operators. */
const withSettings = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideServiceEffect(effect, HttpSettings, Effect.map(HttpSettings, OperatorSettings.of))

/** What the pages share. The ways in are those of the rooms: an app's own are for its users. */
export const make: Effect.Effect<Site.Site, never, Endpoint | HttpSettings | PublicUrls | UseCases> = Effect.gen(
  function* () {
    const made = yield* Site.make
    return { ...made, waysIn: yield* Effect.provideService(Rooms.waysIn(made), OwnWaysIn, []) }
  }
).pipe(withSettings)

const ofPages = [
  SecondFactorRoutes.make,
  PasskeyRoutes.make,
  ReauthenticationRoutes.make,
  IdentityProviderRoutes.make
] as const

const toRoute = ({ handle, method, path }: OperatorRoutes.DirectRoute): Route => ({
  method: method as Route["method"],
  path,
  handler: Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => handle(request, {}))
})

/**
 * Makes the routes below the path of the dashboard: the second factor, passkeys and accounts at identity providers, and
 * what their pages ask of the API. Not the users' sign-in page: the dashboard has another one.
 */
export const routes = Effect.fnUntraced(function* (site: Site.Site) {
  const pages = yield* Effect.all(ofPages.map((make) => make(site)))
  const ofApi = yield* Effect.provideService(OperatorRoutes.make, IdentityProviderPages, VisitPages.make(site))
  const own: ReadonlyArray<string> = [Paths.signInPasskey]
  return [...pages.flat().filter(({ path }) => !own.includes(path)), ...ofApi.map(toRoute)].map(
    (route): Route => ({ ...route, path: `${Paths.dashboard}${route.path}` })
  )
}, withSettings)
