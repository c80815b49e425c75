/**
 * The contract of completing a sign-up, on instances that verify addresses before they create accounts.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { wire } from "../core/JsonEndpoint.ts"
import * as Problem from "../core/Problem.ts"
import { SignInResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

/** Completing a sign-up: the token of its link. @since 0.1.0 */
export const VerifySignUp = { payload: Schema.Struct({ token: Schema.String }), success: SignInResponse }

const verify = HttpApiEndpoint.post("verifySignUp", "/v1/auth/sign-up/verify")
  .setPayload(wire(VerifySignUp, "SignUpToken", { token: "uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M" }))
  .addSuccess(VerifySignUp.success)
  .addError(Problem.InvalidToken)
  .addError(Problem.PasswordDisabled)
  .addError(Problem.SignUpClosed)
  .addError(Problem.MagicLinkRateLimited)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Complete a sign-up")
  .annotate(
    OpenApi.Description,
    "Creates the account of a sign-up with the token of its link, with a verified email address, and signs it in: sets the cookies `__client` and `__session`. The account has the password of the sign-up only if the request has the `__client` cookie that the sign-up set, and otherwise none. A token works once, for 60 minutes."
  )

/** `POST /v1/auth/sign-up/verify`. @since 0.1.0 */
export class PendingSignUpApi extends HttpApiGroup.make("pendingSignUp")
  .add(verify)
  .addError(Problem.InvalidRequest)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.NotFound)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Pending sign-ups")
  .annotate(OpenApi.Description, "Complete a sign-up with the link from the email.") {}
