/**
 * The cookie of the dashboard, in one definition that sets and clears it. It has nothing to do with the cookies of
 * people who sign in: none of them opens what the other does.
 *
 * @since 0.1.0
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import * as CookieHeader from "@latchkey/http/core/CookieHeader"

const name = "__dashboard"

type Responding = (response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse

/** The secret of the session; none as well when there are two cookies of the name. @since 0.1.0 */
export const read = (header: string | undefined): Option.Option<Token.Token> => {
  const [value, ...others] = CookieHeader.make(header)(name)
  return value === undefined || others.length > 0 ? Option.none() : Token.parse(value)
}

/** Never for a domain, and never for other sites, whatever the settings say of the cookies of people. */
const attributes = ({ baseUrl }: HttpOptions, path: string): Cookies.Cookie["options"] => ({
  path,
  httpOnly: true,
  sameSite: "strict",
  secure: baseUrl.startsWith("https:")
})

/**
 * Signs an operator in: `HttpOnly`, `SameSite=Strict`, only below `path`, `Secure` with an https base URL. Without
 * `Max-Age`, so that it ends with the browser.
 *
 * @since 0.1.0
 */
export const set = (settings: HttpOptions, path: string, secret: Token.Token): Responding =>
  HttpServerResponse.unsafeSetCookie(name, Redacted.value(secret), attributes(settings, path))

/** Signs the operator out. @since 0.1.0 */
export const clear = (settings: HttpOptions, path: string): Responding =>
  HttpServerResponse.unsafeSetCookie(name, "", { ...attributes(settings, path), maxAge: 0 })
