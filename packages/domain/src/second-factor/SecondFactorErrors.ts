/** Errors about authenticator apps. */
import { type FailureFields, InvalidInput, Outcome } from "../core/Outcome.ts"

/** The instance has the second factor turned off, or no server key is configured to encrypt what it keeps. */
export class SecondFactorDisabled extends Outcome(
  "SecondFactorDisabled",
  "second_factor_disabled",
  "The second factor is turned off"
) {}

/** The user has a second factor already. Nothing was changed. */
export class SecondFactorExists extends Outcome(
  "SecondFactorExists",
  "second_factor_exists",
  "The user has a second factor already"
) {}

/** The user has no second factor. */
export class SecondFactorNotFound extends Outcome(
  "SecondFactorNotFound",
  "not_found",
  "The user has no second factor"
) {}

/**
 * What was begun to set up an authenticator app has expired, belongs to another user, or the credentials have changed
 * since. Nothing was changed.
 */
export class EnrollmentExpired extends InvalidInput(
  "EnrollmentExpired",
  "Begin again to set up the authenticator app",
  { field: "enrollment", reason: "has expired or is not the user's: begin again" }
) {}

/** No server key is configured, so the secrets of authenticator apps could not be encrypted. Nothing was changed. */
export class SecondFactorImpossible extends InvalidInput(
  "SecondFactorImpossible",
  "Users could not set up a second factor",
  { field: "authConfig.secondFactor", reason: "requires a server key: set SECRET_KEY and restart the service" }
) {}

/**
 * The secret of an authenticator app cannot be decrypted: its key is not configured any more, or the row was changed.
 * The code may be right. `cause`: the id of the key.
 */
export class SecondFactorKeyMissing extends Outcome(
  "SecondFactorKeyMissing",
  "service_unavailable",
  "The secret of an authenticator app cannot be decrypted"
)<FailureFields> {
  /** Whole seconds: an operator has to configure the key first. */
  readonly retryAfterSeconds = 60
}
