/** Errors about tokens that programs present. */
import { Outcome } from "../core/Outcome.ts"

/** Tokens of this kind cannot be revoked: they work until they expire. */
export class UnsupportedTokenType extends Outcome(
  "UnsupportedTokenType",
  "unsupported_token_type",
  "An access token cannot be revoked: it works until it expires, in five minutes at most"
) {}
