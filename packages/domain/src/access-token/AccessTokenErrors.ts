/** Errors about access tokens. */
import { InvalidInput, Outcome } from "../core/Outcome.ts"

/** The instance does not have the audience. */
export class AudienceNotAllowed extends Outcome(
  "AudienceNotAllowed",
  "audience_not_allowed",
  "The instance does not have this audience"
) {}

/** There is no server key to encrypt signing keys with, or nothing that signs. */
export class AccessTokensDisabled extends Outcome(
  "AccessTokensDisabled",
  "access_tokens_disabled",
  "Access tokens are turned off: no server key is configured"
) {}

/** No server key is configured, so signing keys could not be encrypted. Nothing was changed. */
export class AudiencesImpossible extends InvalidInput("AudiencesImpossible", "Access tokens could not be signed", {
  field: "tokenConfig.audiences",
  reason: "requires a server key: set SECRET_KEY and restart the service"
}) {}
