/**
 * The dashboard's cookies: the session of an administrator, the client that got a challenge for a passkey, the time
 * zone of the browser, and the language that was chosen in it. All take their names and attributes from one definition.
 * They are independent of the cookies of users.
 *
 * With an https base URL they are `__Host-dashboard`, and the same with `_client`, `_zone` and `_language` behind it:
 * browsers accept such names only from the host itself over https, with `Path=/` and without a domain, so that no other
 * host can plant one. Without https they begin with `__dashboard`.
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import type { MapResponse } from "@latchkey/http/core/Implementation"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { type BuiltIn, tags } from "@latchkey/domain/language/BuiltIn"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TimeZone from "../core/TimeZone.ts"

type Settings = Pick<HttpOptions, "baseUrl">

type Headers = Readonly<Record<string, string | undefined>>

interface Definition {
  readonly name: string
  readonly attributes: Cookies.Cookie["options"]
}

/** Never for a domain or for other sites, whatever the settings say about the cookies of users. */
const definition = (
  { baseUrl }: Settings,
  path: string,
  suffix: "" | "_client" | "_language" | "_zone" = ""
): Definition => {
  const common = { httpOnly: true, sameSite: "strict" } as const
  return baseUrl.startsWith("https:")
    ? { name: `__Host-dashboard${suffix}`, attributes: { ...common, path: "/", secure: true } }
    : { name: `__dashboard${suffix}`, attributes: { ...common, path } }
}

const tokenIn = (headers: Headers, { name }: Definition): Option.Option<Token.Token> =>
  Option.flatMap(RequestReader.cookie(headers, name), Token.parse)

const withToken = (token: Token.Token, { attributes, name }: Definition): MapResponse =>
  HttpServerResponse.unsafeSetCookie(name, Redacted.value(token), attributes)

/** Returns the session token, or `None` if the cookie is missing, malformed or repeated. */
export const read = (settings: Settings, headers: Headers): Option.Option<Token.Token> =>
  tokenIn(headers, definition(settings, "/"))

/**
 * Sets the cookie: `HttpOnly` and `SameSite=Strict`; `Secure` for the whole host with an https base URL, else below
 * `path`. Without `Max-Age`, so that it ends with the browser session.
 */
export const set = (settings: Settings, path: string, token: Token.Token): MapResponse =>
  withToken(token, definition(settings, path))

/** Clears the cookie. */
export const clear = (settings: Settings, path: string): MapResponse => {
  const { attributes, name } = definition(settings, path)
  return HttpServerResponse.unsafeSetCookie(name, "", { ...attributes, maxAge: 0 })
}

/** Returns the token of the client, or `None` if the cookie is missing, malformed or repeated. It grants nothing. */
export const readClient = (settings: Settings, headers: Headers): Option.Option<Token.Token> =>
  tokenIn(headers, definition(settings, "/", "_client"))

/** Sets the cookie of the client, with the attributes of the session's. It is never cleared: it grants nothing. */
export const setClient = (settings: Settings, path: string, token: Token.Token): MapResponse =>
  withToken(token, definition(settings, path, "_client"))

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
