/**
 * What the kit reads of a request. A `Request` is one, and so are Node's `IncomingMessage` and the requests of Express
 * and Fastify. In a place that has only headers, pass `{ headers }`: it counts as a `GET`.
 */
export interface RequestLike {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

/** Express and Connect change `url` below a router, and keep the whole one. Node keeps every header line. */
interface NodeRequest {
  readonly originalUrl?: unknown
  readonly rawHeaders?: unknown
}

const isHeaders = (headers: RequestLike["headers"]): headers is Headers => typeof headers["get"] === "function"

/** Returns a header of a request. Node gives an array for some that are repeated. */
export const header = ({ headers }: RequestLike, name: string): string | undefined => {
  const value = isHeaders(headers) ? headers.get(name) : headers[name]
  if (typeof value === "string") return value
  return value ? value.join(name === "cookie" ? "; " : ", ") : undefined
}

/** Returns `true` if the method changes nothing (RFC 9110, 9.2.1). */
export const isSafe = ({ method = "GET" }: RequestLike): boolean => ["GET", "HEAD", "OPTIONS"].includes(method)

/** Returns `true` if a header has several lines, of which another server may read another one. */
export const isRepeated = (request: RequestLike, name: string): boolean => {
  const { rawHeaders } = request as NodeRequest
  if (!Array.isArray(rawHeaders)) return false
  return rawHeaders.filter((text, index) => index % 2 === 0 && String(text).toLowerCase() === name).length > 1
}

/** Returns the path of a request with its query. `/` if it has none. */
export const pathOf = (request: RequestLike): string => {
  const { originalUrl } = request as NodeRequest
  const url = typeof originalUrl === "string" ? originalUrl : (request.url ?? "/")
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, "") || "/"
}

/** Returns `true` if the user sees the reply as a page, and not a script. */
export const isNavigation = (request: RequestLike): boolean =>
  (header(request, "accept") ?? "").includes("text/html") &&
  ["navigate", undefined].includes(header(request, "sec-fetch-mode"))
