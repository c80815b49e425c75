/**
 * What a person sees who opens a page that is not there. The package `pages` has one that looks like the rest of them.
 *
 * @since 0.1.0
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import type { Visit } from "./Endpoint.ts"
import type { Problem } from "./Problem.ts"

/**
 * Makes the reply to a browser. The problem is `not_found`, or `service_unavailable` in an outage: `visit` is missing
 * then, because the instance is not known.
 *
 * @since 0.1.0
 */
export type RenderNotFound = (visit: Visit | undefined, problem: Problem) => HttpServerResponse.HttpServerResponse

/** What `Http.layerNotFound` answers browsers. None means a problem document, as for everybody else. @since 0.1.0 */
export class NotFoundPage extends Context.Reference<NotFoundPage>()("@latchkey/http/NotFoundPage", {
  defaultValue: (): RenderNotFound | undefined => undefined
}) {}
