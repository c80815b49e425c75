/**
 * Responds to what the contract does not declare: other methods on its paths (405), CORS preflights (204), and, if
 * Latchkey owns the whole server, other paths (404).
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { Endpoint } from "../Endpoint.ts"
import * as NotFoundPage from "../NotFoundPage.ts"
import { problem } from "../Problem.ts"
import type { IncomingRequest } from "../RequestReader.ts"
import * as IncludedApi from "./IncludedApi.ts"

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

export interface FallbackRoute {
  readonly method: (typeof methods)[number] | "OPTIONS"
  readonly path: `/${string}`
  readonly handle: (request: IncomingRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse>
}

const isPath = (path: string): path is `/${string}` => path.startsWith("/")

/** Makes the routes for the paths of the contract in an API that includes it. */
export const make = (contract: IncludedApi.Any, api: IncludedApi.Any) =>
  Effect.map(Endpoint, (endpoint): ReadonlyArray<FallbackRoute> => {
    const notAllowed = (allow: ReadonlyArray<string>) =>
      endpoint.handleRequest(() => problem("method_not_allowed", { allow }))

    const granted = (allow: ReadonlyArray<string>) =>
      HttpServerResponse.empty({
        status: 204,
        headers: {
          allow: allow.join(", "),
          "access-control-allow-methods": allow.join(", "),
          "access-control-allow-headers": "Content-Type, Authorization",
          "access-control-max-age": "600"
        }
      })

    // Granted in an outage, too: otherwise the page could not read the 503 of the request that follows.
    const preflight = (allow: ReadonlyArray<string>) =>
      endpoint.handleRequest(
        (context) => {
          const isRefused =
            context.request.headers["origin"] !== undefined && Option.isNone(endpoint.corsOrigin(context))
          return isRefused ? problem("forbidden_origin") : Effect.succeed(granted(allow))
        },
        { whileUnavailable: granted(allow) }
      )

    return [...IncludedApi.methodsByPath(contract, api)].flatMap(([path, declared]) => {
      if (!isPath(path)) return []
      const allow = [...new Set([...declared, ...(declared.includes("GET") ? ["HEAD"] : []), "OPTIONS"])]
      const undeclared = methods.filter((method) => !declared.includes(method))
      return [
        ...undeclared.map((method) => ({ method, path, handle: notAllowed(allow) })),
        { method: "OPTIONS" as const, path, handle: preflight(allow) }
      ]
    })
  })

const isRouteNotFound = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(Cause.failureOption(cause), Predicate.isTagged("RouteNotFound"))

/**
 * Responds with 404 if the router found no route: for unknown paths, broken percent-encoding, and methods that no route
 * has. Browsers get a page if there is one, others a problem.
 */
export const makeNotFound = Effect.map(
  NotFoundPage.make,
  (notFound) =>
    <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
      Effect.catchAllCause(
        app,
        (cause): Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest> =>
          isRouteNotFound(cause) ? notFound : Effect.failCause(cause)
      )
)
