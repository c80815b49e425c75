/**
 * The return URL: where a browser goes after signing in. It is a page of the instance, or the instance's home, and
 * never a page of another site (CWE-601).
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import { maxLength, parse } from "@latchkey/http/core/ReturnUrl"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Option from "effect/Option"

type Urls = PublicUrls["Type"]

export { maxLength, parse }

/** The name of the query parameter and the form field. */
export const parameter = "return_to"

/** Returns the return URL of a query or form, or `None` if it is missing, repeated or not allowed. */
export const read = (urls: Urls, instance: Instance, values: URLSearchParams): Option.Option<string> =>
  Option.flatMap(RequestReader.single(values, parameter), (text) => parse(urls, instance, text))

/** Returns the return URL, or the instance's home. */
export const orHome = (urls: Urls, instance: Instance, returnUrl: Option.Option<string>): string =>
  Option.getOrElse(returnUrl, () => urls.home(instance))

/**
 * Returns the origins that a form which signs in may lead to: Chromium checks redirects against the Content Security
 * Policy, too.
 */
export const formTargets = (
  urls: Urls,
  instance: Instance,
  returnUrl: Option.Option<string>
): ReadonlyArray<string> => {
  const url = orHome(urls, instance, returnUrl)
  return URL.canParse(url) ? [new URL(url).origin] : []
}

/** Returns a path with the return URL as a query parameter. */
export const append = (path: string, returnUrl: string): string =>
  returnUrl === "" ? path : `${path}?${parameter}=${encodeURIComponent(returnUrl)}`

/** Returns the origin of the instance that the request was sent to, or its first one if there is none. */
export const ownOrigin = (urls: Urls, instance: Instance, request: Parameters<typeof RequestReader.isAt>[0]): string =>
  urls.origins(instance).find((origin) => RequestReader.isAt(request, origin)) ?? urls.origin(instance)
