/**
 * Where a browser goes after signing in: home, or back to a page of the instance that sent it here. Nowhere else, so
 * that no link to the sign-in page leads to a page of somebody else's (CWE-601).
 *
 * @since 0.1.0
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { queryOf } from "@latchkey/http/core/Endpoint"
import type { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Option from "effect/Option"

type Urls = PublicUrls["Type"]

/** The query parameter and the form field of the page to go back to. @since 0.1.0 */
export const parameter = "return_to"

/** 2,000: the most characters that a page to go back to may have. @since 0.1.0 */
export const maxLength = 2000

// Printable ASCII without a backslash, which browsers read as a slash. What else it has to be, the URL parser says.
const plainUrl = /^https?:\/\/[!-[\]-~]+$/

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "")

/**
 * The page to go back to, as the URL parser spells it (WHATWG URL), if its origin is exactly one of the instance's. What
 * is relative, or has another scheme, another port or credentials in it, is ignored.
 *
 * @since 0.1.0
 */
export const parse = (urls: Urls, instance: Instance, text: string | null | undefined): Option.Option<string> => {
  if (text == null || text.length > maxLength || !plainUrl.test(text) || !URL.canParse(text)) return Option.none()
  const { href, origin, password, username } = new URL(text)
  const isOurs = [...urls.origins(instance), ...instance.origins].includes(origin)
  return isOurs && username === "" && password === "" && href.length <= maxLength ? Option.some(href) : Option.none()
}

/** Where the browser goes. @since 0.1.0 */
export const of = (urls: Urls, instance: Instance, returnTo: Option.Option<string>): string =>
  Option.getOrElse(returnTo, () => urls.home(instance))

/**
 * The origins that a form may lead to which signs in: Chromium asks the Content-Security-Policy about redirects, too.
 *
 * @since 0.1.0
 */
export const formTargets = (urls: Urls, instance: Instance, returnTo: Option.Option<string>): ReadonlyArray<string> => {
  const origin = originOf(of(urls, instance, returnTo))
  return origin === "" ? [] : [origin]
}

/** The instance's origin that the request is for, or the first of them if it is for none. @since 0.1.0 */
export const ownOrigin = (urls: Urls, instance: Instance, request: HttpServerRequest.HttpServerRequest): string => {
  const host = (request.headers["host"] ?? "").toLowerCase()
  return urls.origins(instance).find((origin) => new URL(origin).host === host) ?? urls.origin(instance)
}

/** The value of a query parameter; nothing when it is missing or given more than once. @since 0.1.0 */
export const parameterOf = (request: HttpServerRequest.HttpServerRequest, name: string): string | undefined => {
  const [value, ...others] = queryOf(request).getAll(name)
  return others.length === 0 ? value : undefined
}
