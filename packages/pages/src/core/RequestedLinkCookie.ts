/**
 * The cookie `__link`: the address that a browser requested a link for, to sign in or to set a new password, and its
 * return URL. One definition sets, reads and clears it. It grants nothing, and what it contains must be checked again.
 */
import type * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Email } from "@latchkey/domain/core/Email"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import type { MapResponse } from "@latchkey/http/core/Implementation"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const name = "__link"

/** 3,600 seconds: longer than a link works, so that one click can request a new one. */
export const lifetimeSeconds = 3600

/** A request for a link of either kind. `returnUrl` is unchecked: use it only after `ReturnUrl.parse`. */
export interface RequestedLink {
  readonly email: Email
  readonly returnUrl: Option.Option<string>
}

type Settings = Pick<HttpOptions, "baseUrl">

const decodeEmail = Schema.decodeUnknownOption(Email)

/** Returns the last request, or `None` if the cookie is missing, malformed or repeated. */
export const read = (headers: Readonly<Record<string, string | undefined>>): Option.Option<RequestedLink> =>
  Option.flatMap(RequestReader.cookie(headers, name), (value) => {
    const text = Either.getOrElse(Encoding.decodeBase64UrlString(value), () => "")
    const [email, returnUrl, ...more] = text.split("\n")
    return more.length > 0
      ? Option.none()
      : Option.map(decodeEmail(email), (email) => ({ email, returnUrl: Option.fromNullable(returnUrl) }))
  })

const attributes = ({ baseUrl }: Settings, path: string): Cookies.Cookie["options"] => ({
  path,
  httpOnly: true,
  sameSite: "lax",
  secure: baseUrl.startsWith("https:")
})

/**
 * Sets the cookie for an hour: `HttpOnly`, `SameSite=Lax`, below `path`, `Secure` with an https base URL. An address
 * and a return URL of 2,000 characters fit into the 4,096 bytes that browsers keep.
 */
export const set = (settings: Settings, path: string, { email, returnUrl }: RequestedLink): MapResponse =>
  HttpServerResponse.unsafeSetCookie(name, Encoding.encodeBase64Url([email, ...Option.toArray(returnUrl)].join("\n")), {
    ...attributes(settings, path),
    maxAge: `${lifetimeSeconds} seconds`
  })

/** Clears the cookie. */
export const clear = (settings: Settings, path: string): MapResponse =>
  HttpServerResponse.unsafeSetCookie(name, "", { ...attributes(settings, path), maxAge: 0 })
