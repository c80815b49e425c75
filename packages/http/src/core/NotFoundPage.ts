import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Endpoint, type RequestContext } from "./Endpoint.ts"
import { type Problem, problem, toResponse } from "./Problem.ts"
import * as RequestReader from "./RequestReader.ts"

type Response = HttpServerResponse.HttpServerResponse

/**
 * Makes the response for a browser that opens a path that does not exist. The problem is usually `not_found`; it may be
 * one that comes before routing, such as `forbidden_origin`. `context` is missing while the instance is unknown, as in
 * an outage.
 */
export type RenderNotFound = (
  problem: Problem,
  context: RequestContext | undefined,
  request: HttpServerRequest.HttpServerRequest
) => Effect.Effect<Response>

/** The page for browsers; by default the problem document. The package `pages` has a page. */
export class NotFoundPage extends Context.Reference<NotFoundPage>()("@latchkey/http/NotFoundPage", {
  defaultValue: (): RenderNotFound => (problem) => Effect.succeed(toResponse(problem))
}) {}

/** Makes the response for a path that does not exist: the page for browsers, otherwise a problem. */
export const make: Effect.Effect<
  Effect.Effect<Response, never, HttpServerRequest.HttpServerRequest>,
  never,
  Endpoint
> = Effect.gen(function* () {
  const endpoint = yield* Endpoint
  const page = yield* NotFoundPage
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    endpoint.handle(
      () => problem("not_found"),
      RequestReader.prefersHtml(request.headers)
        ? { cors: false, render: (problem, context) => page(problem, context, request) }
        : {}
    )
  )
})
