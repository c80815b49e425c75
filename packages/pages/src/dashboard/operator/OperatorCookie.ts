/**
 * What the dashboard keeps in a browser: its time zone, and the language that was chosen in it. The cookies of the
 * session are `SessionCookies`, with the names of operators.
 *
 * With an https base URL they are `__Host-dashboard_zone` and `__Host-dashboard_language`: browsers accept such names
 * only from the host itself over https, with `Path=/` and without a domain, so that no other host can plant one.
 * Without https they begin with `__dashboard`.
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import type { MapResponse } from "@latchkey/http/core/Implementation"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { type BuiltIn, tags } from "@latchkey/domain/language/BuiltIn"
import * as Option from "effect/Option"
import * as TimeZone from "../core/TimeZone.ts"

type Settings = Pick<HttpOptions, "baseUrl">

type Headers = Readonly<Record<string, string | undefined>>

interface Definition {
  readonly name: string
  readonly attributes: Cookies.Cookie["options"]
}

/** Never for a domain or for other sites, whatever the settings say about the cookies of users. */
const definition = ({ baseUrl }: Settings, path: string, suffix: "_language" | "_zone"): Definition => {
  const common = { httpOnly: true, sameSite: "strict" } as const
  return baseUrl.startsWith("https:")
    ? { name: `__Host-dashboard${suffix}`, attributes: { ...common, path: "/", secure: true } }
    : { name: `__dashboard${suffix}`, attributes: { ...common, path } }
}

/** Returns the time zone of the browser, or `None` if it is unknown. */
export const readZone = (settings: Settings, headers: Headers): TimeZone.Zone =>
  Option.flatMap(RequestReader.cookie(headers, definition(settings, "/", "_zone").name), TimeZone.parse)

/** Returns the cookie as the script sets it, for 400 days: `%` is in the place of the zone. It grants nothing. */
export const zoneTemplate = (settings: Settings, path: string): string => {
  const { attributes, name } = definition(settings, path, "_zone")
  const secure = attributes?.secure === true ? ";secure" : ""
  return `${name}=%;path=${attributes?.path};max-age=34560000;samesite=strict${secure}`
}

/** Returns the language that was chosen in this browser, or `None` if none was. */
export const readLanguage = (settings: Settings, headers: Headers): Option.Option<BuiltIn> =>
  Option.flatMap(RequestReader.cookie(headers, definition(settings, "/", "_language").name), (text) =>
    Option.fromNullable(tags.find((tag) => tag === text))
  )

/** Sets the language for 400 days. `SameSite=Lax`: a link in an email opens the dashboard in it, too. */
export const setLanguage = (settings: Settings, path: string, language: BuiltIn): MapResponse => {
  const { attributes, name } = definition(settings, path, "_language")
  return HttpServerResponse.unsafeSetCookie(name, language, { ...attributes, sameSite: "lax", maxAge: "400 days" })
}
