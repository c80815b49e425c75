import { header, isSafe, type RequestLike } from "./RequestLike.ts"

/**
 * Returns `true` if a page of another origin sends a request that may change something (OWASP CSRF Prevention Cheat
 * Sheet), or opens a WebSocket, which no browser keeps from another origin (RFC 6455, 10.2). A client that sends
 * neither `Origin` nor `Sec-Fetch-Site` is not a browser.
 */
export const isCrossOrigin = (request: RequestLike, appUrl: string): boolean => {
  if (isSafe(request) && !header(request, "upgrade")) return false
  const origin = header(request, "origin")
  const site = header(request, "sec-fetch-site")
  // A form of the app's own page sends `Origin: null` under `Referrer-Policy: no-referrer`.
  if (origin !== undefined && origin !== "null") return origin !== appUrl
  const isProgram = origin === undefined && (site === undefined || site === "none")
  return !isProgram && site !== "same-origin"
}

/** Returns `true` if a browser sends the request, for a page. */
export const isOfPage = (request: RequestLike): boolean =>
  header(request, "origin") !== undefined || header(request, "sec-fetch-site") !== undefined
