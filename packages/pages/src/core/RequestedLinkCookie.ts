/**
 * The cookie `__link`: the address that a browser requested a link for, to sign in or to set a new password, and its
 * return URL. What it contains must be checked again.
 */
import { Email } from "@latchkey/domain/core/Email"
import type { MapResponse } from "@latchkey/http/core/Implementation"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as PageCookie from "./PageCookie.ts"

const cookie = PageCookie.make("link")

/** 3,600 seconds: longer than a link works, so that one click can request a new one. */
export const lifetimeSeconds = 3600

/** A request for a link of either kind. `returnUrl` is unchecked: use it only after `ReturnUrl.parse`. */
export interface RequestedLink {
  readonly email: Email
  readonly returnUrl: Option.Option<string>
}

const decodeEmail = Schema.decodeUnknownOption(Email)

/** Returns the last request, or `None` if the cookie is missing, malformed or repeated. */
export const read = (headers: Readonly<Record<string, string | undefined>>): Option.Option<RequestedLink> =>
  Option.flatMap(cookie.read({}, headers), (value) => {
    const text = Either.getOrElse(Encoding.decodeBase64UrlString(value), () => "")
    const [email, returnUrl, ...more] = text.split("\n")
    return more.length > 0
      ? Option.none()
      : Option.map(decodeEmail(email), (email) => ({ email, returnUrl: Option.fromNullable(returnUrl) }))
  })

/**
 * Sets the cookie for an hour. An address and a return URL of 2,000 characters fit into the 4,096 bytes that browsers
 * keep.
 */
export const set = (settings: PageCookie.Settings, path: string, { email, returnUrl }: RequestedLink): MapResponse =>
  cookie.set(
    settings,
    path,
    Encoding.encodeBase64Url([email, ...Option.toArray(returnUrl)].join("\n")),
    `${lifetimeSeconds} seconds`
  )

/** Clears the cookie. */
export const { clear } = cookie
