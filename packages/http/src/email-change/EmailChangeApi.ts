/**
 * The contract of changing the email address.
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
import { SessionResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

/** Requesting a change: the new address, and the current password if there is one. @since 0.1.0 */
export const ChangeEmail = {
  payload: Schema.Struct({
    email: EmailInput,
    currentPassword: Schema.optionalWith(PasswordInput, { exact: true })
  }),
  success: Ok
}

const Token = Schema.Struct({ token: Schema.String })

/** Changing the address: the token of the link to the new one. @since 0.1.0 */
export const ConfirmEmail = { payload: Token, success: SessionResponse }

/** Restoring a former address: the token of the link to it. @since 0.1.0 */
export const RestoreEmail = { payload: Token, success: Ok }

const changeEmail = HttpApiEndpoint.post("changeEmail", "/v1/auth/email")
  .setPayload(wire(ChangeEmail, "NewEmail", { email: "ada@new.example", currentPassword: "correct horse battery" }))
  .addSuccess(ChangeEmail.success)
  .addError(Problem.Unauthenticated)
  .addError(Problem.InvalidCredentials)
  .addError(Problem.ReauthenticationRequired)
  .addError(Problem.PasswordDisabled)
  .addError(Problem.MagicLinkDisabled)
  .addError(Problem.MagicLinkRateLimited)
  .addError(Problem.SignInRateLimited)
  .annotate(OpenApi.Override, { security: SessionSecurity.required })
  .annotate(OpenApi.Summary, "Request a change of the email address")
  .annotate(
    OpenApi.Description,
    "Sends a link to the new address. The reply is the same whether or not the address is free; nothing is sent to one that is taken. Requires the current password, unless the user signed in with a magic link in the last ten minutes and no page of another origin sends the request. Works with magic links turned off, too; `magic_link_disabled` means that no email provider is configured."
  )

const confirmEmail = HttpApiEndpoint.post("confirmEmail", "/v1/auth/email/confirm")
  .setPayload(wire(ConfirmEmail, "EmailConfirmation", { token: "b9XqT2mLw0ZcR5vJ8sKdFy1uHnE4gPi7oAxQ3tCjVkM" }))
  .addSuccess(ConfirmEmail.success)
  .addError(Problem.Unauthenticated)
  .addError(Problem.InvalidToken)
  .addError(Problem.EmailAlreadyExists)
  .addError(Problem.MagicLinkRateLimited)
  .annotate(OpenApi.Override, { security: SessionSecurity.required })
  .annotate(OpenApi.Summary, "Change the email address")
  .annotate(
    OpenApi.Description,
    "Changes the address with the token of the link, in a session of the user who requested it. Revokes every session, and issues a new one: sets the cookies `__client` and `__session`. A former address that was verified gets a link that restores it for seven days."
  )

const restoreEmail = HttpApiEndpoint.post("restoreEmail", "/v1/auth/email/restore")
  .setPayload(wire(RestoreEmail, "EmailRestoration", { token: "Qw8ZrT3yUi0PaSdF5gHjKl2xCvB7nMeR4tYoIp1LkJg" }))
  .addSuccess(RestoreEmail.success)
  .addError(Problem.InvalidToken)
  .addError(Problem.MagicLinkRateLimited)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Restore the former email address")
  .annotate(
    OpenApi.Description,
    "Restores the address that the link was sent to, deletes the password, and revokes every session. It does not sign in: the user then signs in with a link, or sets a new password with one."
  )

/**
 * `POST /v1/auth/email`, `POST /v1/auth/email/confirm` and `POST /v1/auth/email/restore`.
 *
 * @since 0.1.0
 */
export class EmailChangeApi extends HttpApiGroup.make("emailChange")
  .add(changeEmail)
  .add(confirmEmail)
  .add(restoreEmail)
  .addError(Problem.InvalidRequest)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.NotFound)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Changes of the email address")
  .annotate(OpenApi.Description, "Request a change, confirm it by email, and restore the former address.") {}
