import { PasswordViolation } from "@latchkey/domain/password/PasswordErrors"
import * as Schema from "effect/Schema"

/** A field of the request and what is wrong with it, never its value. */
export const InvalidField = Schema.Struct({ field: Schema.String, reason: Schema.String }).annotations({
  identifier: "InvalidField",
  description: "A field of the request, and what is wrong with it."
})
export type InvalidField = typeof InvalidField.Type

/**
 * An entry of the catalogue.
 *
 * - `tag`: the tag of the error in Effect clients.
 * - `userText`: what users read. `$again` stands for "Try again in …".
 * - `fields`: what the document contains in addition.
 * - `example`: for the OpenAPI document, values of these fields, and of `detail` where it is not the title.
 */
export interface Entry {
  readonly status: number
  readonly tag: string
  readonly title: string
  readonly userText: string
  readonly fields: Schema.Struct.Fields
  readonly example?: Readonly<Record<string, unknown>>
}

/** Every problem by its code. */
export const catalogue = {
  password_too_short: {
    status: 400,
    tag: "PasswordTooShort",
    title: "The password does not meet the policy",
    userText: "Your password doesn't meet the requirements.",
    fields: {
      violations: Schema.Array(PasswordViolation),
      reasons: Schema.optionalWith(Schema.Array(Schema.String), { exact: true })
    },
    example: { violations: ["too_short"] }
  },
  email_already_exists: {
    status: 400,
    tag: "EmailAlreadyExists",
    title: "An account with this email address already exists",
    userText: "An account with this email already exists.",
    fields: {}
  },
  external_id_already_exists: {
    status: 400,
    tag: "ExternalIdAlreadyExists",
    title: "Another user has this external id",
    userText: "Another user has this external ID.",
    fields: {}
  },
  no_sign_in_method: {
    status: 400,
    tag: "NoSignInMethod",
    title: "The user has no way to sign in",
    userText: "Sign-in links are turned off, so this user needs a password.",
    fields: {},
    example: { detail: "The instance has magic links turned off, so this user needs a password." }
  },
  plan_does_not_allow: {
    status: 400,
    tag: "PlanDoesNotAllow",
    title: "Not available on this plan",
    userText: "The free plan includes the default password policy only.",
    fields: {},
    example: { detail: "The plan includes the default password policy only." }
  },
  invalid_request: {
    status: 400,
    tag: "InvalidRequest",
    title: "The request is malformed",
    userText: "There is a problem with what you entered.",
    fields: { errors: Schema.Array(InvalidField) },
    example: { errors: [{ field: "email", reason: "is not an email address" }] }
  },
  invalid_credentials: {
    status: 401,
    tag: "InvalidCredentials",
    title: "Wrong email address or password",
    userText: "Wrong email address or password.",
    fields: {}
  },
  magic_link_disabled: {
    status: 401,
    tag: "MagicLinkDisabled",
    title: "Magic links are turned off",
    userText: "Sign-in links are unavailable. Sign in with your password.",
    fields: {}
  },
  magic_link_code_disabled: {
    status: 401,
    tag: "MagicLinkCodeDisabled",
    title: "Codes beside magic links are turned off",
    userText: "You can't use a code here. Sign in with the link in the email.",
    fields: {}
  },
  password_disabled: {
    status: 401,
    tag: "PasswordDisabled",
    title: "Passwords are turned off",
    userText: "You can't use a password here. Sign in with a link.",
    fields: {}
  },
  passkey_disabled: {
    status: 401,
    tag: "PasskeyDisabled",
    title: "Passkeys are turned off",
    userText: "You can't use a passkey here.",
    fields: {}
  },
  invalid_token: {
    status: 401,
    tag: "InvalidToken",
    title: "The link or code is not valid",
    userText:
      "The link or code isn't valid. It may have expired, or a link or code sent to this address was already used.",
    fields: {},
    example: { detail: "The link has been used, has expired or was never issued." }
  },
  unauthenticated: {
    status: 401,
    tag: "Unauthenticated",
    title: "Not signed in",
    userText: "You're not signed in.",
    fields: {}
  },
  second_factor_disabled: {
    status: 401,
    tag: "SecondFactorDisabled",
    title: "The second factor is turned off",
    userText: "You can't set up an authenticator app here.",
    fields: {}
  },
  factor_recovery_disabled: {
    status: 401,
    tag: "FactorRecoveryDisabled",
    title: "Recovery by email is turned off",
    userText: "You can't recover your account by email here.",
    fields: {}
  },
  reauthentication_required: {
    status: 401,
    tag: "ReauthenticationRequired",
    title: "A recent authentication is required",
    userText: "Confirm that it's you, then try again.",
    fields: {},
    example: { detail: "Authenticate again first, or give the current password if the request takes one." }
  },
  email_not_verified: {
    status: 403,
    tag: "EmailNotVerified",
    title: "The email address is not verified",
    userText: "Verify your email address first.",
    fields: {}
  },
  sign_up_closed: {
    status: 403,
    tag: "SignUpClosed",
    title: "Sign-up is closed",
    userText: "You can't create an account here.",
    fields: {}
  },
  permission_denied: {
    status: 403,
    tag: "PermissionDenied",
    title: "The role does not allow this",
    userText: "Your role doesn't allow this. Ask an administrator.",
    fields: {},
    example: { detail: "The role viewer does not include the permission users.write." }
  },
  forbidden_origin: {
    status: 403,
    tag: "ForbiddenOrigin",
    title: "Cross-origin request blocked",
    userText: "This request was sent from another website.",
    fields: {}
  },
  email_report_rejected: {
    status: 403,
    tag: "EmailReportRejected",
    title: "The notification is not accepted",
    userText: "We couldn't process the request.",
    fields: {},
    example: { detail: "The signature of the notification is not valid." }
  },
  not_found: {
    status: 404,
    tag: "NotFound",
    title: "Not found",
    userText: "We couldn't find that page.",
    fields: {},
    example: { detail: "Session not found." }
  },
  method_not_allowed: {
    status: 405,
    tag: "MethodNotAllowed",
    title: "Method not allowed",
    userText: "We couldn't process the request. Reload the page and try again.",
    fields: {}
  },
  second_factor_exists: {
    status: 409,
    tag: "SecondFactorExists",
    title: "The user has a second factor already",
    userText: "You already have an authenticator app. Remove it first to set up another one.",
    fields: {}
  },
  factor_recovery_not_needed: {
    status: 409,
    tag: "FactorRecoveryNotNeeded",
    title: "There is nothing to recover",
    userText: "There is nothing to recover: you can still change your account.",
    fields: {}
  },
  factor_recovery_too_early: {
    status: 409,
    tag: "FactorRecoveryTooEarly",
    title: "The waiting time of the recovery has not ended",
    userText: "It's too early. Open the link again after the waiting time.",
    fields: { availableAt: Schema.String },
    example: { availableAt: "2026-11-24T12:00:00.000Z" }
  },
  default_instance_required: {
    status: 409,
    tag: "DefaultInstanceRequired",
    title: "The default instance cannot be deleted",
    userText: "The default instance can't be deleted.",
    fields: {},
    example: { detail: "The default instance has every host that no instance claims, so it cannot be deleted." }
  },
  operator_already_exists: {
    status: 409,
    tag: "OperatorAlreadyExists",
    title: "An operator with this email address exists",
    userText: "An administrator with this email exists already.",
    fields: {}
  },
  last_admin_required: {
    status: 409,
    tag: "LastAdminRequired",
    title: "An operator with the role admin is required",
    userText: "There must be another administrator with the role admin who has signed in before.",
    fields: {},
    example: { detail: "No other operator who has signed in before has the role admin." }
  },
  passkey_already_exists: {
    status: 409,
    tag: "PasskeyAlreadyExists",
    title: "The passkey was added before",
    userText: "This passkey was added before.",
    fields: {}
  },
  too_many_passkeys: {
    status: 409,
    tag: "TooManyPasskeys",
    title: "The user has as many passkeys as a user can have",
    userText: "You can have 20 passkeys at most. Remove one first.",
    fields: {}
  },
  passkey_rp_id_in_use: {
    status: 409,
    tag: "PasskeyRpIdInUse",
    title: "Passkeys are bound to the current RP ID",
    userText: "Users have passkeys for the current domain, and could no longer sign in with them.",
    fields: {},
    example: {
      detail: "Users have passkeys that are bound to another RP ID, and could no longer sign in with them."
    }
  },
  payload_too_large: {
    status: 413,
    tag: "PayloadTooLarge",
    title: "The request body is too large",
    userText: "That's too much text. Shorten it and try again.",
    fields: {}
  },
  unsupported_media_type: {
    status: 415,
    tag: "UnsupportedMediaType",
    title: "Unsupported content type",
    userText: "We couldn't process the form. Reload the page and try again.",
    fields: {},
    example: { detail: "Send application/json." }
  },
  signup_rate_limited: {
    status: 429,
    tag: "SignUpRateLimited",
    title: "Too many sign-ups",
    userText: "Too many accounts were created from your network. $again",
    fields: {}
  },
  signin_rate_limited: {
    status: 429,
    tag: "SignInRateLimited",
    title: "Too many sign-in attempts",
    userText: "Too many sign-in attempts. $again",
    fields: {}
  },
  magic_link_rate_limited: {
    status: 429,
    tag: "MagicLinkRateLimited",
    title: "Too many magic link requests",
    userText: "Too many links requested. $again Earlier links still work.",
    fields: {}
  },
  internal_error: {
    status: 500,
    tag: "InternalError",
    title: "Internal error",
    userText: "Something went wrong on our end. $again",
    fields: {}
  },
  service_unavailable: {
    status: 503,
    tag: "ServiceUnavailable",
    title: "The service is temporarily unavailable",
    userText: "The service is temporarily unavailable. $again",
    fields: {}
  }
} as const satisfies Record<string, Entry>
