/**
 * The dashboard's cookies: the session of an administrator, and the client that got a challenge for a passkey. Both
 * take their names and attributes from one definition. They are independent of the cookies of users.
 *
 * With an https base URL they are `__Host-dashboard` and `__Host-dashboard_client`: browsers accept such names only
 * from the host itself over https, with `Path=/` and without a domain, so that no other host can plant one. Without
 * https they are `__dashboard` and `__dashboard_client`.
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import type { MapResponse } from "@latchkey/http/core/JsonEndpoint"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

type Settings = Pick<HttpOptions, "baseUrl">

type Headers = Readonly<Record<string, string | undefined>>

interface Definition {
  readonly name: string
  readonly attributes: Cookies.Cookie["options"]
}

/** Never for a domain or for other sites, whatever the settings say about the cookies of users. */
const definition = ({ baseUrl }: Settings, path: string, suffix: "" | "_client" = ""): Definition => {
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
