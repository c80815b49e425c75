/**
 * What a person sees who opens a page that is not there. The package `pages` has one that looks like the rest of them.
 *
 * @since 0.1.0
 */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Endpoint, type RequestContext } from "./Endpoint.ts"
import { prefersHtml } from "./internal/Accept.ts"
import { type Problem, problem } from "./Problem.ts"

type Response = HttpServerResponse.HttpServerResponse

/**
 * Makes the reply to a browser. The problem is mostly `not_found`; it may be any that comes before a path is looked at,
 * such as `forbidden_origin`. `context` is missing while the instance is not known, as in an outage.
 *
 * @since 0.1.0
 */
export type RenderNotFound = (context: RequestContext | undefined, problem: Problem) => Response

/**
 * What browsers are answered where Latchkey says 404 for a path. None means a problem document, as for everybody else.
 *
 * @since 0.1.0
 */
export class NotFoundPage extends Context.Reference<NotFoundPage>()("../NotFoundPage.ts", {
  defaultValue: (): RenderNotFound | undefined => undefined
}) {}

/** The reply to a request for a path that is not there: to browsers the page, if there is one. @since 0.1.0 */
export const make: Effect.Effect<
  Effect.Effect<Response, never, HttpServerRequest.HttpServerRequest>,
  never,
  Endpoint
> = Effect.gen(function* () {
  const endpoint = yield* Endpoint
  const page = yield* NotFoundPage
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
    endpoint.handle(
      () => problem("not_found"),
      page !== undefined && prefersHtml(headers["accept"])
        ? { cors: false, render: (problem, context) => page(context, problem) }
        : {}
    )
  )
})
