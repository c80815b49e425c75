import { fromOutcome, type Outcome, type Problem } from "@latchkey/http/core/Problem"
import * as Errors from "@latchkey/test-support/domainErrors"
import { assert, describe, it } from "@effect/vitest"

const secret = "secret-5c21"
const cause = new Error(secret)

const rateLimited = (action: Errors.LimitedAction) => new Errors.RateLimited({ action, retryAfterSeconds: 86_311 })

const table: ReadonlyArray<readonly [error: Outcome, code: Problem["code"], seconds?: number]> = [
  [new Errors.EmailTaken(), "email_already_exists"],
  [new Errors.PasswordRejected({ violations: ["too_short"] }), "password_too_short"],
  [new Errors.InvalidCredentials(), "invalid_credentials"],
  [new Errors.InvalidToken(), "invalid_token"],
  [new Errors.MagicLinkDisabled(), "magic_link_disabled"],
  [new Errors.CodesImpossible(), "invalid_request"],
  [new Errors.AudienceNotAllowed(), "audience_not_allowed"],
  [new Errors.AudiencesImpossible(), "invalid_request"],
  [new Errors.AccessTokensDisabled(), "access_tokens_disabled"],
  [new Errors.DeviceSignInDisabled(), "device_sign_in_disabled"],
  [new Errors.AuthorizationPending(), "authorization_pending"],
  [new Errors.SlowDown(), "slow_down"],
  [new Errors.DeviceDenied(), "access_denied"],
  [new Errors.PersonalTokensDisabled(), "personal_tokens_disabled"],
  [new Errors.TooManyPersonalTokens(), "too_many_personal_tokens"],
  [new Errors.PersonalTokenNotFound(), "not_found"],
  [new Errors.ScopeNotAllowed(), "invalid_request"],
  [new Errors.ExpiryNotInFuture(), "invalid_request"],
  [new Errors.MagicLinkCodeDisabled(), "magic_link_code_disabled"],
  [new Errors.PasswordDisabled(), "password_disabled"],
  [new Errors.CustomEmailNotFound(), "not_found"],
  [
    new Errors.CustomEmailRejected({ issues: [{ part: "text", line: 1, column: 1, reason: "is empty" }] }),
    "invalid_request"
  ],
  [new Errors.TestEmailImpossible(), "invalid_request"],
  [new Errors.InvitationImpossible(), "invalid_request"],
  [new Errors.SignInImpossible(), "invalid_request"],
  [new Errors.SignUpClosed(), "sign_up_closed"],
  [new Errors.SignUpRefused({ reasons: [] }), "sign_up_refused"],
  [new Errors.Unauthenticated(), "unauthenticated"],
  [new Errors.EmailNotVerified(), "email_not_verified"],
  [new Errors.ReauthenticationRequired(), "reauthentication_required"],
  [new Errors.SecondFactorDisabled(), "second_factor_disabled"],
  [new Errors.SecondFactorExists(), "second_factor_exists"],
  [new Errors.SecondFactorImpossible(), "invalid_request"],
  [new Errors.SecondFactorKeyMissing({ cause }), "service_unavailable", 60],
  [new Errors.SecondFactorNotFound(), "not_found"],
  [new Errors.EnrollmentExpired(), "invalid_request"],
  [new Errors.IdentityProviderDisabled(), "identity_provider_disabled"],
  [new Errors.IdentityRejected({ reason: "no_email" }), "identity_rejected"],
  [new Errors.IdentityProviderUnavailable({ provider: "Acme", cause }), "identity_provider_unavailable", 10],
  [new Errors.ProofRequired({ methods: [] }), "proof_required"],
  [new Errors.IdentityNotFound(), "not_found"],
  [new Errors.TooManyIdentities(), "too_many_identities"],
  [new Errors.LastSignInMethod(), "no_sign_in_method"],
  [new Errors.ClientSecretKeyMissing({ cause }), "service_unavailable", 60],
  [new Errors.IdentityProviderNotFound(), "not_found"],
  [new Errors.IdentityProviderImpossible({ errors: [] }), "invalid_request"],
  [new Errors.ClientSecretImpossible(), "invalid_request"],
  [new Errors.TooManyIdentityProviders(), "invalid_request"],
  [new Errors.IdentityProviderRequired(), "invalid_request"],
  [new Errors.WebhookNotFound(), "not_found"],
  [new Errors.WebhookDeliveryNotFound(), "not_found"],
  [new Errors.TooManyWebhooks(), "invalid_request"],
  [new Errors.WebhookUrlNotAllowed(), "invalid_request"],
  [new Errors.WebhookSecretImpossible(), "invalid_request"],
  [new Errors.SessionNotFound(), "not_found"],
  [new Errors.InvitationNotFound(), "not_found"],
  [new Errors.UserNotFound(), "not_found"],
  [new Errors.EmailSuppressionNotFound(), "not_found"],
  [new Errors.EmailReportRejected({ reason: "signature" }), "email_report_rejected"],
  [new Errors.EmailReportError({ cause }), "service_unavailable", 20],
  [new Errors.PlanDoesNotAllow(), "plan_does_not_allow"],
  [new Errors.InstanceNotFound(), "not_found"],
  [new Errors.DefaultInstanceRequired(), "default_instance_required"],
  [new Errors.HostTaken(), "invalid_request"],
  [new Errors.InstancesInCode(), "invalid_request"],
  [new Errors.VerificationImpossible(), "invalid_request"],
  [rateLimited("sign_up"), "signup_rate_limited", 86_311],
  [rateLimited("sign_in"), "signin_rate_limited", 86_311],
  [rateLimited("magic_link"), "magic_link_rate_limited", 86_311],
  [new Errors.ConcurrentChanges(), "service_unavailable", 2],
  [new Errors.HasherOverloaded(), "service_unavailable", 1],
  [new Errors.PersistenceError({ cause }), "service_unavailable", 2]
]

describe("fromOutcome", () => {
  it.each(table.map(([error, code, seconds]) => ({ error, code, seconds })))("$error.name becomes $code", (row) => {
    const problem = fromOutcome(row.error)
    assert.strictEqual(problem.code, row.code)
    assert.strictEqual(problem.retryAfterSeconds, row.seconds)
  })

  it("names every rule of the policy that a password breaks", () => {
    const violations = ["too_short", "number_required"] as const
    assert.deepStrictEqual(fromOutcome(new Errors.PasswordRejected({ violations })).violations, violations)
  })

  it("adds the sentences of the app's own rules for passwords, if there are any", () => {
    const reasons = ["Your password must not contain your name."]
    const refused = fromOutcome(new Errors.PasswordRejected({ violations: ["custom"], reasons }))
    assert.deepStrictEqual([refused.violations, refused.reasons], [["custom"], reasons])
    assert.notProperty(fromOutcome(new Errors.PasswordRejected({ violations: ["too_short"] })), "reasons")
  })

  it("says with what the user can sign in, also with nothing", () => {
    for (const methods of [["magic_link"], []]) {
      assert.deepStrictEqual(fromOutcome(new Errors.ProofRequired({ methods })).methods, methods)
    }
  })

  it("names the setting that would keep every user out, and what it requires", () => {
    const links =
      "can be turned off only while users can sign in with magic links, which need an email provider, or with an identity provider"
    assert.deepStrictEqual(fromOutcome(new Errors.SignInImpossible()).errors, [
      { field: "authConfig.password", reason: links }
    ])
    const reason = "requires magic links and an email provider, because a link verifies the address"
    assert.deepStrictEqual(fromOutcome(new Errors.VerificationImpossible()).errors, [
      { field: "sessionConfig.requireVerifiedEmail", reason }
    ])
  })

  it("names the field of a host that another instance has", () => {
    assert.deepStrictEqual(fromOutcome(new Errors.HostTaken()).errors, [
      { field: "hosts", reason: "belongs to another instance" }
    ])
  })

  it("contains nothing of the cause of a store's error", () => {
    assert.notInclude(JSON.stringify(fromOutcome(new Errors.PersistenceError({ cause }))), secret)
  })

  it("says nothing of what a failure tells the log, even if it has no cause", () => {
    for (const failure of [
      new Errors.PersistenceError({ cause: undefined, part: "The hook onCreated", detail: secret }),
      new Errors.EmailReportError({ cause: undefined, detail: secret }),
      new Errors.SecondFactorKeyMissing({ cause: secret }),
      new Errors.ClientSecretKeyMissing({ cause: secret }),
      new Errors.IdentityProviderUnavailable({ provider: "Acme", cause: undefined, detail: secret }),
      new Errors.MailerError({ cause: undefined, detail: secret, reason: "transient" })
    ]) {
      assert.notInclude(JSON.stringify(fromOutcome(failure)), secret)
      assert.notProperty(fromOutcome(failure), "detail")
    }
  })
})

describe("The messages of domain errors", () => {
  const withFields: ReadonlyArray<Error> = [
    new Errors.PersistenceError({ cause }),
    new Errors.MailerError({ reason: "transient", cause }),
    rateLimited("sign_in"),
    new Errors.PasswordRejected({ violations: ["special_required"] })
  ]

  it.each(withFields)("contain none of the fields: $name", (error) => {
    for (const text of [error.message, error.stack ?? ""]) {
      for (const field of [secret, "86311", "sign_in", "special_required", "transient"]) assert.notInclude(text, field)
    }
  })
})
