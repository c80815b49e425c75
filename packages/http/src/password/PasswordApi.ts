/**
 * The contract of sign-up, sign-in and passwords.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { wire } from "../core/JsonEndpoint.ts"
import { Ok } from "../core/Ok.ts"
import * as Problem from "../core/Problem.ts"
import { SignInResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"
import { Credentials, PasswordInput } from "./Credentials.ts"

/**
 * Signing up: an email address and a password. The reply is `{ "ok": true }` on an instance that verifies addresses
 * before it creates accounts.
 *
 * @since 0.1.0
 */
export const SignUp = { payload: Credentials, success: Schema.Union(SignInResponse, Ok) }

/** Signing in: an email address and a password. @since 0.1.0 */
export const SignIn = { payload: Credentials, success: SignInResponse }

/** Setting a password: the new one, and the current one if there is one. @since 0.1.0 */
export const SetPassword = {
  payload: Schema.Struct({
    password: PasswordInput,
    currentPassword: Schema.optionalWith(PasswordInput, { exact: true })
  }),
  success: Ok
}

const credentials = wire(SignIn, "Credentials", {
  email: "ada@example.com",
  password: "correct horse battery"
})

const newPassword = wire(SetPassword, "NewPassword", {
  password: "another horse battery",
  currentPassword: "correct horse battery"
})

const signUp = HttpApiEndpoint.post("signUp", "/v1/auth/sign-up/email-password")
  .setPayload(credentials)
  .addSuccess(SignUp.success)
  .addError(Problem.PasswordTooShort)
  .addError(Problem.EmailAlreadyExists)
  .addError(Problem.PasswordDisabled)
  .addError(Problem.SignUpClosed)
  .addError(Problem.SignUpRateLimited)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Sign up")
  .annotate(
    OpenApi.Description,
    'Creates an account and signs it in: sets the cookies `__client` and `__session`. With `signUp.verification` `before`, sends an email instead, creates no account, sets `__client`, and replies `{ "ok": true }` for every address. If sign-up is closed, the reply is the same for every address, too.'
  )

const signIn = HttpApiEndpoint.post("signIn", "/v1/auth/sign-in/email-password")
  .setPayload(credentials)
  .addSuccess(SignIn.success)
  .addError(Problem.InvalidCredentials)
  .addError(Problem.PasswordDisabled)
  .addError(Problem.SignInRateLimited)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Sign in with a password")
  .annotate(OpenApi.Description, "Signs in: sets the cookies `__client` and `__session`.")

const setPassword = HttpApiEndpoint.put("setPassword", "/v1/auth/password")
  .setPayload(newPassword)
  .addSuccess(SetPassword.success)
  .addError(Problem.Unauthenticated)
  .addError(Problem.PasswordDisabled)
  .addError(Problem.PasswordTooShort)
  .addError(Problem.InvalidCredentials)
  .addError(Problem.ReauthenticationRequired)
  .addError(Problem.SignInRateLimited)
  .annotate(OpenApi.Override, { security: SessionSecurity.required })
  .annotate(OpenApi.Summary, "Set the password")
  .annotate(
    OpenApi.Description,
    "Sets the password of the signed-in user, revokes every session, and issues a new one: sets the cookies `__client` and `__session`. Requires the current password, unless the user signed in with a magic link in the last ten minutes and no page of another origin sends the request."
  )

/**
 * `POST /v1/auth/sign-up/email-password`, `POST /v1/auth/sign-in/email-password` and `PUT /v1/auth/password`.
 *
 * @since 0.1.0
 */
export class PasswordApi extends HttpApiGroup.make("password")
  .add(signUp)
  .add(signIn)
  .add(setPassword)
  .addError(Problem.InvalidRequest)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.NotFound)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Passwords")
  .annotate(OpenApi.Description, "Sign up, sign in and set a password.") {}
