/**
 * The dashboard's cookie: the session of an administrator. One definition sets, reads and clears it. It is independent
 * of the cookies of users.
 *
 * With an https base URL it is `__Host-dashboard`: browsers accept that name only from the host itself over https, with
 * `Path=/` and without a domain, so that no other host can plant one. Without https it is `__dashboard`.
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

type Dress = (response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse

type Settings = Pick<HttpOptions, "baseUrl">

interface Definition {
  readonly name: string
  readonly attributes: Cookies.Cookie["options"]
}

/** Never for a domain or for other sites, whatever the settings say about the cookies of users. */
const definition = ({ baseUrl }: Settings, path: string): Definition => {
  const common = { httpOnly: true, sameSite: "strict" } as const
  return baseUrl.startsWith("https:")
    ? { name: "__Host-dashboard", attributes: { ...common, path: "/", secure: true } }
    : { name: "__dashboard", attributes: { ...common, path } }
}

/** Returns the session token, or `None` if the cookie is missing, malformed or repeated. */
export const read = (
  settings: Settings,
  headers: Readonly<Record<string, string | undefined>>
): Option.Option<Token.Token> =>
  Option.flatMap(RequestReader.cookie(headers, definition(settings, "/").name), Token.parse)

/**
 * Sets the cookie: `HttpOnly` and `SameSite=Strict`; `Secure` for the whole host with an https base URL, else below
 * `path`. Without `Max-Age`, so that it ends with the browser session.
 */
export const set = (settings: Settings, path: string, token: Token.Token): Dress => {
  const { attributes, name } = definition(settings, path)
  return HttpServerResponse.unsafeSetCookie(name, Redacted.value(token), attributes)
}

/** Clears the cookie. */
export const clear = (settings: Settings, path: string): Dress => {
  const { attributes, name } = definition(settings, path)
  return HttpServerResponse.unsafeSetCookie(name, "", { ...attributes, maxAge: 0 })
}
