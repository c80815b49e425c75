/** Errors about operators, API keys and what they administer. */
import { InvalidInput, Outcome } from "../core/Outcome.ts"

/**
 * The user has no way to sign in, or the change would leave none: `password_needed`, because magic links are turned off
 * in the instance, or `user_disabled`.
 */
export class NoSignInMethod extends Outcome("NoSignInMethod", "no_sign_in_method")<{
  readonly reason: "password_needed" | "user_disabled"
}> {
  override get message() {
    return this.reason === "user_disabled"
      ? "The user is disabled, so no link would sign them in"
      : "The instance has magic links turned off, so this user needs a password"
  }
}

/** There is no operator with that id. */
export class OperatorNotFound extends Outcome("OperatorNotFound", "not_found", "Operator not found") {}

/** Another operator has that email address. Nothing was changed. */
export class OperatorEmailTaken extends Outcome(
  "OperatorEmailTaken",
  "operator_already_exists",
  "An operator with this email address exists"
) {}

/** The change would leave no enabled operator with the role `admin` who has signed in before. Nothing was changed. */
export class LastAdminRequired extends Outcome(
  "LastAdminRequired",
  "last_admin_required",
  "No other operator who has signed in before has the role admin"
) {}

/** There is no dashboard, so there is nothing to invite operators to. Nothing was changed. */
export class DashboardUnavailable extends Outcome("DashboardUnavailable", "not_found", "The dashboard is turned off") {}

/** The operator is disabled, so there is no invitation for them. Nothing was changed. */
export class OperatorDisabled extends InvalidInput("OperatorDisabled", "The operator is disabled", {
  field: "operatorId",
  reason: "is disabled: enable the operator first"
}) {}

/** There is no API key with that id, or it was revoked. */
export class ApiKeyNotFound extends Outcome("ApiKeyNotFound", "not_found", "API key not found") {}

/** The role of the operator, or of the API key, does not allow this. Nothing was read or changed. */
export class PermissionDenied extends Outcome("PermissionDenied", "permission_denied")<{
  readonly role: string
  readonly permission: string
}> {
  override get message() {
    return `The role ${this.role} does not include the permission ${this.permission}`
  }
}
