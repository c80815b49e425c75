/**
 * The contract of resetting a forgotten password.
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
import { EmailInput, PasswordInput } from "../password/Credentials.ts"
import { SignInResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

/** Requesting a link to set a new password: the email address. @since 0.1.0 */
export const ForgotPassword = { payload: Schema.Struct({ email: EmailInput }), success: Ok }

/** Setting a new password: the token of the link, and the password. @since 0.1.0 */
export const ResetPassword = {
  payload: Schema.Struct({ token: Schema.String, password: PasswordInput }),
  success: SignInResponse
}

const forgotPassword = HttpApiEndpoint.post("forgotPassword", "/v1/auth/password/forgot")
  .setPayload(wire(ForgotPassword, "ForgottenPassword", { email: "ada@example.com" }))
  .addSuccess(ForgotPassword.success)
  .addError(Problem.MagicLinkRateLimited)
  .addError(Problem.PasswordDisabled)
  .addError(Problem.MagicLinkDisabled)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Request a link to set a new password")
  .annotate(
    OpenApi.Description,
    "Sends a link to set a new password, if the address has an account. The reply is the same whether or not it has one. Works with magic links turned off, too; `magic_link_disabled` means that no email provider is configured."
  )

const resetPassword = HttpApiEndpoint.post("resetPassword", "/v1/auth/password/reset")
  .setPayload(
    wire(ResetPassword, "PasswordReset", {
      token: "uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M",
      password: "another horse battery"
    })
  )
  .addSuccess(ResetPassword.success)
  .addError(Problem.PasswordTooShort)
  .addError(Problem.InvalidToken)
  .addError(Problem.MagicLinkRateLimited)
  .addError(Problem.PasswordDisabled)
  .addError(Problem.MagicLinkDisabled)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Set a new password")
  .annotate(
    OpenApi.Description,
    "Sets a new password with the token of a link, verifies the email address, revokes every session, and issues a new one: sets the cookies `__client` and `__session`. A password that does not meet the policy does not consume the link."
  )

/** `POST /v1/auth/password/forgot` and `POST /v1/auth/password/reset`. @since 0.1.0 */
export class PasswordResetApi extends HttpApiGroup.make("passwordReset")
  .add(forgotPassword)
  .add(resetPassword)
  .addError(Problem.InvalidRequest)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.NotFound)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Forgotten passwords")
  .annotate(OpenApi.Description, "Request a link by email, and set a new password with it.") {}
