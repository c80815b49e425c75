/**
 * Which web pages may call Latchkey with a person's cookies: the defence against CSRF, login CSRF included, by `Origin`
 * and Fetch Metadata (OWASP CSRF Prevention Cheat Sheet), and CORS for the same list.
 *
 * @since 0.1.0
 */
import type * as Headers from "@effect/platform/Headers"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Option from "effect/Option"
import type { HttpOptions } from "../HttpSettings.ts"

/** @since 0.1.0 */
export interface Origins {
  /** Whether an unsafe request may go on. A program that sends neither header is no browser and passes. */
  readonly allows: (instance: Instance, headers: Headers.Headers) => boolean
  /** The origin to name in CORS headers; none for a foreign one, which is never reflected. */
  readonly corsOrigin: (instance: Instance, headers: Headers.Headers) => Option.Option<string>
}

/** The host that a request is for, without its port. @since 0.1.0 */
export const hostOf = (headers: Headers.Headers): string => (headers["host"] ?? "").toLowerCase().replace(/:\d*$/, "")

/** Which origins are the service's own, and which were listed as welcome besides. @since 0.1.0 */
export interface Welcome {
  readonly isOwn: (origin: string) => boolean
  readonly isAllowed: (origin: string) => boolean
}

/** Whether an unsafe request may go on. @since 0.1.0 */
export const passes = (headers: Headers.Headers, { isAllowed, isOwn }: Welcome): boolean => {
  const origin = headers["origin"]
  const site = headers["sec-fetch-site"]
  // Under `Referrer-Policy: no-referrer` the form on our own page sends `Origin: null`.
  if (origin === undefined || origin === "null") {
    return site === "same-origin" || (origin === undefined && (site === undefined || site === "none"))
  }
  // Only a page that was listed as being on another site can be cross-site and welcome.
  return isAllowed(origin) || (isOwn(origin) && site !== "cross-site")
}

/** @since 0.1.0 */
export const make = (settings: HttpOptions, urls: PublicUrls["Type"]): Origins => {
  const isOwn = (instance: Instance, origin: string) => urls.origins(instance).includes(origin)
  const isAllowed = (instance: Instance, origin: string) =>
    settings.allowedOrigins.includes(origin) || instance.origins.includes(origin)

  return {
    allows: (instance, headers) =>
      passes(headers, {
        isOwn: (origin) => isOwn(instance, origin),
        isAllowed: (origin) => isAllowed(instance, origin)
      }),
    corsOrigin: (instance, headers) =>
      Option.filter(
        Option.fromNullable(headers["origin"]),
        (origin) => isOwn(instance, origin) || isAllowed(instance, origin)
      )
  }
}
