/** One request and its response. */
import * as Effect from "effect/Effect"
import * as http from "node:http"
import * as https from "node:https"
import type { Limits, OutgoingRequest, OutgoingResponse } from "../OutgoingRequests.ts"

/** What is sent where. */
export interface Exchange {
  readonly url: URL
  readonly request: OutgoingRequest
  readonly options: https.RequestOptions
  readonly limits: Limits
}

/** The request on its way, at its current try. */
interface Connection {
  sent?: http.ClientRequest
  isClosed: boolean
}

/** Returns the code that Node has for a failure. */
export const codeOf = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return typeof code === "string" ? code : "no response"
}

/** Sends the request, and returns the response when its head has arrived. */
const headOf = ({ options, request: { body, headers, method }, url }: Exchange, connection: Connection) =>
  Effect.async<http.IncomingMessage, unknown>((resume) => {
    const attempt = (isRepeated: boolean) => {
      const { request } = url.protocol === "https:" ? https : http
      const sent = request(url, { ...options, method, headers }, (response) => {
        // `bodyOf` finds the error in the response.
        response.on("error", () => {})
        resume(Effect.succeed(response))
      })
      connection.sent = sent
      sent.on("error", (error) => {
        // The server has closed a kept connection while this request was on its way.
        const isStale = sent.reusedSocket && codeOf(error) === "ECONNRESET"
        if (isStale && !connection.isClosed && !isRepeated) return attempt(true)
        resume(Effect.fail(error))
      })
      sent.end(body)
    }
    attempt(false)
  })

/** Reads the body, to its end or until it has more than the bytes. */
const bodyOf = (response: http.IncomingMessage, bytes: number) =>
  Effect.async<Buffer, unknown>((resume) => {
    const chunks: Array<Buffer> = []
    let length = 0
    const end = () => resume(Effect.succeed(Buffer.concat(chunks)))
    if (response.errored) return resume(Effect.fail(response.errored))
    response.on("error", (error) => resume(Effect.fail(error)))
    response.on("end", end)
    response.on("data", (chunk: Buffer) => {
      length += chunk.length
      chunks.push(chunk)
      if (length <= bytes) return
      response.pause()
      end()
    })
  })

/** A body that ends soon leaves its connection for the next request. No other is waited for. */
const beginningOf = (response: http.IncomingMessage, bytes: number) =>
  bodyOf(response, bytes).pipe(
    Effect.timeout("1 second"),
    Effect.orElseSucceed(() => Buffer.alloc(0)),
    Effect.map((body) => body.subarray(0, bytes))
  )

/** Closes the connection, unless it is free for the next request: the body was read to its end. */
const close = (connection: Connection) =>
  Effect.sync(() => {
    connection.isClosed = true
    connection.sent?.destroy()
  })

/**
 * Sends the request, and returns the response. A body of more than `bytes` is left there, and then has more than these
 * if the limits need it. Closes the connection unless the body was read to its end. `inTime`: limits how long what the
 * limits need may take.
 */
export const exchange = (
  sending: Exchange,
  inTime: <A>(needed: Effect.Effect<A, unknown>) => Effect.Effect<A, unknown>
): Effect.Effect<OutgoingResponse, unknown> =>
  Effect.acquireUseRelease(
    Effect.sync((): Connection => ({ isClosed: false })),
    (connection) => {
      const { bytes, needs } = sending.limits
      const head = headOf(sending, connection)
      const read = (response: http.IncomingMessage) =>
        Effect.map((needs === "body" ? bodyOf : beginningOf)(response, bytes), (body) => ({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body
        }))
      return needs === "body" ? inTime(Effect.flatMap(head, read)) : Effect.flatMap(inTime(head), read)
    },
    close
  )
