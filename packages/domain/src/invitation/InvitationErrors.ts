/**
 * Errors about invitations.
 *
 * @since 0.1.0
 */
import { InvalidInput, Outcome } from "../core/Outcome.ts"

/** There is no such invitation, or it was used, was withdrawn or has expired. @since 0.1.0 */
export class InvitationNotFound extends Outcome(
  "InvitationNotFound",
  "not_found",
  "The invitation was used, was withdrawn or has expired"
) {}

/** No email provider is configured, so no one can be invited. Nothing was changed. @since 0.1.0 */
export class InvitationImpossible extends InvalidInput("InvitationImpossible", "Invitations could not be sent", {
  field: "email",
  reason: "gets no invitation, because no email provider is configured"
}) {}
