/** Asks a Latchkey that runs elsewhere about a request: `GET /v1/auth/session` with one header of the request. */
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ParseError } from "effect/ParseResult"
import * as OutageLog from "../core/OutageLog.ts"
import { type Problem, problem } from "../core/Problem.ts"
import { sessionPath } from "./SessionApi.ts"

/**
 * - `url`: where this service reaches Latchkey, such as `http://latchkey:3000`, with its prefix if it has one. The host
 *   chooses the instance.
 * - `timeout`: how long to wait for Latchkey; 2 seconds by default.
 */
export interface RemoteOptions {
  readonly url: string
  readonly timeout?: Duration.DurationInput
}

/** Latchkey has not said whether a session or a token is active. `message`: for the log. */
export class Unexpected extends Data.Error<{ readonly message: string }> {}

type Failure = HttpClientError.HttpClientError | ParseError | Unexpected

/** Returns what may be logged of a failed request: nothing of a body, which a `ParseError` prints. */
const describe = (error: Failure): string => {
  if (error instanceof Unexpected) return error.message
  if (error._tag === "ParseError" || error._tag === "ResponseError") return "the response is not Latchkey's"
  const { cause } = error
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return inner instanceof Error ? inner.message : "no connection"
}

/** Fails with a response that Latchkey does not give. */
export const unexpectedStatus = ({ status }: HttpClientResponse.HttpClientResponse): Effect.Effect<never, Unexpected> =>
  new Unexpected({ message: `status ${status}` })

/** What a response says: an effect, which fails with a problem of the request. */
type Meaning<A> = Effect.Effect<Effect.Effect<A, Problem>, ParseError | HttpClientError.ResponseError | Unexpected>

/**
 * Makes the function that asks, and passes the response to `interpret`. Fails with `service_unavailable`, and says so
 * in the log, if that fails: a failure between the two services must not look like a missing session.
 */
export const make = <A>(
  { timeout = "2 seconds", url }: RemoteOptions,
  what: "sessions" | "tokens",
  interpret: (response: HttpClientResponse.HttpClientResponse) => Meaning<A>
): Effect.Effect<
  (headers: Readonly<Record<string, string>>) => Effect.Effect<A, Problem>,
  never,
  HttpClient.HttpClient
> =>
  Effect.map(HttpClient.HttpClient, (client) => {
    const address = `${url.replace(/\/+$/, "")}${sessionPath}`
    const unavailable = problem("service_unavailable", { retryAfterSeconds: 2 })
    const logOutage = OutageLog.make(`Cannot check ${what} at ${address}`)

    return (headers) =>
      client.execute(HttpClientRequest.get(address).pipe(HttpClientRequest.setHeaders(headers))).pipe(
        Effect.flatMap(interpret),
        Effect.scoped,
        Effect.timeoutFail({
          duration: timeout,
          onTimeout: () => new Unexpected({ message: "no response in time" })
        }),
        Effect.tapError((error) => logOutage(describe(error))),
        Effect.mapError(() => unavailable),
        Effect.flatten
      )
  })
