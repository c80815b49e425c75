/**
 * The cookie `__dashboard`: the session of an administrator. One definition sets, reads and clears it. It is independent
 * of the cookies of users.
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const name = "__dashboard"

type Dress = (response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse

type Settings = Pick<HttpOptions, "baseUrl">

/** Returns the session token, or `None` if the cookie is missing, malformed or repeated. */
export const read = (headers: Readonly<Record<string, string | undefined>>): Option.Option<Token.Token> =>
  Option.flatMap(RequestReader.cookie(headers, name), Token.parse)

/** Never for a domain or for other sites, whatever the settings say about the cookies of users. */
const attributes = ({ baseUrl }: Settings, path: string): Cookies.Cookie["options"] => ({
  path,
  httpOnly: true,
  sameSite: "strict",
  secure: baseUrl.startsWith("https:")
})

/**
 * Sets the cookie: `HttpOnly`, `SameSite=Strict`, below `path`, `Secure` with an https base URL. Without `Max-Age`, so
 * that it ends with the browser session.
 */
export const set = (settings: Settings, path: string, token: Token.Token): Dress =>
  HttpServerResponse.unsafeSetCookie(name, Redacted.value(token), attributes(settings, path))

/** Clears the cookie. */
export const clear = (settings: Settings, path: string): Dress =>
  HttpServerResponse.unsafeSetCookie(name, "", { ...attributes(settings, path), maxAge: 0 })
