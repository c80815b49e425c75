/**
 * Maps the domain's errors to problems.
 */
import type * as Errors from "@latchkey/domain/core/Errors"
import * as ForeignHash from "@latchkey/domain/password/ForeignHash"
import * as DateTime from "effect/DateTime"
import { type Problem, type ProblemCode, problem } from "../Problem.ts"

/** The errors of the domain that can reach an endpoint. */
export type DomainError =
  | Errors.ApiKeyNotFound
  | Errors.CodesImpossible
  | Errors.CustomEmailNotFound
  | Errors.CustomEmailRejected
  | Errors.DashboardUnavailable
  | Errors.DefaultInstanceRequired
  | Errors.EnrollmentExpired
  | Errors.EmailNotVerified
  | Errors.EmailReportError
  | Errors.EmailReportRejected
  | Errors.EmailSuppressionNotFound
  | Errors.EmailTaken
  | Errors.ExternalIdTaken
  | Errors.FactorRecoveryDisabled
  | Errors.FactorRecoveryNotNeeded
  | Errors.FactorRecoveryTooEarly
  | Errors.HasherOverloaded
  | Errors.HostTaken
  | Errors.InstanceNotFound
  | Errors.InvalidCredentials
  | Errors.InvalidToken
  | Errors.InvitationImpossible
  | Errors.InvitationNotFound
  | Errors.LastAdminRequired
  | Errors.MagicLinkCodeDisabled
  | Errors.MagicLinkDisabled
  | Errors.NoSignInMethod
  | Errors.OperatorDisabled
  | Errors.OperatorEmailTaken
  | Errors.OperatorNotFound
  | Errors.PasskeyDisabled
  | Errors.PasskeyExists
  | Errors.PasskeyNotFound
  | Errors.PasskeyRpIdImpossible
  | Errors.PasskeyRpIdInUse
  | Errors.TooManyPasskeys
  | Errors.PasswordHashRejected
  | Errors.PasswordDisabled
  | Errors.PasswordRejected
  | Errors.PermissionDenied
  | Errors.PersistenceError
  | Errors.PlanDoesNotAllow
  | Errors.RateLimited
  | Errors.ReauthenticationRequired
  | Errors.SecondFactorDisabled
  | Errors.SecondFactorExists
  | Errors.SecondFactorImpossible
  | Errors.SecondFactorNotFound
  | Errors.SessionNotFound
  | Errors.SignInImpossible
  | Errors.SignUpClosed
  | Errors.TestEmailImpossible
  | Errors.Unauthenticated
  | Errors.UserNotFound
  | Errors.VerificationImpossible

const codesImpossible = {
  field: "emailConfig.magicLinkCodes",
  reason: "requires a server key: set SECRET_KEY and restart the service"
}

const secondFactorImpossible = {
  field: "authConfig.secondFactor",
  reason: "requires a server key: set SECRET_KEY and restart the service"
}

const enrollmentExpired = { field: "enrollment", reason: "has expired or is not the user's: begin again" }

const invitationImpossible = { field: "email", reason: "gets no invitation, because no email provider is configured" }

const testEmailImpossible = { field: "email", reason: "gets no test email, because no email provider is configured" }

const operatorDisabled = { field: "operatorId", reason: "is disabled: enable the operator first" }

const rpIdImpossible = {
  field: "passkeyConfig.rpId",
  reason: "must be the host of the instance, or a domain that contains it"
}

const signInImpossible = {
  field: "authConfig.password",
  reason: "can be turned off only while users can sign in with magic links, which need an email provider"
}

const verificationImpossible = {
  sessions: {
    field: "sessionConfig.requireVerifiedEmail",
    reason: "requires magic links and an email provider, because a link verifies the address"
  },
  sign_up: {
    field: "signUp.verification",
    reason: "requires an email provider, because a link verifies the address"
  }
}

const rateLimited: Readonly<Record<Errors.LimitedAction, ProblemCode>> = {
  sign_up: "signup_rate_limited",
  sign_in: "signin_rate_limited",
  magic_link: "magic_link_rate_limited"
}

/** Returns the problem of an error. An outage is always 503, never a wrong password. */
export const fromDomain = (error: DomainError): Problem => {
  switch (error._tag) {
    case "CodesImpossible":
      return problem("invalid_request", { errors: [codesImpossible] })
    case "SecondFactorDisabled":
      return problem("second_factor_disabled")
    case "SecondFactorExists":
      return problem("second_factor_exists")
    case "SecondFactorNotFound":
      return problem("not_found", { detail: `${error.message}.` })
    case "EnrollmentExpired":
      return problem("invalid_request", { errors: [enrollmentExpired] })
    case "SecondFactorImpossible":
      return problem("invalid_request", { errors: [secondFactorImpossible] })
    case "CustomEmailRejected":
      return problem("invalid_request", {
        errors: error.issues.map(({ column, line, part, reason }) => ({
          field: part,
          reason: `line ${line}, column ${column}: ${reason}`
        }))
      })
    case "DefaultInstanceRequired":
      return problem("default_instance_required", { detail: `${error.message}.` })
    case "EmailNotVerified":
      return problem("email_not_verified")
    case "EmailReportError":
      return problem("service_unavailable", { detail: `${error.message}.`, retryAfterSeconds: 20 })
    case "EmailReportRejected":
      return problem("email_report_rejected", { detail: `${error.message}.` })
    case "EmailTaken":
      return problem("email_already_exists")
    case "ExternalIdTaken":
      return problem("external_id_already_exists")
    case "FactorRecoveryDisabled":
      return problem("factor_recovery_disabled")
    case "FactorRecoveryNotNeeded":
      return problem("factor_recovery_not_needed")
    case "FactorRecoveryTooEarly":
      return problem("factor_recovery_too_early", { availableAt: DateTime.formatIso(error.availableAt) })
    case "HasherOverloaded":
      return problem("service_unavailable", {
        detail: "Too many sign-ins at once.",
        retryAfterSeconds: error.retryAfterSeconds
      })
    case "HostTaken":
      return problem("invalid_request", { errors: [{ field: "hosts", reason: "belongs to another instance" }] })
    case "ApiKeyNotFound":
    case "DashboardUnavailable":
    case "OperatorNotFound":
    case "EmailSuppressionNotFound":
    case "CustomEmailNotFound":
    case "InstanceNotFound":
    case "InvitationNotFound":
    case "PasskeyNotFound":
    case "SessionNotFound":
    case "UserNotFound":
      return problem("not_found", { detail: `${error.message}.` })
    case "InvitationImpossible":
      return problem("invalid_request", { errors: [invitationImpossible] })
    case "InvalidCredentials":
      return problem("invalid_credentials")
    case "InvalidToken":
      return problem("invalid_token", { detail: `${error.message}.` })
    case "LastAdminRequired":
      return problem("last_admin_required", { detail: `${error.message}.` })
    case "OperatorDisabled":
      return problem("invalid_request", { errors: [operatorDisabled] })
    case "OperatorEmailTaken":
      return problem("operator_already_exists")
    case "PermissionDenied":
      return problem("permission_denied", { detail: `${error.message}.` })
    case "MagicLinkCodeDisabled":
      return problem("magic_link_code_disabled")
    case "MagicLinkDisabled":
      return problem("magic_link_disabled")
    case "NoSignInMethod":
      return problem("no_sign_in_method", { detail: `${error.message}.` })
    case "PasskeyDisabled":
      return problem("passkey_disabled")
    case "PasskeyExists":
      return problem("passkey_already_exists")
    case "PasskeyRpIdImpossible":
      return problem("invalid_request", { errors: [rpIdImpossible] })
    case "PasskeyRpIdInUse":
      return problem("passkey_rp_id_in_use", { detail: `${error.message}.` })
    case "TooManyPasskeys":
      return problem("too_many_passkeys")
    case "PasswordHashRejected":
      return problem("invalid_request", {
        errors: [{ field: "passwordHash", reason: ForeignHash.rejections[error.reason] }]
      })
    case "PasswordDisabled":
      return problem("password_disabled")
    case "PasswordRejected":
      return problem("password_too_short", {
        violations: error.violations,
        ...(error.reasons.length === 0 ? {} : { reasons: error.reasons })
      })
    case "PersistenceError":
      return problem("service_unavailable", { retryAfterSeconds: 2 })
    case "PlanDoesNotAllow":
      return problem("plan_does_not_allow", { detail: `${error.message}.` })
    case "RateLimited":
      return problem(rateLimited[error.action], { retryAfterSeconds: error.retryAfterSeconds })
    case "ReauthenticationRequired":
      return problem("reauthentication_required", { detail: `${error.message}.` })
    case "SignInImpossible":
      return problem("invalid_request", { errors: [signInImpossible] })
    case "SignUpClosed":
      return problem("sign_up_closed")
    case "TestEmailImpossible":
      return problem("invalid_request", { errors: [testEmailImpossible] })
    case "Unauthenticated":
      return problem("unauthenticated")
    case "VerificationImpossible":
      return problem("invalid_request", { errors: [verificationImpossible[error.of]] })
  }
}
