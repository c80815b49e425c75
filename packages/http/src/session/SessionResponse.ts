/**
 * @since 0.1.0
 */
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import type { IssuedSession } from "@latchkey/domain/session/SessionIssuer"
import * as Schema from "effect/Schema"
import type { RequestContext } from "../core/Endpoint.ts"
import type { JsonReply } from "../core/JsonEndpoint.ts"
import * as SessionCookies from "./SessionCookies.ts"

/**
 * The reply of everything that signs a user in: the ids of the user and the session. The tokens are in the cookies, and
 * only there.
 *
 * @since 0.1.0
 */
export const SessionResponse = Schema.Struct({ userId: UserId, sessionId: SessionId }).annotations({
  identifier: "SessionResponse"
})

/** Makes the reply of a new session, with its cookies. @since 0.1.0 */
export const signedIn = (
  { cookies }: RequestContext,
  issued: IssuedSession
): JsonReply<typeof SessionResponse.Type> => ({
  body: { userId: issued.userId, sessionId: issued.sessionId },
  dress: SessionCookies.setSession(cookies, issued)
})
