import { assert, describe, it } from "@effect/vitest"
import * as Errors from "@latchkey/test-support/domainErrors"
import * as DateTime from "effect/DateTime"

const row = "Key (email)=(ann@example.com)"
const cause = new Error(row)

const errors = [
  new Errors.InvalidCredentials(),
  new Errors.EmailTaken(),
  new Errors.ExternalIdTaken(),
  new Errors.NoSignInMethod({ reason: "password_needed" }),
  new Errors.PasswordRejected({ violations: ["too_short", "custom"], reasons: [row] }),
  new Errors.PasswordHashRejected({ reason: "malformed" }),
  new Errors.RateLimited({ action: "sign_in", retryAfterSeconds: 1 }),
  new Errors.MagicLinkDisabled(),
  new Errors.CodesImpossible(),
  new Errors.AudienceNotAllowed(),
  new Errors.AudiencesImpossible(),
  new Errors.AccessTokensDisabled(),
  new Errors.UnsupportedTokenType(),
  new Errors.DeviceSignInDisabled(),
  new Errors.AuthorizationPending(),
  new Errors.SlowDown(),
  new Errors.DeviceDenied(),
  new Errors.PersonalTokensDisabled(),
  new Errors.TooManyPersonalTokens(),
  new Errors.PersonalTokenNotFound(),
  new Errors.ScopeNotAllowed(),
  new Errors.ExpiryNotInFuture(),
  new Errors.MagicLinkCodeDisabled(),
  new Errors.PasswordDisabled(),
  new Errors.InvitationImpossible(),
  new Errors.CustomEmailNotFound(),
  new Errors.CustomEmailRejected({ issues: [{ part: "text", line: 1, column: 1, reason: row }] }),
  new Errors.TestEmailImpossible(),
  new Errors.SignInImpossible(),
  new Errors.SignUpClosed(),
  new Errors.SignUpRefused({ reasons: [row] }),
  new Errors.InvalidToken(),
  new Errors.Unauthenticated(),
  new Errors.EmailNotVerified(),
  new Errors.VerificationImpossible(),
  new Errors.ReauthenticationRequired(),
  new Errors.FactorRecoveryDisabled(),
  new Errors.FactorRecoveryNotNeeded(),
  new Errors.FactorRecoveryTooEarly({ availableAt: DateTime.unsafeMake(0) }),
  new Errors.SecondFactorDisabled(),
  new Errors.SecondFactorExists(),
  new Errors.SecondFactorImpossible(),
  new Errors.SecondFactorKeyMissing({ cause }),
  new Errors.SecondFactorNotFound(),
  new Errors.EnrollmentExpired(),
  new Errors.PasskeyDisabled(),
  new Errors.PasskeyExists(),
  new Errors.PasskeyNotFound(),
  new Errors.PasskeyRpIdImpossible(),
  new Errors.PasskeyRpIdInUse(),
  new Errors.TooManyPasskeys(),
  new Errors.IdentityProviderDisabled(),
  new Errors.IdentityRejected({ reason: "not_verified" }),
  new Errors.IdentityProviderUnavailable({ provider: "Acme", cause }),
  new Errors.ProofRequired({ methods: [row] }),
  new Errors.IdentityNotFound(),
  new Errors.TooManyIdentities(),
  new Errors.LastSignInMethod(),
  new Errors.ClientSecretKeyMissing({ cause }),
  new Errors.IdentityProviderNotFound(),
  new Errors.IdentityProviderImpossible({ errors: [{ field: row, reason: row }] }),
  new Errors.ClientSecretImpossible(),
  new Errors.TooManyIdentityProviders(),
  new Errors.IdentityProviderRequired(),
  new Errors.SessionNotFound(),
  new Errors.UserNotFound(),
  new Errors.UserDataRejected({ errors: [{ field: row, reason: row }] }),
  new Errors.InvitationNotFound(),
  new Errors.CredentialsChanged(),
  new Errors.PlanDoesNotAllow(),
  new Errors.InstanceNotFound(),
  new Errors.HostTaken(),
  new Errors.IdentityTaken(),
  new Errors.InstancesInCode(),
  new Errors.DefaultInstanceRequired(),
  new Errors.ConcurrentChanges(),
  new Errors.PersistenceError({ cause }),
  new Errors.HasherOverloaded(),
  new Errors.EmailReportRejected({ reason: "signature" }),
  new Errors.EmailReportError({ cause }),
  new Errors.EmailSuppressionNotFound(),
  new Errors.MailerError({ reason: "permanent", cause }),
  new Errors.ApiKeyNotFound(),
  new Errors.DashboardUnavailable(),
  new Errors.LastAdminRequired(),
  new Errors.OperatorDisabled(),
  new Errors.OperatorEmailTaken(),
  new Errors.OperatorNotFound(),
  new Errors.PermissionDenied({ role: "viewer", permission: "users" }),
  new Errors.TooManyWebhooks(),
  new Errors.WebhookDeliveryNotFound(),
  new Errors.WebhookNotFound(),
  new Errors.WebhookSecretImpossible(),
  new Errors.WebhookUrlNotAllowed()
]

describe("An error", () => {
  for (const error of errors) {
    it(`has a fixed message without its fields: ${error._tag}`, () => {
      assert.match(error.message, /^[A-Z][A-Za-z ,:-]+$/)
      assert.notInclude(error.message, "{")
      assert.notInclude(String(error), row)
    })
  }

  it("has a unique tag", () => {
    assert.strictEqual(new Set(errors.map(({ _tag }) => _tag)).size, errors.length)
    const literals = ["CustomEmailIssue", "HashRejection", "LimitedAction", "PasswordViolation", "PolicyViolation"]
    const classes = Object.keys(Errors).filter((name) => !literals.includes(name))
    assert.deepStrictEqual(errors.map(({ _tag }): string => _tag).sort(), classes.sort())
  })
})
