/**
 * A client for a Latchkey that runs elsewhere, derived from the contract. Errors are tagged:
 * `Effect.catchTag("InvalidCredentials", …)`. Those with the status 429 or 503 say when to try again, in
 * `retryAfterSeconds`; `PasswordTooShort` has every broken rule in `violations`.
 */
import * as Cookies from "@effect/platform/Cookies"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Ref from "effect/Ref"
import { codes, isRetryable, type RetryableCode } from "./core/Problem.ts"
import { LatchkeyApi } from "./LatchkeyApi.ts"

/**
 * - `baseUrl`: the origin of Latchkey, with its prefix if it has one.
 * - `headers`: additional headers of every request, such as the `authorization` of the admin API.
 */
export interface LatchkeyClientOptions {
  readonly baseUrl: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An error as clients get it. If it passes with time, it says when to try again: `Retry-After`, in whole seconds (RFC
 * 9110, 10.2.3). It is 1 if a proxy removed that header or replaced it with a date.
 */
export type WithRetryAfter<E> = E extends { readonly code: RetryableCode }
  ? E & { readonly retryAfterSeconds: number }
  : E

type EndpointWithRetryAfter<Endpoint> =
  Endpoint extends HttpApiEndpoint.HttpApiEndpoint<
    infer Name,
    infer Method,
    infer Path,
    infer UrlParams,
    infer Payload,
    infer Headers,
    infer Success,
    infer E,
    infer R,
    infer RE
  >
    ? HttpApiEndpoint.HttpApiEndpoint<
        Name,
        Method,
        Path,
        UrlParams,
        Payload,
        Headers,
        Success,
        WithRetryAfter<E>,
        R,
        RE
      >
    : never

type GroupWithRetryAfter<Group> =
  Group extends HttpApiGroup.HttpApiGroup<infer Id, infer Endpoint, infer E, infer R, infer TopLevel>
    ? HttpApiGroup.HttpApiGroup<Id, EndpointWithRetryAfter<Endpoint>, WithRetryAfter<E>, R, TopLevel>
    : never

/** The endpoints as functions, by group: `client.password.signIn({ payload: { email, password } })`. */
export type LatchkeyClient =
  typeof LatchkeyApi extends HttpApi.HttpApi<infer _Id, infer Group, infer E, infer _R>
    ? HttpApiClient.Client<GroupWithRetryAfter<Group>, E, never>
    : never

/** `Retry-After` of the latest response of a fiber. */
const retryAfter = FiberRef.unsafeMake(1)

/** Returns 1 for a date, or anything else that a proxy made of it. */
const parseSeconds = (header = "") => Math.max(1, Number.parseInt(header, 10) || 1)

const keepRetryAfter = HttpClient.tap(({ headers }) => FiberRef.set(retryAfter, parseSeconds(headers["retry-after"])))

const retryable: ReadonlyArray<unknown> = codes.filter(isRetryable)

// The documents do not contain it, and a decoded error has no response.
const addRetryAfter = (reply: Effect.Effect<unknown, unknown>) =>
  Effect.catchIf(
    reply,
    (error): error is object => Predicate.hasProperty(error, "code") && retryable.includes(error.code),
    (error) =>
      Effect.flatMap(FiberRef.get(retryAfter), (retryAfterSeconds) => Effect.fail({ ...error, retryAfterSeconds }))
  )

type Transform = (client: HttpClient.HttpClient) => HttpClient.HttpClient

const optionsOf = (baseUrl: string, transformClient: Transform) => ({
  baseUrl,
  transformClient: (client: HttpClient.HttpClient) => keepRetryAfter(transformClient(client)),
  transformResponse: addRetryAfter
})

const makeWith = (baseUrl: string, transformClient: Transform) =>
  HttpApiClient.make(LatchkeyApi, optionsOf(baseUrl, transformClient)) as Effect.Effect<
    LatchkeyClient,
    never,
    HttpClient.HttpClient
  >

const withHeaders = (headers: LatchkeyClientOptions["headers"] = {}) =>
  HttpClient.mapRequest(HttpClientRequest.setHeaders(headers))

/** Makes a client for pages: the browser keeps the cookies. With `layerBrowser` it sends them to other origins, too. */
export const make = ({
  baseUrl,
  headers
}: LatchkeyClientOptions): Effect.Effect<LatchkeyClient, never, HttpClient.HttpClient> =>
  makeWith(baseUrl, withHeaders(headers))

/**
 * Makes a client of the app's own `HttpApi`, such as one that includes the contract. The errors of all its groups with
 * the codes of Latchkey say when to try again, which those of `HttpApiClient.make` do not. The `HttpClient` keeps the
 * cookies, if any.
 */
export const makeOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  { baseUrl, headers }: LatchkeyClientOptions
): Effect.Effect<
  HttpApiClient.Client<GroupWithRetryAfter<Groups>, E, never>,
  never,
  | HttpApiMiddleware.HttpApiMiddleware.Without<R | HttpApiGroup.HttpApiGroup.ClientContext<Groups>>
  | HttpClient.HttpClient
> =>
  // The two differ in the errors, which only types know.
  HttpApiClient.make(api, optionsOf(baseUrl, withHeaders(headers))) as never

/** Makes a client for programs, which keeps its own cookies: it is one Latchkey client. */
export const makeWithCookies = ({
  baseUrl,
  headers
}: LatchkeyClientOptions): Effect.Effect<LatchkeyClient, never, HttpClient.HttpClient> =>
  Effect.flatMap(Ref.make(Cookies.empty), (cookies) =>
    makeWith(baseUrl, (client) => client.pipe(HttpClient.withCookiesRef(cookies), withHeaders(headers)))
  )

/** `fetch` that sends cookies to other origins (`credentials: "include"`). */
export const layerBrowser: Layer.Layer<HttpClient.HttpClient> = Layer.provide(
  FetchHttpClient.layer,
  Layer.succeed(FetchHttpClient.RequestInit, { credentials: "include" })
)
