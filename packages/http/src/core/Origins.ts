/**
 * Decides which web pages may call Latchkey with a user's cookies. Prevents CSRF, including login CSRF, by `Origin` and
 * Fetch Metadata (OWASP CSRF Prevention Cheat Sheet). CORS uses the same allowed origins.
 */
import type * as Headers from "@effect/platform/Headers"
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Option from "effect/Option"
import type { HttpOptions } from "./HttpSettings.ts"
import * as AllowedOrigins from "./AllowedOrigins.ts"
import type { RefusedOrigin } from "./OriginWarning.ts"

/** The rules for the origins of web pages. */
export interface Origins {
  /** Returns `true` if a page of another site makes the request. A program that sends neither header is no browser. */
  readonly isCrossOrigin: (instance: Instance, headers: Headers.Headers) => boolean
  /**
   * Returns `true` if one of the service's own pages makes the request, or a program, and not a page of another origin
   * that is allowed. Presumes that the request is not cross-origin: browsers name the origin of every unsafe request,
   * unless the page is the service's own.
   */
  readonly isOwnPage: (instance: Instance, headers: Headers.Headers) => boolean
  /** Returns the origin for CORS headers, or `None`: an origin that is not allowed is never reflected. */
  readonly corsOrigin: (instance: Instance, headers: Headers.Headers) => Option.Option<string>
  /**
   * Returns `true` if one of the instance's own pages makes the request and `host` is none of the instance's: a browser
   * sends the same host in both.
   */
  readonly hasReplacedHost: (instance: Instance, host: string, headers: Headers.Headers) => boolean
  /** Returns what to warn about if the origin of a request is refused. */
  readonly refused: (instance: Instance, headers: Headers.Headers) => RefusedOrigin
}

/** The service's own origins, and those that are allowed in addition. */
export interface KnownOrigins {
  readonly isOwn: (origin: string) => boolean
  readonly isAllowed: (origin: string) => boolean
}

/** Returns `true` if a page of another site makes the request. */
export const isCrossOrigin = (headers: Headers.Headers, { isAllowed, isOwn }: KnownOrigins): boolean => {
  const origin = headers["origin"]
  const site = headers["sec-fetch-site"]
  // Under `Referrer-Policy: no-referrer` a form on our own page sends `Origin: null`.
  if (origin === undefined || origin === "null") {
    const isProgram = origin === undefined && (site === undefined || site === "none")
    return site !== "same-origin" && !isProgram
  }
  // Only an allowed origin may be on another site.
  return !isAllowed(origin) && (!isOwn(origin) || site === "cross-site")
}

/** Makes the rules. */
export const make = (settings: HttpOptions, urls: PublicUrls["Type"]): Origins => {
  // A browser keeps the final dot of a host that was typed with one. It is the same host (RFC 3986, 3.2.2).
  const isOwn = (instance: Instance, origin: string) =>
    urls.origins(instance).includes(origin.replace(/\.(?=(:\d+)?$)/, ""))
  const { isAllowed, list } = AllowedOrigins.make(settings)

  return {
    isCrossOrigin: (instance, headers) =>
      isCrossOrigin(headers, {
        isOwn: (origin) => isOwn(instance, origin),
        isAllowed: (origin) => isAllowed(instance, origin)
      }),
    isOwnPage: (instance, headers) => {
      const origin = headers["origin"]
      return origin === undefined || origin === "null" || isOwn(instance, origin)
    },
    corsOrigin: (instance, headers) =>
      Option.filter(
        Option.fromNullable(headers["origin"]),
        (origin) => isOwn(instance, origin) || isAllowed(instance, origin)
      ),
    hasReplacedHost: (instance, host, headers) => {
      const origin = headers["origin"]
      if (origin === undefined || !isOwn(instance, origin)) return false
      return !urls.origins(instance).some((own) => new URL(own).hostname === host)
    },
    refused: (instance, headers) => ({
      origin: headers["origin"],
      allowed: [...new Set([...urls.origins(instance), ...list(instance)])],
      setting:
        instance.id === defaultId
          ? "ALLOWED_ORIGINS (in an app, allowedOrigins of HttpSettings) or to the origins of the instance"
          : "the origins of the instance",
      instance: instance.id
    })
  }
}
