/** Which URLs may be used beside an https base URL. */

const loopback = /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/

/**
 * Returns `true` if browsers consider the origin of a URL trustworthy: https, or on their own machine (W3C Secure
 * Contexts, 3.1).
 */
export const isTrustworthy = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { hostname, protocol } = new URL(url)
  return protocol === "https:" || (protocol === "http:" && loopback.test(hostname))
}

/**
 * Returns `true` if the URL may be used beside the base URL. Beside https, plain http may not: an attacker on the
 * network can change its pages, which could then use the sessions of the service. Pages of an app with its own scheme
 * come from no network.
 */
export const isAllowedBeside = (baseUrl: string, url: string): boolean =>
  !baseUrl.startsWith("https:") || isTrustworthy(url) || (URL.canParse(url) && !/^https?:/i.test(url))
