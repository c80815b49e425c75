/** Errors about passkeys. */
import { InvalidInput, Outcome } from "../core/Outcome.ts"

/** The instance has passkeys turned off, or they are impossible, because its host is an IP address. */
export class PasskeyDisabled extends Outcome("PasskeyDisabled", "passkey_disabled", "Passkeys are turned off") {}

/** The user has no passkey with that id. */
export class PasskeyNotFound extends Outcome("PasskeyNotFound", "not_found", "Passkey not found") {}

/** The instance has a passkey with that credential already. Nothing was changed. */
export class PasskeyExists extends Outcome("PasskeyExists", "passkey_already_exists", "The passkey was added before") {}

/** The user has as many passkeys as a user can have. Nothing was changed. */
export class TooManyPasskeys extends Outcome(
  "TooManyPasskeys",
  "too_many_passkeys",
  "The user has as many passkeys as a user can have"
) {}

/**
 * The change would give the instance another RP ID, and no user could sign in with the passkeys that are bound to the
 * present one. Nothing was changed.
 */
export class PasskeyRpIdInUse extends Outcome(
  "PasskeyRpIdInUse",
  "passkey_rp_id_in_use",
  "Users have passkeys that are bound to another RP ID, and could no longer sign in with them"
) {}

/** Pages of the instance could not use the RP ID: their host is not within it. Nothing was changed. */
export class PasskeyRpIdImpossible extends InvalidInput(
  "PasskeyRpIdImpossible",
  "The host of the instance is not within the RP ID",
  { field: "passkeyConfig.rpId", reason: "must be the host of the instance, or a domain that contains it" }
) {}
