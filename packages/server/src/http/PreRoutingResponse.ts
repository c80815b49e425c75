/**
 * Replies to requests that never reach a route: those that are no HTTP or take too long, and those that come before the
 * routes are there. They look like all others.
 *
 * @since 0.1.0
 */
import { STATUS_CODES } from "node:http"
import { type InvalidField, type ProblemCode, statusOf, titleOf } from "@latchkey/http/core/Problem"

/** A reply without a platform: status, headers and body as they are. @since 0.1.0 */
export interface PreRoutingResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const make = (
  code: ProblemCode,
  more: { readonly detail: string; readonly errors?: ReadonlyArray<InvalidField> },
  status = statusOf(code)
): PreRoutingResponse => {
  const body = JSON.stringify({ type: `urn:latchkey:problem:${code}`, title: titleOf(code), status, ...more, code })
  return {
    status,
    headers: {
      "content-type": "application/problem+json",
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      ...(status === 503 ? { "retry-after": "1" } : {})
    },
    body
  }
}

/** 503 for requests that come before the routes or after them. `Retry-After` is one second. @since 0.1.0 */
export const notReady: PreRoutingResponse = make("service_unavailable", { detail: "The service is starting or stopping." })

const unreadable = (reason: string, status?: number) =>
  make("invalid_request", { detail: "The connection is closed.", errors: [{ field: "request", reason }] }, status)

const notHttp = unreadable("is not valid HTTP")
const byErrorCode: Readonly<Record<string, PreRoutingResponse>> = {
  ERR_HTTP_REQUEST_TIMEOUT: unreadable("took too long", 408),
  HPE_HEADER_OVERFLOW: unreadable("has a head that is too long", 431)
}

/**
 * What Node says of a request that it could not read. `rawPacket` is the bytes that came last.
 *
 * @since 0.1.0
 */
export type Unreadable = Error & { readonly code?: string; readonly rawPacket?: Uint8Array }

const isHead = ({ rawPacket }: Unreadable): boolean =>
  Buffer.from(rawPacket?.subarray(0, 5) ?? []).toString("latin1") === "HEAD "

/** The answer to it, as it goes over the wire: there is no response that it could be written to. @since 0.1.0 */
export const toUnreadable = (error: Unreadable): string => {
  const { body, headers, status } = byErrorCode[error.code ?? ""] ?? notHttp
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${isHead(error) ? "" : body}`
}
