/** Runs `oauth4webapi` over the outgoing requests. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Runtime from "effect/Runtime"
import * as oauth from "oauth4webapi"
import { OutgoingFailed, type OutgoingRequests, type OutgoingResponse } from "@latchkey/outgoing/OutgoingRequests"

interface Request {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** What each function of the library that sends a request gets. The outgoing requests decide about plain `http`. */
export interface Transport {
  readonly signal: AbortSignal
  readonly [oauth.allowInsecureRequests]: true
  readonly [oauth.customFetch]: (url: string, request: Request) => Promise<Response>
}

const parsed = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

const failedAt = (url: string, what: string) =>
  new OutgoingFailed({ reason: "network", detail: `${new URL(url).hostname}: ${what}` })

/** Fails for what is an outage whatever was asked: redirects, errors of the server, and pages in the place of JSON. */
export const usable = (url: string, response: OutgoingResponse): Effect.Effect<OutgoingResponse, OutgoingFailed> => {
  const { body, status } = response
  if (status >= 500 || status === 429 || (status >= 300 && status < 400)) return failedAt(url, `HTTP ${status}`)
  return status < 300 && parsed(body) === undefined
    ? failedAt(url, "the response is not JSON")
    : Effect.succeed(response)
}

const ownHeaders = { "user-agent": "latchkey", "accept-encoding": "identity" }

/** Makes the function that runs a function of the library. Requests count for the pool. Interruption aborts them. */
export const make =
  ({ send }: OutgoingRequests) =>
  <A>(pool: string, run: (transport: Transport) => Promise<A>): Effect.Effect<A, unknown> =>
    Effect.flatMap(Effect.runtime<never>(), (runtime) => {
      const fetch = async (url: string, { body, headers, method, signal }: Request) => {
        const text = body instanceof URLSearchParams ? body.toString() : undefined
        const request = { pool, url, method, headers: { ...headers, ...ownHeaders }, body: text }
        const sent = Effect.flatMap(send(request), (response) => usable(url, response))
        const result = await Runtime.runPromise(runtime)(Effect.either(sent), signal === undefined ? {} : { signal })
        const { body: bytes, headers: received, status } = Either.getOrThrowWith(result, (failed) => failed)
        const names = ["content-type", "www-authenticate"]
        const kept = names.flatMap((name) => {
          const value = received[name]
          return typeof value === "string" ? [[name, value] as [string, string]] : []
        })
        return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, headers: kept })
      }
      return Effect.tryPromise({
        try: (signal) => run({ signal, [oauth.allowInsecureRequests]: true, [oauth.customFetch]: fetch }),
        catch: (error) => error
      })
    })

/** Runs a function of the library that sends nothing. */
export const process = <A>(run: () => Promise<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: run, catch: (error) => error })

interface Get {
  readonly pool: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A response without an outage. `json`: `undefined` if its body is none. */
export interface Got {
  readonly status: number
  readonly headers: OutgoingResponse["headers"]
  readonly json: unknown
}

/** Sends a GET request without the library. */
export const get =
  ({ send }: OutgoingRequests) =>
  ({ headers = {}, pool, url }: Get): Effect.Effect<Got, OutgoingFailed> =>
    send({ pool, url, method: "GET", headers: { accept: "application/json", ...headers, ...ownHeaders } }).pipe(
      Effect.flatMap((response) => usable(url, response)),
      Effect.map(({ body, headers, status }) => ({ status, headers, json: parsed(body) }))
    )

/** Returns the JSON of a success. Fails for every other status. */
export const succeeded = (url: string, { json, status }: Got): Effect.Effect<unknown, OutgoingFailed> =>
  status < 300 ? Effect.succeed(json) : failedAt(url, `HTTP ${status}`)
