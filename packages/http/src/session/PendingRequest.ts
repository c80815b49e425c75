/** The pending sign-in that a request is about. */
import type { PendingRequest } from "@latchkey/domain/second-factor/SecondFactorSignIn"
import type { RequestContext } from "../core/Endpoint.ts"
import * as SessionCookies from "./SessionCookies.ts"

/** Returns what the use cases of a pending sign-in need, with the token of the request's cookie. */
export const of = ({ caller, cookies, instance, request }: RequestContext): PendingRequest => ({
  instance,
  caller,
  pendingToken: SessionCookies.readPending(cookies, request.headers)
})
