/**
 * Every error of the domain, as a value. Outcomes that users can meet are nouns or past participles; failures of
 * machinery end in `Error`. Each message is fixed text, so the fields of an error never reach a log through it.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Sign-in failed, or the current password was wrong. The same for an unknown address, an account without a password, a
 * disabled account and a wrong password.
 *
 * `of`: only for a passkey, what the client knows or may know. `challenge`: it answers none that the client can answer
 * now. `unknown_passkey`: no account of the instance has one with this id, which only its authenticator knows.
 *
 * @since 0.1.0
 */
export class InvalidCredentials extends Schema.TaggedError<InvalidCredentials>("@latchkey/domain/InvalidCredentials")(
  "InvalidCredentials",
  { of: Schema.optionalWith(Schema.Literal("challenge", "unknown_passkey"), { exact: true }) }
) {
  override get message() {
    return "Wrong email address or password"
  }
}

/**
 * The address already has an account in the instance, or is reserved for a user who had it before. Nothing was changed.
 *
 * @since 0.1.0
 */
export class EmailTaken extends Schema.TaggedError<EmailTaken>("@latchkey/domain/EmailTaken")("EmailTaken", {}) {
  override get message() {
    return "An account with this email address already exists"
  }
}

/** Another user of the instance has the external id. @since 0.1.0 */
export class ExternalIdTaken extends Schema.TaggedError<ExternalIdTaken>("@latchkey/domain/ExternalIdTaken")(
  "ExternalIdTaken",
  {}
) {
  override get message() {
    return "Another user has this external id"
  }
}

/**
 * The user has no way to sign in, or the change would leave none: `password_needed`, because magic links are turned off
 * in the instance, or `user_disabled`.
 *
 * @since 0.1.0
 */
export class NoSignInMethod extends Schema.TaggedError<NoSignInMethod>("@latchkey/domain/NoSignInMethod")(
  "NoSignInMethod",
  { reason: Schema.Literal("password_needed", "user_disabled") }
) {
  override get message() {
    return this.reason === "user_disabled"
      ? "The user is disabled, so no link would sign them in"
      : "The instance has magic links turned off, so this user needs a password"
  }
}

/**
 * A rule of the password policy that a password breaks. `common` belongs to every policy: attackers try the password
 * first, because many users have it, or because it is the email address or the name of the instance.
 *
 * @since 0.1.0
 */
export const PolicyViolation = Schema.Literal(
  "too_short",
  "common",
  "uppercase_required",
  "lowercase_required",
  "number_required",
  "special_required"
)
/** @since 0.1.0 */
export type PolicyViolation = typeof PolicyViolation.Type

/** What a new password breaks: a rule of the policy, or with `custom` the `PasswordRules` of the app. @since 0.1.0 */
export const PasswordViolation = Schema.Literal(...PolicyViolation.literals, "custom")
/** @since 0.1.0 */
export type PasswordViolation = typeof PasswordViolation.Type

/**
 * The password breaks the instance's policy, or the rules of the app. `violations` names every broken rule, not only
 * the first. With `custom` among them, `reasons` are the sentences of the app's rules; otherwise there are none.
 *
 * @since 0.1.0
 */
export class PasswordRejected extends Schema.TaggedError<PasswordRejected>("@latchkey/domain/PasswordRejected")(
  "PasswordRejected",
  {
    violations: Schema.Array(PasswordViolation),
    reasons: Schema.Array(Schema.String).pipe(
      Schema.propertySignature,
      Schema.withConstructorDefault(() => [])
    )
  }
) {
  override get message() {
    return "The password does not meet the password policy"
  }
}

/**
 * Why a hash of another system cannot be taken over: its form is not known, it has a known form but broken parts, or
 * verifying it would cost too much.
 *
 * @since 0.1.0
 */
export const HashRejection = Schema.Literal("unknown_format", "malformed", "too_expensive")
/** @since 0.1.0 */
export type HashRejection = typeof HashRejection.Type

/** A password hash of another system cannot be taken over. The error never contains the hash. @since 0.1.0 */
export class PasswordHashRejected extends Schema.TaggedError<PasswordHashRejected>(
  "@latchkey/domain/PasswordHashRejected"
)("PasswordHashRejected", { reason: HashRejection }) {
  override get message() {
    return "The password hash cannot be imported"
  }
}

/** What a rate limit restricts. Each is one error code of the HTTP API. @since 0.1.0 */
export const LimitedAction = Schema.Literal("sign_up", "sign_in", "magic_link")
/** @since 0.1.0 */
export type LimitedAction = typeof LimitedAction.Type

/**
 * A rate limit was reached, and nothing was counted. `retryAfterSeconds`: whole seconds until there is room again, at
 * least one. `action`: what the limit restricts.
 *
 * @since 0.1.0
 */
export class RateLimited extends Schema.TaggedError<RateLimited>("@latchkey/domain/RateLimited")("RateLimited", {
  action: LimitedAction,
  retryAfterSeconds: Schema.Int
}) {
  override get message() {
    return "Too many attempts"
  }
}

/** A mistake in a custom email: the part, the place in it, counted from 1, and what is wrong there. @since 0.1.0 */
export const CustomEmailIssue = Schema.Struct({
  part: Schema.Literal("subject", "text", "html"),
  line: Schema.Int,
  column: Schema.Int,
  reason: Schema.String
})
/** @since 0.1.0 */
export type CustomEmailIssue = typeof CustomEmailIssue.Type

/** A custom email cannot be sent as it is written. `issues` names every mistake. Nothing was saved. @since 0.1.0 */
export class CustomEmailRejected extends Schema.TaggedError<CustomEmailRejected>(
  "@latchkey/domain/CustomEmailRejected"
)("CustomEmailRejected", { issues: Schema.NonEmptyArray(CustomEmailIssue) }) {
  override get message() {
    return "The text of the email has mistakes"
  }
}

/** There is no such kind of email, or the instance has no custom text for it. @since 0.1.0 */
export class CustomEmailNotFound extends Schema.TaggedError<CustomEmailNotFound>(
  "@latchkey/domain/CustomEmailNotFound"
)("CustomEmailNotFound", {}) {
  override get message() {
    return "There is no such email text"
  }
}

/** No email provider is configured, so no test email can be sent. @since 0.1.0 */
export class TestEmailImpossible extends Schema.TaggedError<TestEmailImpossible>(
  "@latchkey/domain/TestEmailImpossible"
)("TestEmailImpossible", {}) {
  override get message() {
    return "No email provider is configured"
  }
}

/** The instance has magic links turned off, or no email provider is configured. @since 0.1.0 */
export class MagicLinkDisabled extends Schema.TaggedError<MagicLinkDisabled>("@latchkey/domain/MagicLinkDisabled")(
  "MagicLinkDisabled",
  {}
) {
  override get message() {
    return "Magic links are turned off"
  }
}

/** The instance has codes beside magic links turned off, or no server key is configured. @since 0.1.0 */
export class MagicLinkCodeDisabled extends Schema.TaggedError<MagicLinkCodeDisabled>(
  "@latchkey/domain/MagicLinkCodeDisabled"
)("MagicLinkCodeDisabled", {}) {
  override get message() {
    return "Codes beside magic links are turned off"
  }
}

/** The instance has passwords turned off. @since 0.1.0 */
export class PasswordDisabled extends Schema.TaggedError<PasswordDisabled>("@latchkey/domain/PasswordDisabled")(
  "PasswordDisabled",
  {}
) {
  override get message() {
    return "Passwords are turned off"
  }
}

/** The instance does not let the caller create an account. The same for every address. @since 0.1.0 */
export class SignUpClosed extends Schema.TaggedError<SignUpClosed>("@latchkey/domain/SignUpClosed")(
  "SignUpClosed",
  {}
) {
  override get message() {
    return "The instance is closed to new accounts"
  }
}

/**
 * The token or the code was used, has expired or was never issued, or too many codes were tried. The error does not say
 * which. `of`: what was presented.
 *
 * @since 0.1.0
 */
export class InvalidToken extends Schema.TaggedError<InvalidToken>("@latchkey/domain/InvalidToken")("InvalidToken", {
  of: Schema.Literal("link", "code").pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => "link" as const)
  )
}) {
  override get message() {
    return this.of === "link"
      ? "The link has been used, has expired or was never issued"
      : "The code is wrong, has been used or has expired, or too many codes were tried"
  }
}

/**
 * There is no active session: none was presented, or it has expired, was revoked or belongs to another client.
 *
 * @since 0.1.0
 */
export class Unauthenticated extends Schema.TaggedError<Unauthenticated>("@latchkey/domain/Unauthenticated")(
  "Unauthenticated",
  {}
) {
  override get message() {
    return "Not signed in"
  }
}

/**
 * There is an active session, but its user has not verified their email address, and that is required.
 *
 * @since 0.1.0
 */
export class EmailNotVerified extends Schema.TaggedError<EmailNotVerified>("@latchkey/domain/EmailNotVerified")(
  "EmailNotVerified",
  {}
) {
  override get message() {
    return "The email address is not verified"
  }
}

/**
 * Setting a password, changing the email address and deleting the account require the current password, or an
 * authentication with more than a password in the last ten minutes; other changes, any authentication in the last ten
 * minutes. All of them require the second factor of users who have one. Nothing was changed.
 *
 * @since 0.1.0
 */
export class ReauthenticationRequired extends Schema.TaggedError<ReauthenticationRequired>(
  "@latchkey/domain/ReauthenticationRequired"
)("ReauthenticationRequired", {}) {
  override get message() {
    return "Authenticate again first, or give the current password if the request takes one"
  }
}

/** The instance has passkeys turned off, or they are impossible, because its host is an IP address. @since 0.1.0 */
export class PasskeyDisabled extends Schema.TaggedError<PasskeyDisabled>("@latchkey/domain/PasskeyDisabled")(
  "PasskeyDisabled",
  {}
) {
  override get message() {
    return "Passkeys are turned off"
  }
}

/** The user has no passkey with that id. @since 0.1.0 */
export class PasskeyNotFound extends Schema.TaggedError<PasskeyNotFound>("@latchkey/domain/PasskeyNotFound")(
  "PasskeyNotFound",
  {}
) {
  override get message() {
    return "Passkey not found"
  }
}

/** The instance has a passkey with that credential already. Nothing was changed. @since 0.1.0 */
export class PasskeyExists extends Schema.TaggedError<PasskeyExists>("@latchkey/domain/PasskeyExists")(
  "PasskeyExists",
  {}
) {
  override get message() {
    return "The passkey was added before"
  }
}

/** The user has as many passkeys as a user can have. Nothing was changed. @since 0.1.0 */
export class TooManyPasskeys extends Schema.TaggedError<TooManyPasskeys>("@latchkey/domain/TooManyPasskeys")(
  "TooManyPasskeys",
  {}
) {
  override get message() {
    return "The user has as many passkeys as a user can have"
  }
}

/**
 * The change would give the instance another RP ID, and no user could sign in with the passkeys that are bound to the
 * present one. Nothing was changed.
 *
 * @since 0.1.0
 */
export class PasskeyRpIdInUse extends Schema.TaggedError<PasskeyRpIdInUse>("@latchkey/domain/PasskeyRpIdInUse")(
  "PasskeyRpIdInUse",
  {}
) {
  override get message() {
    return "Users have passkeys that are bound to another RP ID, and could no longer sign in with them"
  }
}

/** Pages of the instance could not use the RP ID: their host is not within it. Nothing was changed. @since 0.1.0 */
export class PasskeyRpIdImpossible extends Schema.TaggedError<PasskeyRpIdImpossible>(
  "@latchkey/domain/PasskeyRpIdImpossible"
)("PasskeyRpIdImpossible", {}) {
  override get message() {
    return "The host of the instance is not within the RP ID"
  }
}

/**
 * The instance has the second factor turned off, or no server key is configured to encrypt what it keeps.
 *
 * @since 0.1.0
 */
export class SecondFactorDisabled extends Schema.TaggedError<SecondFactorDisabled>(
  "@latchkey/domain/SecondFactorDisabled"
)("SecondFactorDisabled", {}) {
  override get message() {
    return "The second factor is turned off"
  }
}

/** The user has a second factor already. Nothing was changed. @since 0.1.0 */
export class SecondFactorExists extends Schema.TaggedError<SecondFactorExists>("@latchkey/domain/SecondFactorExists")(
  "SecondFactorExists",
  {}
) {
  override get message() {
    return "The user has a second factor already"
  }
}

/** The user has no second factor. @since 0.1.0 */
export class SecondFactorNotFound extends Schema.TaggedError<SecondFactorNotFound>(
  "@latchkey/domain/SecondFactorNotFound"
)("SecondFactorNotFound", {}) {
  override get message() {
    return "The user has no second factor"
  }
}

/**
 * What was begun to set up an authenticator app has expired, belongs to another user, or the credentials have changed
 * since. Nothing was changed.
 *
 * @since 0.1.0
 */
export class EnrollmentExpired extends Schema.TaggedError<EnrollmentExpired>("@latchkey/domain/EnrollmentExpired")(
  "EnrollmentExpired",
  {}
) {
  override get message() {
    return "Begin again to set up the authenticator app"
  }
}

/**
 * No factor can be recovered by email: the instance has that turned off or requires a second factor, or no email
 * provider is configured.
 *
 * @since 0.1.0
 */
export class FactorRecoveryDisabled extends Schema.TaggedError<FactorRecoveryDisabled>(
  "@latchkey/domain/FactorRecoveryDisabled"
)("FactorRecoveryDisabled", {}) {
  override get message() {
    return "Recovery by email is turned off"
  }
}

/**
 * The user has no passkey and no authenticator app that the instance accepts, or has used one in the last ten minutes.
 * Nothing was changed.
 *
 * @since 0.1.0
 */
export class FactorRecoveryNotNeeded extends Schema.TaggedError<FactorRecoveryNotNeeded>(
  "@latchkey/domain/FactorRecoveryNotNeeded"
)("FactorRecoveryNotNeeded", {}) {
  override get message() {
    return "There is nothing to recover"
  }
}

/** The waiting time of the recovery ends at `availableAt`. Nothing was changed. @since 0.1.0 */
export class FactorRecoveryTooEarly extends Schema.TaggedError<FactorRecoveryTooEarly>(
  "@latchkey/domain/FactorRecoveryTooEarly"
)("FactorRecoveryTooEarly", { availableAt: Schema.DateTimeUtcFromSelf }) {
  override get message() {
    return "The waiting time of the recovery has not ended"
  }
}

/** The user has no active session with that id. @since 0.1.0 */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>("@latchkey/domain/SessionNotFound")(
  "SessionNotFound",
  {}
) {
  override get message() {
    return "Session not found"
  }
}

/** There is no such invitation, or it was used, was withdrawn or has expired. @since 0.1.0 */
export class InvitationNotFound extends Schema.TaggedError<InvitationNotFound>("@latchkey/domain/InvitationNotFound")(
  "InvitationNotFound",
  {}
) {
  override get message() {
    return "The invitation was used, was withdrawn or has expired"
  }
}

/** The instance has no user with that id. @since 0.1.0 */
export class UserNotFound extends Schema.TaggedError<UserNotFound>("@latchkey/domain/UserNotFound")(
  "UserNotFound",
  {}
) {
  override get message() {
    return "User not found"
  }
}

/**
 * The user's credentials changed after they were checked and before the session was issued. No session was issued. The
 * use cases turn this into an error that users can meet; their callers never see it.
 *
 * @since 0.1.0
 */
export class CredentialsChanged extends Schema.TaggedError<CredentialsChanged>("@latchkey/domain/CredentialsChanged")(
  "CredentialsChanged",
  {}
) {
  override get message() {
    return "The credentials were changed concurrently"
  }
}

/** The instance's plan does not include a custom password policy. Nothing was changed. @since 0.1.0 */
export class PlanDoesNotAllow extends Schema.TaggedError<PlanDoesNotAllow>("@latchkey/domain/PlanDoesNotAllow")(
  "PlanDoesNotAllow",
  {}
) {
  override get message() {
    return "The plan includes the default password policy only"
  }
}

/**
 * The instance would require a verified email address, and no user could verify one: no email provider is configured,
 * or apps' sessions require it and magic links are turned off. `of`: what would require it. Nothing was changed.
 *
 * @since 0.1.0
 */
export class VerificationImpossible extends Schema.TaggedError<VerificationImpossible>(
  "@latchkey/domain/VerificationImpossible"
)("VerificationImpossible", {
  of: Schema.Literal("sessions", "sign_up").pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => "sessions" as const)
  )
}) {
  override get message() {
    return "Users could not verify their email address"
  }
}

/**
 * No user of the instance could sign in: every sign-in method is turned off, or only magic links are on and no email
 * provider is configured. Nothing was changed.
 *
 * @since 0.1.0
 */
export class SignInImpossible extends Schema.TaggedError<SignInImpossible>("@latchkey/domain/SignInImpossible")(
  "SignInImpossible",
  {}
) {
  override get message() {
    return "Users could not sign in"
  }
}

/** No server key is configured, so there can be no codes beside magic links. Nothing was changed. @since 0.1.0 */
export class CodesImpossible extends Schema.TaggedError<CodesImpossible>("@latchkey/domain/CodesImpossible")(
  "CodesImpossible",
  {}
) {
  override get message() {
    return "Codes could not be derived"
  }
}

/**
 * No server key is configured, so the secrets of authenticator apps could not be encrypted. Nothing was changed.
 *
 * @since 0.1.0
 */
export class SecondFactorImpossible extends Schema.TaggedError<SecondFactorImpossible>(
  "@latchkey/domain/SecondFactorImpossible"
)("SecondFactorImpossible", {}) {
  override get message() {
    return "Users could not set up a second factor"
  }
}

/** No email provider is configured, so no one can be invited. Nothing was changed. @since 0.1.0 */
export class InvitationImpossible extends Schema.TaggedError<InvitationImpossible>(
  "@latchkey/domain/InvitationImpossible"
)("InvitationImpossible", {}) {
  override get message() {
    return "Invitations could not be sent"
  }
}

/**
 * No instance has that id, or it is deleted; or no instance has the host, and there is no `default` instance.
 *
 * @since 0.1.0
 */
export class InstanceNotFound extends Schema.TaggedError<InstanceNotFound>("@latchkey/domain/InstanceNotFound")(
  "InstanceNotFound",
  {}
) {
  override get message() {
    return "Instance not found"
  }
}

/** The `default` instance cannot be deleted: it has every host that no instance claims. @since 0.1.0 */
export class DefaultInstanceRequired extends Schema.TaggedError<DefaultInstanceRequired>(
  "@latchkey/domain/DefaultInstanceRequired"
)("DefaultInstanceRequired", {}) {
  override get message() {
    return "The default instance has every host that no instance claims, so it cannot be deleted"
  }
}

/**
 * Another instance already has that host, and a host belongs to one instance only. A deleted instance has its hosts
 * until its data is removed. Nothing was changed.
 *
 * @since 0.1.0
 */
export class HostTaken extends Schema.TaggedError<HostTaken>("@latchkey/domain/HostTaken")("HostTaken", {}) {
  override get message() {
    return "A host belongs to another instance"
  }
}

/** There is no operator with that id. @since 0.1.0 */
export class OperatorNotFound extends Schema.TaggedError<OperatorNotFound>("@latchkey/domain/OperatorNotFound")(
  "OperatorNotFound",
  {}
) {
  override get message() {
    return "Operator not found"
  }
}

/** Another operator has that email address. Nothing was changed. @since 0.1.0 */
export class OperatorEmailTaken extends Schema.TaggedError<OperatorEmailTaken>("@latchkey/domain/OperatorEmailTaken")(
  "OperatorEmailTaken",
  {}
) {
  override get message() {
    return "An operator with this email address exists"
  }
}

/**
 * The change would leave no enabled operator with the role `admin` who has signed in before. Nothing was changed.
 *
 * @since 0.1.0
 */
export class LastAdminRequired extends Schema.TaggedError<LastAdminRequired>("@latchkey/domain/LastAdminRequired")(
  "LastAdminRequired",
  {}
) {
  override get message() {
    return "No other operator who has signed in before has the role admin"
  }
}

/** There is no dashboard, so there is nothing to invite operators to. Nothing was changed. @since 0.1.0 */
export class DashboardUnavailable extends Schema.TaggedError<DashboardUnavailable>(
  "@latchkey/domain/DashboardUnavailable"
)("DashboardUnavailable", {}) {
  override get message() {
    return "The dashboard is turned off"
  }
}

/** The operator is disabled, so there is no invitation for them. Nothing was changed. @since 0.1.0 */
export class OperatorDisabled extends Schema.TaggedError<OperatorDisabled>("@latchkey/domain/OperatorDisabled")(
  "OperatorDisabled",
  {}
) {
  override get message() {
    return "The operator is disabled"
  }
}

/** There is no API key with that id, or it was revoked. @since 0.1.0 */
export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>("@latchkey/domain/ApiKeyNotFound")(
  "ApiKeyNotFound",
  {}
) {
  override get message() {
    return "API key not found"
  }
}

/** The role of the operator, or of the API key, does not allow this. Nothing was read or changed. @since 0.1.0 */
export class PermissionDenied extends Schema.TaggedError<PermissionDenied>("@latchkey/domain/PermissionDenied")(
  "PermissionDenied",
  { role: Schema.String, permission: Schema.String }
) {
  override get message() {
    return `The role ${this.role} does not include the permission ${this.permission}`
  }
}

/**
 * What an adapter says about a failure, for the log. The adapter guarantees that it contains no email address, password
 * or token. Nothing guarantees that for a `cause`.
 */
const detail = Schema.optional(Schema.String)

/**
 * The store could not be reached, did not answer, or returned something unexpected. A write may have arrived. `detail`
 * may be logged; `cause` is for debugging and may contain anything. `part`: the part of the app that failed in the place
 * of the store, such as "The hook onCreated".
 *
 * @since 0.1.0
 */
export class PersistenceError extends Schema.TaggedError<PersistenceError>("@latchkey/domain/PersistenceError")(
  "PersistenceError",
  { cause: Schema.Defect, detail, part: Schema.optional(Schema.String) }
) {
  override get message() {
    const what = this.part === undefined ? "The store is unavailable" : `${this.part} failed`
    return this.detail === undefined ? what : `${what}: ${this.detail}`
  }
}

/**
 * The queue of passwords to hash is full. Nothing was hashed. `retryAfterSeconds`: whole seconds after which to try
 * again, by default 1. A hasher spreads them, so that not all refused callers try again at once.
 *
 * @since 0.1.0
 */
export class HasherOverloaded extends Schema.TaggedError<HasherOverloaded>("@latchkey/domain/HasherOverloaded")(
  "HasherOverloaded",
  {
    retryAfterSeconds: Schema.Int.pipe(
      Schema.propertySignature,
      Schema.withConstructorDefault(() => 1)
    )
  }
) {
  override get message() {
    return "Too many passwords are queued for hashing"
  }
}

/** The address gets emails: it was never suppressed, or the suppression was lifted or has expired. @since 0.1.0 */
export class EmailSuppressionNotFound extends Schema.TaggedError<EmailSuppressionNotFound>(
  "@latchkey/domain/EmailSuppressionNotFound"
)("EmailSuppressionNotFound", {}) {
  override get message() {
    return "The suppression was lifted or has expired"
  }
}

const reportRejections = {
  malformed: "The notification is malformed",
  topic: "The notification is of another topic",
  time: "The notification is older than an hour, or from the future",
  signature: "The signature of the notification is not valid"
} as const

/** A notification of the email provider was not accepted. Nothing was changed. @since 0.1.0 */
export class EmailReportRejected extends Schema.TaggedError<EmailReportRejected>(
  "@latchkey/domain/EmailReportRejected"
)("EmailReportRejected", { reason: Schema.Literal("malformed", "topic", "time", "signature") }) {
  override get message() {
    return reportRejections[this.reason]
  }
}

/**
 * A notification of the email provider could not be taken now. The provider tries again. `detail` may be logged.
 *
 * @since 0.1.0
 */
export class EmailReportError extends Schema.TaggedError<EmailReportError>("@latchkey/domain/EmailReportError")(
  "EmailReportError",
  { cause: Schema.Defect, detail }
) {
  override get message() {
    return "The notification cannot be taken at the moment"
  }
}

/**
 * The email was not handed over. A `transient` failure is worth another attempt, and may have been delivered; a
 * `permanent` one is final. So is `no_mailbox`: the recipient's address does not exist, and gets no more emails. `detail` may be logged; `cause` is for debugging and may contain the email.
 *
 * @since 0.1.0
 */
export class MailerError extends Schema.TaggedError<MailerError>("@latchkey/domain/MailerError")("MailerError", {
  reason: Schema.Literal("transient", "permanent", "no_mailbox"),
  cause: Schema.Defect,
  detail
}) {
  override get message() {
    return "The email was not accepted"
  }
}
