/** What middleware of an app responds with if it lets a request not pass. */
import * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { type Problem, toHeaders, toResponse } from "./Problem.ts"

const notStored = { "cache-control": "no-store" }

/** Adds the headers that `HttpApi` does not give its error responses. */
export const withHeadersOf = (problem: Problem) =>
  HttpApp.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, { ...toHeaders(problem), ...notStored }))
  )

/** Makes the response for routes without `HttpApi`. */
export const respond = (problem: Problem): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.succeed(HttpServerResponse.setHeaders(toResponse(problem), notStored))
