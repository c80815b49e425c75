/**
 * Asks a Latchkey that runs elsewhere, for services that do not have it in them.
 *
 * @since 0.1.0
 */
import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ActiveSessionResponse, sessionPath } from "../password/PasswordApi.ts"
import { isSafe } from "../core/Endpoint.ts"
import * as Origins from "../core/internal/Origins.ts"
import { problem } from "../core/Problem.ts"
import * as SessionCookies from "./SessionCookies.ts"
import { type PresentedRequest, SessionSource } from "./SessionSource.ts"

/**
 * - `url`: where this service reaches Latchkey, such as `http://latchkey:3000`, with the prefix that it is mounted at, if
 *   there is one. The host chooses the instance.
 * - `origins`: the origins of the pages that may make unsafe requests to this service, its own among them.
 * - `timeout`: how long Latchkey may take to answer; 2 seconds if nothing else is said.
 *
 * @since 0.1.0
 */
export interface RemoteOptions {
  readonly url: string
  readonly origins: ReadonlyArray<string>
  readonly timeout?: Duration.DurationInput
}

/**
 * The source over HTTP. It sends the two cookies of a request to `GET /v1/auth/session` and nothing else. Without
 * both of them nothing is asked. What is neither 200 nor 401, late or malformed is `service_unavailable`; unsafe
 * requests from pages that are not listed are `forbidden_origin`, unasked.
 *
 * @since 0.1.0
 */
export const make = ({
  origins,
  timeout = "2 seconds",
  url
}: RemoteOptions): Effect.Effect<typeof SessionSource.Service, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const isAllowed = (origin: string) => origins.includes(origin)
    const session = `${url.replace(/\/+$/, "")}${sessionPath}`
    const unavailable = problem("service_unavailable", { retryAfterSeconds: 2 })

    const ask = (cookie: string) =>
      client.execute(HttpClientRequest.get(session).pipe(HttpClientRequest.setHeaders({ cookie }))).pipe(
        Effect.flatMap(
          HttpClientResponse.matchStatus({
            200: (response) => Effect.asSome(HttpClientResponse.schemaBodyJson(ActiveSessionResponse)(response)),
            401: () => Effect.succeedNone,
            orElse: () => Effect.fail(unavailable)
          })
        ),
        Effect.scoped,
        Effect.timeoutFail({ duration: timeout, onTimeout: () => unavailable }),
        // Whatever goes wrong between the two services, nobody is told that they are not signed in.
        Effect.mapError(() => unavailable)
      )

    const find = (request: PresentedRequest) => {
      const headers = Headers.fromInput(request.headers)
      const cookie = SessionCookies.toHeader(SessionCookies.read(headers["cookie"]))
      if (Option.isNone(cookie)) return Effect.succeedNone
      if (!isSafe(request.method) && !Origins.passes(headers, { isOwn: () => false, isAllowed })) {
        return problem("forbidden_origin")
      }
      return ask(cookie.value)
    }

    return SessionSource.of({ find })
  })

/**
 * `make` as a layer. One request to Latchkey for each session that is asked for; nothing is remembered, so that a
 * sign-out counts at once.
 *
 * @since 0.1.0
 */
export const layer = (options: RemoteOptions): Layer.Layer<SessionSource, never, HttpClient.HttpClient> =>
  Layer.effect(SessionSource, make(options))
