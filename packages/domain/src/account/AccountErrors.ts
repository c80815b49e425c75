/** Errors about users. */
import { Outcome, type RejectedField } from "../core/Outcome.ts"

/**
 * The address already has an account in the instance, or is reserved for a user who had it before. Nothing was changed.
 */
export class EmailTaken extends Outcome(
  "EmailTaken",
  "email_already_exists",
  "An account with this email address already exists"
) {}

/**
 * The instance or the app lets no one create an account with the address. Unless the caller has proved that they own
 * it, the same whether or not there is one. `reasons`: the sentences of the app's rules, for the user.
 */
export class SignUpRefused extends Outcome(
  "SignUpRefused",
  "sign_up_refused",
  "No account can be created with this email address"
)<{ readonly reasons: ReadonlyArray<string> }> {}

/** Another user of the instance has the external id. */
export class ExternalIdTaken extends Outcome(
  "ExternalIdTaken",
  "external_id_already_exists",
  "Another user has this external id"
) {}

/** The instance has no user with that id. */
export class UserNotFound extends Outcome("UserNotFound", "not_found", "User not found") {}

/** A user of the instance has the account at the identity provider already. Nothing was changed. */
export class IdentityTaken extends Outcome(
  "IdentityTaken",
  "identity_already_exists",
  "A user has this account at the identity provider already"
) {}

/** The data of a user would be longer than it may be, or a field does not accept it. Nothing was changed. */
export class UserDataRejected extends Outcome(
  "UserDataRejected",
  "invalid_request",
  "The data of the user cannot be stored"
)<{
  readonly errors: ReadonlyArray<RejectedField>
}> {}
