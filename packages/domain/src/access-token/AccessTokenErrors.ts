/** Errors about access tokens. */
import { Outcome } from "../core/Outcome.ts"

/** The instance does not have the audience. */
export class AudienceNotAllowed extends Outcome(
  "AudienceNotAllowed",
  "audience_not_allowed",
  "The instance does not have this audience in tokenConfig.audiences"
) {}

/** There is no server key to encrypt signing keys with, or nothing that signs. */
export class AccessTokensDisabled extends Outcome(
  "AccessTokensDisabled",
  "access_tokens_disabled",
  "Access tokens are turned off: they need a server key (SECRET_KEY)"
) {}
