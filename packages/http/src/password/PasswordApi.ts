/**
 * The contract of sign-up, sign-in and sessions.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import * as Schema from "effect/Schema"
import * as Problem from "../core/Problem.ts"

/**
 * What signs up or in by password, as it is sent. The rules for both fields are the domain's, not the schema's.
 *
 * @since 0.1.0
 */
export const PasswordPayload = Schema.Struct({
  email: Schema.String.annotations({ format: "email", examples: ["ada@example.com"] }),
  password: Schema.String.annotations({ format: "password", examples: ["correct horse battery"] })
}).annotations({ identifier: "PasswordPayload" })

/** Who signed in. The session itself is in the cookies, and only there. @since 0.1.0 */
export const SignedIn = Schema.Struct({ userId: UserId, sessionId: SessionId }).annotations({ identifier: "SignedIn" })

/** The answer of what has nothing to say but that it is done: `{ "ok": true }`. @since 0.1.0 */
export const Ok = Schema.Struct({ ok: Schema.Literal(true) }).annotations({ identifier: "Ok" })

/** Whose session it is. Times are ISO 8601 in UTC. @since 0.1.0 */
export const ActiveSessionResponse = Schema.Struct({
  userId: UserId,
  sessionId: SessionId,
  email: Schema.String,
  emailVerified: Schema.Boolean,
  authenticatedAt: Schema.DateTimeUtc,
  expiresAt: Schema.DateTimeUtc
}).annotations({ identifier: "Session" })

const signUp = HttpApiEndpoint.post("signUp", "/v1/auth/sign-up/email-password")
  .setPayload(PasswordPayload)
  .addSuccess(SignedIn)
  .addError(Problem.PasswordTooShort)
  .addError(Problem.EmailAlreadyExists)
  .addError(Problem.SignUpRateLimited)
  .annotate(OpenApi.Description, "Makes an account and signs it in: sets the cookies __client and __session.")

const signIn = HttpApiEndpoint.post("signIn", "/v1/auth/sign-in/email-password")
  .setPayload(PasswordPayload)
  .addSuccess(SignedIn)
  .addError(Problem.InvalidCredentials)
  .addError(Problem.SignInRateLimited)
  .annotate(OpenApi.Description, "Signs in: sets the cookies __client and __session.")

/** Where whoever is signed in is told of. @since 0.1.0 */
export const sessionPath = "/v1/auth/session"

const session = HttpApiEndpoint.get("session", sessionPath)
  .addSuccess(ActiveSessionResponse)
  .addError(Problem.Unauthenticated)
  .annotate(OpenApi.Description, "Whose session the cookies hold.")

const signOut = HttpApiEndpoint.post("signOut", "/v1/auth/sign-out")
  .addSuccess(Ok)
  .annotate(OpenApi.Description, "Ends this browser's session. Succeeds without one, too.")

const signOutAll = HttpApiEndpoint.post("signOutAll", "/v1/auth/sign-out/all")
  .addSuccess(Ok)
  .addError(Problem.Unauthenticated)
  .annotate(OpenApi.Description, "Ends every session of the signed-in user, on every device.")

/**
 * `POST /v1/auth/sign-up/email-password`, `POST /v1/auth/sign-in/email-password`, `GET /v1/auth/session`, `POST
 * /v1/auth/sign-out` and `POST /v1/auth/sign-out/all`. Signing in sets the cookies of browser and session; the
 * replies hold no secret.
 *
 * @since 0.1.0
 */
export class AuthApi extends HttpApiGroup.make("auth")
  .add(signUp)
  .add(signIn)
  .add(session)
  .add(signOut)
  .add(signOutAll)
  .addError(Problem.InvalidRequest)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Sign-up, sign-in and sessions") {}
