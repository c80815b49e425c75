/**
 * Remembers for which address a browser asked for a link, and where it wanted to go, in one definition that sets and
 * clears the cookie. It grants nothing: whoever reads it has to check again what it says.
 *
 * @since 0.1.0
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Email } from "@latchkey/domain/core/Email"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import * as CookieHeader from "@latchkey/http/core/CookieHeader"

const name = "__link"

/** 3,600 seconds: longer than a link works, so that a new one can be asked for in one click. @since 0.1.0 */
export const lifetimeSeconds = 3600

/**
 * A request for a link. `returnTo` is text of the browser's: it may hold anything, and is a place to go only after it was
 * compared with the origins of the instance.
 *
 * @since 0.1.0
 */
export interface RequestedLink {
  readonly email: Email
  readonly returnTo: Option.Option<string>
}

type Responding = (response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse

const decodeEmail = Schema.decodeUnknownOption(Email)

/** The last request; none for a malformed cookie, and none when there are two of the name. @since 0.1.0 */
export const read = (header: string | undefined): Option.Option<RequestedLink> => {
  const [value, ...others] = CookieHeader.make(header)(name)
  if (value === undefined || others.length > 0) return Option.none()
  const text = Either.getOrElse(Encoding.decodeBase64UrlString(value), () => "")
  const [email, returnTo, ...more] = text.split("\n")
  if (more.length > 0) return Option.none()
  return Option.map(decodeEmail(email), (email) => ({ email, returnTo: Option.fromNullable(returnTo) }))
}

const attributes = ({ baseUrl }: HttpOptions, path: string): Cookies.Cookie["options"] => ({
  path,
  httpOnly: true,
  sameSite: "lax",
  secure: baseUrl.startsWith("https:")
})

/**
 * Remembers it for an hour: `HttpOnly`, `SameSite=Lax`, below `path`, `Secure` with an https base URL. An address and
 * 2,000 characters of `returnTo` are less than the 4,096 bytes that browsers keep.
 *
 * @since 0.1.0
 */
export const set = (settings: HttpOptions, path: string, { email, returnTo }: RequestedLink): Responding =>
  HttpServerResponse.unsafeSetCookie(name, Encoding.encodeBase64Url([email, ...Option.toArray(returnTo)].join("\n")), {
    ...attributes(settings, path),
    maxAge: `${lifetimeSeconds} seconds`
  })

/** Forgets it. @since 0.1.0 */
export const clear = (settings: HttpOptions, path: string): Responding =>
  HttpServerResponse.unsafeSetCookie(name, "", { ...attributes(settings, path), maxAge: 0 })
