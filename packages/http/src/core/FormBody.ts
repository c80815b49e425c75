/**
 * What a form of a page sends (`application/x-www-form-urlencoded`): for pages that work without scripts.
 *
 * @since 0.1.0
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import { mediaType as mediaTypeOf, readText } from "./internal/RequestBody.ts"
import { type Problem, problem } from "./Problem.ts"

/** The media type of forms (HTML, 4.10.21). @since 0.1.0 */
export const mediaType = "application/x-www-form-urlencoded"

/** Whether a request carries a form. @since 0.1.0 */
export const isForm = (request: HttpServerRequest.HttpServerRequest): boolean => mediaTypeOf(request) === mediaType

/** The fields of a form: 415 for another media type, 413 above 64 KiB, 400 for what is not UTF-8. @since 0.1.0 */
export const read = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<URLSearchParams, Problem> =>
  Effect.map(readText(request, [mediaType]), (text) => new URLSearchParams(text))

/** The one value of a field; 400 when it is missing or given more than once. @since 0.1.0 */
export const field = (form: URLSearchParams, name: string): Effect.Effect<string, Problem> => {
  const values = form.getAll(name)
  const [value] = values
  if (value !== undefined && values.length === 1) return Effect.succeed(value)
  const reason = value === undefined ? "is required" : "was given more than once"
  return problem("invalid_request", { errors: [{ field: name, reason }] })
}
