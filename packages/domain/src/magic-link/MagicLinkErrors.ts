/** Errors about magic links. */
import { InvalidInput, Outcome } from "../core/Outcome.ts"

/** The instance has magic links turned off, or no email provider is configured. */
export class MagicLinkDisabled extends Outcome(
  "MagicLinkDisabled",
  "magic_link_disabled",
  "Magic links are turned off"
) {}

/** The instance has codes beside magic links turned off, or no server key is configured. */
export class MagicLinkCodeDisabled extends Outcome(
  "MagicLinkCodeDisabled",
  "magic_link_code_disabled",
  "Codes beside magic links are turned off"
) {}

/** No server key is configured, so there can be no codes beside magic links. Nothing was changed. */
export class CodesImpossible extends InvalidInput("CodesImpossible", "Codes could not be derived", {
  field: "emailConfig.magicLinkCodes",
  reason: "requires a server key: set SECRET_KEY and restart the service"
}) {}
