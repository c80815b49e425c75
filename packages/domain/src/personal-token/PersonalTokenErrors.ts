/** Errors about personal access tokens. */
import { InvalidInput, Outcome } from "../core/Outcome.ts"

/** The instance has personal access tokens turned off. */
export class PersonalTokensDisabled extends Outcome(
  "PersonalTokensDisabled",
  "personal_tokens_disabled",
  "Personal access tokens are turned off"
) {}

/** The user has no personal access token with that id. */
export class PersonalTokenNotFound extends Outcome(
  "PersonalTokenNotFound",
  "not_found",
  "Personal access token not found"
) {}

/** The user already has 50 personal access tokens. Nothing was changed. */
export class TooManyPersonalTokens extends Outcome(
  "TooManyPersonalTokens",
  "too_many_personal_tokens",
  "The user has as many personal access tokens as a user can have"
) {}

/** The instance does not have one of the scopes. Nothing was changed. */
export class ScopeNotAllowed extends InvalidInput("ScopeNotAllowed", "The instance does not have one of the scopes", {
  field: "scopes",
  reason: "must be scopes that the instance has"
}) {}

/** The token would have expired already. Nothing was changed. */
export class ExpiryNotInFuture extends InvalidInput("ExpiryNotInFuture", "The token would have expired already", {
  field: "expiresAt",
  reason: "must be in the future"
}) {}
