/**
 * A client for a Latchkey that runs elsewhere, derived from the contract. Errors are tagged:
 * `Effect.catchTag("InvalidCredentials", …)`.
 *
 * @since 0.1.0
 */
import * as Cookies from "@effect/platform/Cookies"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { LatchkeyApi } from "./LatchkeyApi.ts"

/**
 * - `baseUrl`: the origin of Latchkey, with its prefix if it has one.
 * - `headers`: additional headers of every request, such as the `authorization` of the admin API.
 *
 * @since 0.1.0
 */
export interface LatchkeyClientOptions {
  readonly baseUrl: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The endpoints as functions, by group: `client.password.signIn({ payload: { email, password } })`. @since 0.1.0 */
export type LatchkeyClient =
  typeof LatchkeyApi extends HttpApi.HttpApi<infer _Id, infer Groups, infer E, infer _R>
    ? HttpApiClient.Client<Groups, E, never>
    : never

const withHeaders = (headers: LatchkeyClientOptions["headers"] = {}) =>
  HttpClient.mapRequest(HttpClientRequest.setHeaders(headers))

/**
 * Makes a client for pages: the browser keeps the cookies. With `layerBrowser` it sends them to other origins, too.
 *
 * @since 0.1.0
 */
export const make = ({
  baseUrl,
  headers
}: LatchkeyClientOptions): Effect.Effect<LatchkeyClient, never, HttpClient.HttpClient> =>
  HttpApiClient.make(LatchkeyApi, { baseUrl, transformClient: withHeaders(headers) })

/**
 * Makes a client for programs, which keeps its own cookies: it is one Latchkey client.
 *
 * @since 0.1.0
 */
export const makeWithCookies = ({
  baseUrl,
  headers
}: LatchkeyClientOptions): Effect.Effect<LatchkeyClient, never, HttpClient.HttpClient> =>
  Effect.flatMap(Ref.make(Cookies.empty), (cookies) =>
    HttpApiClient.make(LatchkeyApi, {
      baseUrl,
      transformClient: (client) => client.pipe(HttpClient.withCookiesRef(cookies), withHeaders(headers))
    })
  )

/** `fetch` that sends cookies to other origins (`credentials: "include"`). @since 0.1.0 */
export const layerBrowser: Layer.Layer<HttpClient.HttpClient> = Layer.provide(
  FetchHttpClient.layer,
  Layer.succeed(FetchHttpClient.RequestInit, { credentials: "include" })
)
