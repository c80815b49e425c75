/**
 * Sending a browser on.
 *
 * @since 0.1.0
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"

/** 303: the browser goes on with GET (RFC 9110, 15.4.4). @since 0.1.0 */
export const to = (location: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ status: 303, headers: { location } })
