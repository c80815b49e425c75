/** Errors about invitations. */
import { InvalidInput, Outcome } from "../core/Outcome.ts"

/** There is no such invitation, or it was used, was withdrawn or has expired. */
export class InvitationNotFound extends Outcome(
  "InvitationNotFound",
  "not_found",
  "The invitation was used, was withdrawn or has expired"
) {}

/** No email provider is configured, so no one can be invited. Nothing was changed. */
export class InvitationImpossible extends InvalidInput("InvitationImpossible", "Invitations could not be sent", {
  field: "email",
  reason: "gets no invitation, because no email provider is configured"
}) {}
