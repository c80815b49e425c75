/**
 * The two cookies, in one definition that sets and clears them. `__client` is the browser; alone it grants nothing.
 * `__session` is the session. Both are opaque and `HttpOnly` (RFC 6265bis).
 *
 * @since 0.1.0
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import { clientLifetime, type IssuedSession } from "@latchkey/domain/session/SessionIssuer"
import type * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { HttpOptions } from "../core/HttpSettings.ts"
import * as CookieHeader from "../core/CookieHeader.ts"

const clientName = "__client"

/** The cookie that a session check looks for first. @since 0.1.0 */
export const sessionName = "__session"

/** The well-formed secrets of a `Cookie` header. @since 0.1.0 */
export interface PresentedCookies {
  readonly clientToken: Option.Option<Token.Token>
  readonly sessionToken: Option.Option<Token.Token>
}

/**
 * Reads a `Cookie` header strictly: exact ASCII names, nothing decoded. Two cookies of one name mean that somebody else
 * may have set one of them (a sibling subdomain can): then neither the browser nor the session is believed.
 *
 * @since 0.1.0
 */
export const read = (header: string | undefined): PresentedCookies => {
  const valuesOf = CookieHeader.make(header)
  const clients = valuesOf(clientName)
  const sessions = valuesOf(sessionName)
  if (clients.length > 1 || sessions.length > 1) return { clientToken: Option.none(), sessionToken: Option.none() }
  const parse = ([value]: ReadonlyArray<string>) => Option.flatMap(Option.fromNullable(value), Token.parse)
  return { clientToken: parse(clients), sessionToken: parse(sessions) }
}

/** The `Cookie` header that a browser with both of them sends; none without. It holds the secrets. @since 0.1.0 */
export const toHeader = ({ clientToken: client, sessionToken: session }: PresentedCookies): Option.Option<string> =>
  Option.zipWith(
    client,
    session,
    (client, session) => `${clientName}=${Redacted.value(client)}; ${sessionName}=${Redacted.value(session)}`
  )

const attributes = (settings: HttpOptions): Cookies.Cookie["options"] => ({
  path: "/",
  httpOnly: true,
  sameSite: settings.cookieSameSite,
  secure: settings.baseUrl.startsWith("https:"),
  ...(Option.isSome(settings.cookieDomain) ? { domain: settings.cookieDomain.value } : {})
})

const set = (settings: HttpOptions, name: string, secret: Token.Token, maxAge: Duration.Duration) =>
  HttpServerResponse.unsafeSetCookie(name, Redacted.value(secret), { ...attributes(settings), maxAge })

/**
 * Signs the browser in: both cookies, both new. They have `Path=/`, `HttpOnly` and `SameSite` of the settings, and
 * `Secure` with an https base URL; one lives for 400 days, the other as long as the session.
 *
 * @since 0.1.0
 */
export const setSession =
  (settings: HttpOptions, issued: IssuedSession) =>
  (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
    response.pipe(
      set(settings, clientName, issued.clientToken, clientLifetime),
      set(settings, sessionName, issued.sessionToken, issued.lifetime)
    )

/** Lets a browser be known again for 400 days, without signing it in. @since 0.1.0 */
export const setClient = (
  settings: HttpOptions,
  client: Token.Token
): ((response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse) =>
  set(settings, clientName, client, clientLifetime)

/** Signs the browser out; it stays the same browser. @since 0.1.0 */
export const clearSession = (
  settings: HttpOptions
): ((response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.unsafeSetCookie(sessionName, "", { ...attributes(settings), maxAge: 0 })
