import type { HttpMethod } from "@effect/platform/HttpMethod"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { Endpoint } from "../Endpoint.ts"
import type { Implementation } from "../Implementation.ts"
import type * as RequestReader from "../RequestReader.ts"
import * as IncludedApi from "./IncludedApi.ts"

/**
 * A route of the contract that a server runs without a router of the platform, and without services. Its response has a
 * body of bytes, or none. A `GET` leaves the fiber refs and no running fiber behind, because a server may run other
 * requests on its fiber. `path` may have parameters (`:id`), which `handle` gets by their names.
 */
export interface DirectRoute {
  readonly method: HttpMethod
  readonly path: `/${string}`
  readonly handle: (
    request: RequestReader.IncomingRequest,
    parameters: Readonly<Record<string, string | undefined>>
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
}

/** Makes the routes of a group of the contract. Their paths have no prefix. */
export const directRoutesOf = <R>(contract: IncludedApi.Any, { id, run }: Implementation<string, R>) =>
  Effect.gen(function* () {
    const endpoint = yield* Endpoint
    return Object.entries(yield* run).map(([name, running]): DirectRoute & { readonly name: string } => {
      const { method, path } = IncludedApi.endpointOf(contract, id, name)
      return { name, method, path, handle: running(endpoint) }
    })
  })
