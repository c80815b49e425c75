/** The settings of what operators use: the dashboard, and the pages of users below it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { dashboardPath } from "../core/BaseUrl.ts"
import { type HttpOptions, HttpSettings } from "../core/HttpSettings.ts"

/**
 * Returns the settings below the path of the dashboard. The cookies are for this host and for no other site, whatever
 * the settings say about the cookies of users, and no origin that may call with those has access. With an https base
 * URL they are `__Host-dashboard` and so on: no other host can plant one.
 */
export const of = (settings: HttpOptions): HttpOptions => ({
  ...settings,
  prefix: `${settings.prefix}${dashboardPath}`,
  allowedOrigins: [],
  localOrigins: false,
  cookieDomain: Option.none(),
  cookieOwner: "operators",
  cookiePrefix: settings.baseUrl.startsWith("https:") ? "host" : "none",
  cookieSameSite: "strict"
})

/** The settings as a layer. */
export const layer: Layer.Layer<HttpSettings, never, HttpSettings> = Layer.effect(
  HttpSettings,
  Effect.map(HttpSettings, of)
)
