/**
 * The contract of accepting an invitation.
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

/** Accepting an invitation: the token of its link. @since 0.1.0 */
export const AcceptInvitation = { payload: Schema.Struct({ token: Schema.String }), success: SignInResponse }

const accept = HttpApiEndpoint.post("acceptInvitation", "/v1/auth/invitation/accept")
  .setPayload(wire(AcceptInvitation, "InvitationToken", { token: "uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M" }))
  .addSuccess(AcceptInvitation.success)
  .addError(Problem.InvalidToken)
  .addError(Problem.SignUpClosed)
  .addError(Problem.MagicLinkRateLimited)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Accept an invitation")
  .annotate(
    OpenApi.Description,
    "Creates an account with the token of an invitation, with a verified email address, and signs it in: sets the cookies `__client` and `__session`. A token works once, for seven days."
  )

/** `POST /v1/auth/invitation/accept`. @since 0.1.0 */
export class AcceptanceApi extends HttpApiGroup.make("acceptance")
  .add(accept)
  .addError(Problem.InvalidRequest)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.NotFound)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Accepting invitations")
  .annotate(OpenApi.Description, "Create an account with an invitation.") {}
