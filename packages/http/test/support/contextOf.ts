import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import type { RequestContext } from "@latchkey/http/core/Endpoint"
import { defaults } from "@latchkey/http/core/HttpSettings"
import * as Option from "effect/Option"

/** Returns the context of a request without cookies. */
export const contextOf = (request: RequestContext["request"], instance = defaultInstance): RequestContext => ({
  request,
  instance,
  caller: { ipAddress: "192.0.2.1", clientToken: Option.none(), sessionToken: Option.none() },
  cookies: { ...defaults, baseUrl: "https://auth.example.com" },
  emptyJson: HttpServerResponse.unsafeJson({})
})
