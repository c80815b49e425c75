/** Errors about recoveries of lost factors. */
import type * as DateTime from "effect/DateTime"
import { Outcome } from "../core/Outcome.ts"

/**
 * No factor can be recovered by email: the instance has that turned off or requires a second factor, or no email
 * provider is configured.
 */
export class FactorRecoveryDisabled extends Outcome(
  "FactorRecoveryDisabled",
  "factor_recovery_disabled",
  "Recovery by email is turned off"
) {}

/**
 * The user has no passkey and no authenticator app that the instance accepts, or has used one in the last ten minutes.
 * Nothing was changed.
 */
export class FactorRecoveryNotNeeded extends Outcome(
  "FactorRecoveryNotNeeded",
  "factor_recovery_not_needed",
  "There is nothing to recover"
) {}

/** The waiting time of the recovery ends at `availableAt`. Nothing was changed. */
export class FactorRecoveryTooEarly extends Outcome(
  "FactorRecoveryTooEarly",
  "factor_recovery_too_early",
  "The waiting time of the recovery has not ended"
)<{ readonly availableAt: DateTime.Utc }> {}
