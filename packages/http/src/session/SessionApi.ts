/**
 * The contract of sessions: checking, listing, revoking, signing out.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import { SignInMethod } from "@latchkey/domain/session/SessionRepository"
import * as Schema from "effect/Schema"
import { Ok } from "../core/Ok.ts"
import * as Problem from "../core/Problem.ts"

/**
 * The reply of everything that signs a user in: the ids of the user and the session. The tokens are in the cookies, and
 * only there.
 *
 * @since 0.1.0
 */
export const SessionResponse = Schema.Struct({ userId: UserId, sessionId: SessionId }).annotations({
  identifier: "SessionResponse"
})
/** @since 0.1.0 */
export type SessionResponse = typeof SessionResponse.Type

/** An active session and its user. Times are ISO 8601 in UTC. @since 0.1.0 */
export const ActiveSessionResponse = Schema.Struct({
  userId: UserId,
  sessionId: SessionId,
  email: Schema.String,
  emailVerified: Schema.Boolean,
  authenticatedAt: Schema.DateTimeUtc,
  expiresAt: Schema.DateTimeUtc
}).annotations({ identifier: "ActiveSession" })
/** @since 0.1.0 */
export type ActiveSessionResponse = typeof ActiveSessionResponse.Type

/**
 * A session in the list. `current`: whether it is the session of the request. `userAgent`: the `User-Agent` at sign-in.
 * `lastSeenAt` is at most five minutes behind.
 *
 * @since 0.1.0
 */
export const SessionSummaryResponse = Schema.Struct({
  sessionId: SessionId,
  current: Schema.Boolean,
  method: SignInMethod,
  userAgent: Schema.String,
  authenticatedAt: Schema.DateTimeUtc,
  lastSeenAt: Schema.DateTimeUtc,
  expiresAt: Schema.DateTimeUtc
}).annotations({ identifier: "SessionSummary" })

/** The newest hundred active sessions, newest first. @since 0.1.0 */
export const SessionListResponse = Schema.Struct({ sessions: Schema.Array(SessionSummaryResponse) }).annotations({
  identifier: "SessionList"
})

/** Checking a session. @since 0.1.0 */
export const GetSession = { success: ActiveSessionResponse }

/** Listing sessions. @since 0.1.0 */
export const ListSessions = { success: SessionListResponse }

/** Revoking a session, or signing out. @since 0.1.0 */
export const RevokeSession = { success: Ok }

/** The path of the session check. @since 0.1.0 */
export const sessionPath = "/v1/auth/session"

const getSession = HttpApiEndpoint.get("getSession", sessionPath)
  .addSuccess(GetSession.success)
  .addError(Problem.Unauthenticated)
  .annotate(OpenApi.Summary, "Get the session")
  .annotate(OpenApi.Description, "Returns the session that the cookies hold, and its user.")

const listSessions = HttpApiEndpoint.get("listSessions", "/v1/auth/sessions")
  .addSuccess(ListSessions.success)
  .addError(Problem.Unauthenticated)
  .annotate(OpenApi.Summary, "List sessions")
  .annotate(OpenApi.Description, "Returns the active sessions of the signed-in user, newest first.")

const revokeSession = HttpApiEndpoint.del(
  "revokeSession"
)`/v1/auth/sessions/${HttpApiSchema.param("id", Schema.String)}`
  .addSuccess(RevokeSession.success)
  .addError(Problem.Unauthenticated)
  .addError(Problem.NotFound)
  .addError(Problem.ForbiddenOrigin)
  .annotate(OpenApi.Summary, "Revoke a session")
  .annotate(OpenApi.Description, "Revokes one session of the signed-in user, which may be the current one.")

const signOut = HttpApiEndpoint.post("signOut", "/v1/auth/sign-out")
  .addSuccess(RevokeSession.success)
  .addError(Problem.ForbiddenOrigin)
  .annotate(OpenApi.Summary, "Sign out")
  .annotate(OpenApi.Description, "Revokes the session of this client. Succeeds without a session, too.")

const signOutAll = HttpApiEndpoint.post("signOutAll", "/v1/auth/sign-out/all")
  .addSuccess(RevokeSession.success)
  .addError(Problem.Unauthenticated)
  .addError(Problem.ForbiddenOrigin)
  .annotate(OpenApi.Summary, "Sign out everywhere")
  .annotate(OpenApi.Description, "Revokes every session of the signed-in user, on every device.")

/**
 * `GET /v1/auth/session`, `GET /v1/auth/sessions`, `DELETE /v1/auth/sessions/{id}`, `POST /v1/auth/sign-out` and
 * `POST /v1/auth/sign-out/all`.
 *
 * @since 0.1.0
 */
export class SessionApi extends HttpApiGroup.make("session")
  .add(getSession)
  .add(listSessions)
  .add(revokeSession)
  .add(signOut)
  .add(signOutAll)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Sessions")
  .annotate(OpenApi.Description, "Check, list and revoke sessions, and sign out.") {}
