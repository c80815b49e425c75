/**
 * The contract of what signed-in people do with their account: its password and its sessions.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { SessionId } from "@latchkey/domain/core/Ids"
import { SignInMethod } from "@latchkey/domain/session/SessionRepository";
import * as Schema from "effect/Schema"
import { Ok } from "../password/PasswordApi.ts"
import * as Problem from "../core/Problem.ts"

const password = Schema.String.annotations({ format: "password", examples: ["correct horse battery"] })

/** The password that is to be, and the one that is. @since 0.1.0 */
export const NewPasswordPayload = Schema.Struct({
  password,
  currentPassword: Schema.optionalWith(password, { exact: true })
}).annotations({ identifier: "NewPasswordPayload" })

/**
 * One of one's sessions. `current`: whether it is the one that asks. `userAgent`: what the browser called itself when
 * it signed in. Times are ISO 8601 in UTC; `lastSeenAt` is at most five minutes behind.
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
}).annotations({ identifier: "SessionSummaryResponse" })

/** The last hundred live sessions, newest first. @since 0.1.0 */
export const SessionListResponse = Schema.Struct({ sessions: Schema.Array(SessionSummaryResponse) }).annotations({
  identifier: "SessionListResponse"
})

const setPassword = HttpApiEndpoint.put("setPassword", "/v1/auth/password")
  .setPayload(NewPasswordPayload)
  .addSuccess(Ok)
  .addError(Problem.Unauthenticated)
  .addError(Problem.PasswordTooShort)
  .addError(Problem.InvalidCredentials)
  .addError(Problem.ReauthenticationRequired)
  .addError(Problem.SignInRateLimited)
  .annotate(
    OpenApi.Description,
    "Sets the password of the signed-in user. Every session ends, and this browser gets a new one: sets the cookies __client and __session. Needs the current password, unless the session comes from a magic link of the last ten minutes: so a link is the way to reset a forgotten password."
  )

const listSessions = HttpApiEndpoint.get("listSessions", "/v1/auth/sessions")
  .addSuccess(SessionListResponse)
  .addError(Problem.Unauthenticated)
  .annotate(OpenApi.Description, "The live sessions of the signed-in user, newest first.")

const endSession = HttpApiEndpoint.del("endSession")`/v1/auth/sessions/${HttpApiSchema.param("id", Schema.String)}`
  .addSuccess(Ok)
  .addError(Problem.Unauthenticated)
  .addError(Problem.NotFound)
  .annotate(OpenApi.Description, "Ends one session of the signed-in user, which may be this one.")

/**
 * `PUT /v1/auth/password`, `GET /v1/auth/sessions` and `DELETE /v1/auth/sessions/{id}`. All of them are for who is
 * signed in: 401 `unauthenticated` for all others.
 *
 * @since 0.1.0
 */
export class AccountApi extends HttpApiGroup.make("account")
  .add(setPassword)
  .add(listSessions)
  .add(endSession)
  .addError(Problem.InvalidRequest)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "The account of who is signed in") {}
