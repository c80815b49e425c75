/**
 * Responses to requests that reach no route: requests that are not valid HTTP or take too long, and requests that
 * arrive before the routes are ready. They have the same format as all others.
 */
import { type IncomingMessage, STATUS_CODES } from "node:http"
import { type InvalidField, type ProblemCode, statusOf, titleOf } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import * as Either from "effect/Either"

/** A response that needs no HTTP platform. */
export interface PreRoutingResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const make = (
  code: ProblemCode,
  details: { readonly detail: string; readonly errors?: ReadonlyArray<InvalidField> },
  status = statusOf(code)
): PreRoutingResponse => {
  const body = JSON.stringify({ type: `urn:latchkey:problem:${code}`, title: titleOf(code), status, ...details, code })
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

/** 503 for requests that arrive before the routes are ready. `Retry-After` is one second. */
export const notReady: PreRoutingResponse = make("service_unavailable", {
  detail: "The service is starting or stopping."
})

const unreadable = (reason: string, status?: number) =>
  make("invalid_request", { detail: "The connection is closed.", errors: [{ field: "request", reason }] }, status)

const notHttp = unreadable("is not valid HTTP")
const byErrorCode: Readonly<Record<string, PreRoutingResponse>> = {
  ERR_HTTP_REQUEST_TIMEOUT: unreadable("took too long", 408),
  HPE_HEADER_OVERFLOW: unreadable("has headers that are too large", 431)
}

/** Returns the response to a request without one valid host, or `undefined` (RFC 9112, 3.2). */
export const forInvalidHost = (source: IncomingMessage): PreRoutingResponse | undefined => {
  const host = RequestReader.host({ headers: source.headers as RequestReader.IncomingRequest["headers"], source })
  if (Either.isRight(host)) return undefined
  const { errors = [] } = host.left
  const { headers, ...response } = make("invalid_request", { detail: "The connection is closed.", errors })
  return { ...response, headers: { ...headers, connection: "close" } }
}

/** Node's error for a request that it could not read. Of the bytes that came last, it read the first `bytesParsed`. */
export type Unreadable = Error & {
  readonly code?: string
  readonly rawPacket?: Uint8Array
  readonly bytesParsed?: number
}

/** Returns `true` for HEAD, also if the bytes begin with the rest of an earlier body. */
const isHead = ({ bytesParsed, rawPacket }: Unreadable): boolean => {
  const read = Buffer.from(rawPacket?.subarray(0, bytesParsed) ?? []).toString("latin1")
  const head = read.slice(Math.max(read.lastIndexOf("\n\r\n"), read.lastIndexOf("\n\n")) + 1).trimStart()
  return /^[^\n]*HEAD (?!HTTP\/)/.test(head)
}

/** Returns the response to an unreadable request as raw HTTP: Node makes no response object for it. */
export const toUnreadable = (error: Unreadable): string => {
  const { body, headers, status } = byErrorCode[error.code ?? ""] ?? notHttp
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${isHead(error) ? "" : body}`
}
