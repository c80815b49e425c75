import * as Problem from "@latchkey/http/core/Problem"
import { describe, expect, test } from "vitest"
import { codesIn, document, operations } from "@latchkey/test-support/openapiDocument"

const always = ["internal_error", "not_found", "service_unavailable"] as const
const withBody = ["invalid_request", "forbidden_origin", "payload_too_large", "unsupported_media_type"] as const
const withKey = ["unauthenticated", "signin_rate_limited"] as const
const asAdmin = [...withKey, "permission_denied"] as const
const ofUser = [
  "email_already_exists",
  "external_id_already_exists",
  "no_sign_in_method",
  "password_too_short"
] as const

/** The codes of an endpoint that takes the first code of an authenticator app. */
const ofFirstCode = [
  "unauthenticated",
  "invalid_token",
  "second_factor_disabled",
  "second_factor_exists",
  "signin_rate_limited"
] as const

/** The codes of an endpoint that requests a recovery of lost factors. */
const recoveryRequest = [
  "unauthenticated",
  "factor_recovery_disabled",
  "email_not_verified",
  "factor_recovery_not_needed",
  "magic_link_rate_limited",
  "forbidden_origin"
] as const

/** The problems that each operation can respond with. */
const declared: Readonly<Record<string, ReadonlyArray<Problem.ProblemCode>>> = {
  "POST /v1/auth/sign-up/email-password": [
    "password_too_short",
    "email_already_exists",
    "password_disabled",
    "sign_up_closed",
    "sign_up_refused",
    "signup_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/sign-in/email-password": [
    "invalid_credentials",
    "password_disabled",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "PUT /v1/auth/password": [
    "unauthenticated",
    "password_disabled",
    "password_too_short",
    "invalid_credentials",
    "reauthentication_required",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/password/forgot": [
    "password_disabled",
    "magic_link_disabled",
    "magic_link_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/password/reset": [
    "password_too_short",
    "invalid_token",
    "password_disabled",
    "magic_link_disabled",
    "magic_link_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/sign-up/verify": [
    "invalid_token",
    "password_disabled",
    "sign_up_closed",
    "sign_up_refused",
    "magic_link_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/sign-in/magic-link": ["magic_link_disabled", "magic_link_rate_limited", ...withBody, ...always],
  "GET /v1/auth/magic-link/verify": [
    "invalid_request",
    "invalid_token",
    "magic_link_disabled",
    "magic_link_rate_limited",
    "forbidden_origin",
    ...always
  ],
  "HEAD /v1/auth/magic-link/verify": always,
  "POST /v1/auth/magic-link/verify": [
    "invalid_token",
    "magic_link_disabled",
    "magic_link_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/magic-link/verify-code": [
    "invalid_token",
    "magic_link_disabled",
    "magic_link_code_disabled",
    "magic_link_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/email": [
    "unauthenticated",
    "invalid_credentials",
    "reauthentication_required",
    "password_disabled",
    "magic_link_disabled",
    "magic_link_rate_limited",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/email/confirm": [
    "unauthenticated",
    "invalid_token",
    "email_already_exists",
    "magic_link_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/email/restore": ["invalid_token", "magic_link_rate_limited", ...withBody, ...always],
  "POST /v1/auth/invitation/accept": [
    "invalid_token",
    "sign_up_closed",
    "magic_link_rate_limited",
    ...withBody,
    ...always
  ],
  "GET /v1/auth/session": [
    "unauthenticated",
    "email_not_verified",
    "invalid_request",
    "signin_rate_limited",
    ...always
  ],
  "GET /v1/auth/session/optional": [...always],
  "POST /v1/auth/device": ["device_sign_in_disabled", "signin_rate_limited", ...withBody, ...always],
  "POST /v1/auth/device/token": [
    "authorization_pending",
    "slow_down",
    "access_denied",
    "invalid_token",
    "device_sign_in_disabled",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "GET /v1/auth/device": [
    "unauthenticated",
    "invalid_token",
    "device_sign_in_disabled",
    "signin_rate_limited",
    "invalid_request",
    ...always
  ],
  "POST /v1/auth/device/decision": [
    "unauthenticated",
    "reauthentication_required",
    "invalid_token",
    "device_sign_in_disabled",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "GET /v1/auth/tokens": ["unauthenticated", ...always],
  "POST /v1/auth/tokens": [
    "unauthenticated",
    "reauthentication_required",
    "personal_tokens_disabled",
    "too_many_personal_tokens",
    ...withBody,
    ...always
  ],
  "DELETE /v1/auth/tokens/{id}": ["unauthenticated", "forbidden_origin", ...always],
  "POST /v1/auth/token": [
    "unauthenticated",
    "email_not_verified",
    "audience_not_allowed",
    "access_tokens_disabled",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/token/refresh": [
    "invalid_token",
    "audience_not_allowed",
    "access_tokens_disabled",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/introspect": ["unauthenticated", "signin_rate_limited", ...withBody, ...always],
  "POST /v1/auth/revoke": ["unsupported_token_type", "signin_rate_limited", ...withBody, ...always],
  "GET /.well-known/jwks.json": [...always],
  "GET /v1/auth/sessions": ["unauthenticated", ...always],
  "DELETE /v1/auth/sessions/{id}": ["unauthenticated", "forbidden_origin", ...always],
  "POST /v1/auth/sign-out": ["forbidden_origin", ...always],
  "POST /v1/auth/sign-out/all": ["unauthenticated", "forbidden_origin", ...always],
  "GET /v1/auth/sign-in/second-factor": ["unauthenticated", ...always],
  "POST /v1/auth/sign-in/second-factor": [
    "unauthenticated",
    "invalid_token",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/sign-in/second-factor/totp": [
    "unauthenticated",
    "second_factor_disabled",
    "second_factor_exists",
    "forbidden_origin",
    ...always
  ],
  "POST /v1/auth/sign-in/second-factor/totp/confirm": [...ofFirstCode, ...withBody, ...always],
  "GET /v1/auth/second-factor": ["unauthenticated", ...always],
  "POST /v1/auth/second-factor/totp": [
    "unauthenticated",
    "reauthentication_required",
    "second_factor_disabled",
    "second_factor_exists",
    "forbidden_origin",
    ...always
  ],
  "POST /v1/auth/second-factor/totp/confirm": [...ofFirstCode, ...withBody, ...always],
  "DELETE /v1/auth/second-factor/totp": ["unauthenticated", "reauthentication_required", "forbidden_origin", ...always],
  "POST /v1/auth/second-factor/recovery-codes": [
    "unauthenticated",
    "reauthentication_required",
    "forbidden_origin",
    ...always
  ],
  "GET /v1/auth/sign-in/second-factor/recovery": ["unauthenticated", ...always],
  "POST /v1/auth/sign-in/second-factor/recovery": [...recoveryRequest, ...always],
  "POST /v1/auth/second-factor/recovery": [...recoveryRequest, ...always],
  "DELETE /v1/auth/second-factor/recovery": ["unauthenticated", "forbidden_origin", ...always],
  "POST /v1/auth/second-factor/recovery/confirm": [
    "invalid_token",
    "factor_recovery_disabled",
    "factor_recovery_too_early",
    "magic_link_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/second-factor/recovery/cancel": ["invalid_token", "magic_link_rate_limited", ...withBody, ...always],
  "POST /v1/auth/reauthenticate": [
    "unauthenticated",
    "reauthentication_required",
    "invalid_credentials",
    "invalid_token",
    "passkey_disabled",
    "password_disabled",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/passkeys/registration/options": [
    "unauthenticated",
    "reauthentication_required",
    "passkey_disabled",
    "too_many_passkeys",
    "signin_rate_limited",
    "forbidden_origin",
    ...always
  ],
  "POST /v1/auth/passkeys": [
    "unauthenticated",
    "reauthentication_required",
    "invalid_credentials",
    "passkey_disabled",
    "passkey_already_exists",
    "too_many_passkeys",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/passkeys/sign-in/options": ["passkey_disabled", "signin_rate_limited", "forbidden_origin", ...always],
  "POST /v1/auth/passkeys/sign-in": [
    "invalid_credentials",
    "passkey_disabled",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "GET /v1/auth/passkeys": ["unauthenticated", ...always],
  "PATCH /v1/auth/passkeys/{id}": ["unauthenticated", ...withBody, ...always],
  "DELETE /v1/auth/passkeys/{id}": ["unauthenticated", "reauthentication_required", "forbidden_origin", ...always],
  "GET /v1/auth/identity-providers": [...always],
  "POST /v1/auth/sign-in/identity-provider": [
    "identity_provider_disabled",
    "identity_provider_unavailable",
    "identity_rejected",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "GET /v1/auth/identity-providers/callback": [
    "invalid_request",
    "forbidden_origin",
    "invalid_token",
    "identity_provider_disabled",
    "identity_provider_unavailable",
    "identity_rejected",
    "identity_already_exists",
    "too_many_identities",
    "proof_required",
    "sign_up_closed",
    "sign_up_refused",
    "reauthentication_required",
    "signin_rate_limited",
    "signup_rate_limited",
    ...always
  ],
  "POST /v1/auth/identity-providers/callback": [
    "invalid_token",
    "identity_provider_disabled",
    "identity_provider_unavailable",
    "identity_rejected",
    "identity_already_exists",
    "too_many_identities",
    "proof_required",
    "sign_up_closed",
    "sign_up_refused",
    "reauthentication_required",
    "signin_rate_limited",
    "signup_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/sign-in/identity-provider/nonce": ["signin_rate_limited", "forbidden_origin", ...always],
  "POST /v1/auth/sign-in/identity-provider/id-token": [
    "invalid_token",
    "identity_provider_disabled",
    "identity_provider_unavailable",
    "identity_rejected",
    "too_many_identities",
    "proof_required",
    "sign_up_closed",
    "sign_up_refused",
    "signin_rate_limited",
    "signup_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/reauthenticate/identity-provider": [
    "unauthenticated",
    "identity_provider_disabled",
    "identity_provider_unavailable",
    "identity_rejected",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "GET /v1/auth/identities": ["unauthenticated", ...always],
  "POST /v1/auth/identities": [
    "unauthenticated",
    "reauthentication_required",
    "identity_provider_disabled",
    "identity_provider_unavailable",
    "identity_rejected",
    "too_many_identities",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "DELETE /v1/auth/identities/{id}": [
    "unauthenticated",
    "reauthentication_required",
    "no_sign_in_method",
    "forbidden_origin",
    ...always
  ],
  "GET /v1/auth/account": ["unauthenticated", ...always],
  "PATCH /v1/auth/account": ["unauthenticated", ...withBody, ...always],
  "PUT /v1/auth/account/language": ["unauthenticated", ...withBody, ...always],
  "GET /v1/auth/account/export": ["unauthenticated", "reauthentication_required", "signin_rate_limited", ...always],
  "POST /v1/auth/account/delete": [
    "unauthenticated",
    "invalid_credentials",
    "reauthentication_required",
    "signin_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/account/delete/cancel": ["unauthenticated", "forbidden_origin", ...always],
  "GET /v1/admin/instances": [...withKey, ...always],
  "POST /v1/admin/instances": ["plan_does_not_allow", ...asAdmin, ...withBody, ...always],
  "GET /v1/admin/instances/{id}": [...withKey, ...always],
  "PATCH /v1/admin/instances/{id}": ["plan_does_not_allow", "passkey_rp_id_in_use", ...asAdmin, ...withBody, ...always],
  "DELETE /v1/admin/instances/{id}": [
    "default_instance_required",
    "forbidden_origin",
    "invalid_request",
    ...asAdmin,
    ...always
  ],
  "GET /v1/admin/instances/{id}/users": ["invalid_request", ...withKey, ...always],
  "POST /v1/admin/instances/{id}/users": [...ofUser, ...asAdmin, ...withBody, ...always],
  "POST /v1/admin/instances/{id}/users/import": [...asAdmin, ...withBody, ...always],
  "GET /v1/admin/instances/{id}/users/{userId}": [...withKey, ...always],
  "PATCH /v1/admin/instances/{id}/users/{userId}": [...ofUser, ...asAdmin, ...withBody, ...always],
  "DELETE /v1/admin/instances/{id}/users/{userId}": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/instances/{id}/users/{userId}/sessions": [...withKey, ...always],
  "DELETE /v1/admin/instances/{id}/users/{userId}/sessions": ["forbidden_origin", ...asAdmin, ...always],
  "DELETE /v1/admin/instances/{id}/users/{userId}/second-factor": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/instances/{id}/users/{userId}/tokens": [...withKey, ...always],
  "DELETE /v1/admin/instances/{id}/users/{userId}/tokens/{tokenId}": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/instances/{id}/users/{userId}/identities": [...withKey, ...always],
  "DELETE /v1/admin/instances/{id}/users/{userId}/identities/{identityId}": [
    "no_sign_in_method",
    "forbidden_origin",
    ...asAdmin,
    ...always
  ],
  "DELETE /v1/admin/instances/{id}/users/{userId}/passkeys": ["forbidden_origin", ...asAdmin, ...always],
  "POST /v1/admin/instances/{id}/users/{userId}/sign-in-links": [
    "magic_link_disabled",
    "no_sign_in_method",
    ...asAdmin,
    ...withBody,
    ...always
  ],
  "DELETE /v1/admin/instances/{id}/users/{userId}/sessions/{sessionId}": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/instances/{id}/invitations": ["invalid_request", ...withKey, ...always],
  "POST /v1/admin/instances/{id}/invitations": [
    "email_already_exists",
    "sign_up_closed",
    ...asAdmin,
    ...withBody,
    ...always
  ],
  "DELETE /v1/admin/instances/{id}/invitations/{invitationId}": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/audit-log": ["invalid_request", "cursor_expired", ...withKey, ...always],
  "GET /v1/admin/instances/{id}/events": ["invalid_request", "cursor_expired", ...withKey, ...always],
  "GET /v1/admin/instances/{id}/webhooks": [...withKey, ...always],
  "POST /v1/admin/instances/{id}/webhooks": [...asAdmin, ...withBody, ...always],
  "GET /v1/admin/instances/{id}/webhooks/{webhookId}": [...withKey, ...always],
  "PATCH /v1/admin/instances/{id}/webhooks/{webhookId}": [...asAdmin, ...withBody, ...always],
  "DELETE /v1/admin/instances/{id}/webhooks/{webhookId}": ["forbidden_origin", ...asAdmin, ...always],
  "POST /v1/admin/instances/{id}/webhooks/{webhookId}/rotate-secret": [...asAdmin, ...withBody, ...always],
  "POST /v1/admin/instances/{id}/webhooks/{webhookId}/test": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/instances/{id}/webhooks/{webhookId}/deliveries": ["invalid_request", ...withKey, ...always],
  "POST /v1/admin/instances/{id}/webhooks/{webhookId}/deliveries/{eventId}/redeliver": [
    "forbidden_origin",
    ...asAdmin,
    ...always
  ],
  "POST /v1/admin/instances/{id}/webhooks/{webhookId}/redeliver-failed": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/instances/{id}/email-suppressions": ["invalid_request", ...withKey, ...always],
  "DELETE /v1/admin/instances/{id}/email-suppressions/{emailId}": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/operators": [...withKey, ...always],
  "POST /v1/admin/operators": ["operator_already_exists", ...asAdmin, ...withBody, ...always],
  "GET /v1/admin/operators/{operatorId}": [...withKey, ...always],
  "PATCH /v1/admin/operators/{operatorId}": ["last_admin_required", ...asAdmin, ...withBody, ...always],
  "DELETE /v1/admin/operators/{operatorId}": ["last_admin_required", "forbidden_origin", ...asAdmin, ...always],
  "POST /v1/admin/operators/{operatorId}/invitations": [...asAdmin, ...withBody, ...always],
  "DELETE /v1/admin/operators/{operatorId}/passkeys": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/api-keys": [...withKey, ...always],
  "POST /v1/admin/api-keys": [...asAdmin, ...withBody, ...always],
  "DELETE /v1/admin/api-keys/{apiKeyId}": ["forbidden_origin", ...asAdmin, ...always],
  "POST /v1/hooks/ses": ["email_report_rejected", ...withBody, ...always],
  "GET /v1/admin/instances/{id}/identity-providers": [...withKey, ...always],
  "POST /v1/admin/instances/{id}/identity-providers": [...asAdmin, ...withBody, ...always],
  "GET /v1/admin/instances/{id}/identity-providers/{providerId}": [...withKey, ...always],
  "PATCH /v1/admin/instances/{id}/identity-providers/{providerId}": [...asAdmin, ...withBody, ...always],
  "DELETE /v1/admin/instances/{id}/identity-providers/{providerId}": [
    "forbidden_origin",
    "invalid_request",
    ...asAdmin,
    ...always
  ],
  "POST /v1/admin/instances/{id}/identity-providers/{providerId}/check": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/instances/{id}/email-texts": [...withKey, ...always],
  "GET /v1/admin/instances/{id}/email-texts/{kind}/{language}": [...withKey, ...always],
  "PUT /v1/admin/instances/{id}/email-texts/{kind}/{language}": [...asAdmin, ...withBody, ...always],
  "DELETE /v1/admin/instances/{id}/email-texts/{kind}/{language}": ["forbidden_origin", ...asAdmin, ...always],
  "POST /v1/admin/instances/{id}/email-texts/{kind}/{language}/preview": [...withKey, ...withBody, ...always],
  "POST /v1/admin/instances/{id}/email-texts/{kind}/{language}/test": [
    "magic_link_rate_limited",
    ...asAdmin,
    ...withBody,
    ...always
  ],
  "GET /health/live": [],
  "GET /health/ready": ["service_unavailable"]
}

const errorReplies = operations.flatMap(({ method, path, responses }) =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => ({ method, path, status, response }))
)

describe("The problems in the OpenAPI document", () => {
  test.each(Object.entries(declared))("%s declares the problems that it can respond with", (name, codes) => {
    const found = errorReplies.filter(({ method, path }) => `${method} ${path}` === name)
    expect(found.flatMap(({ response }) => codesIn(response)).sort()).toEqual([...codes].sort())
  })

  test("has a row for every operation, and every code of the catalogue except two, under its own status", () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(declared).sort())
    // 405 is the response to methods that a path does not have, and endpoints of apps respond with `insufficient_scope`.
    const codes = new Set(Object.values(declared).flat())
    expect([...codes, "insufficient_scope", "method_not_allowed"].sort()).toEqual([...Problem.codes].sort())
    for (const { response, status } of errorReplies) {
      const named = codesIn(response)
      expect(named).not.toEqual([])
      for (const code of named) expect(Problem.statusOf(code)).toBe(Number(status))
    }
  })

  test("gives errors the media type of problems, and contains no schema that is never sent", () => {
    for (const { response } of errorReplies)
      expect(Object.keys(response.content ?? {})).toEqual(["application/problem+json"])
    expect(JSON.stringify(document)).not.toMatch(/HttpApiDecodeError/)
  })

  test("refers to one schema per problem, and declares Retry-After for rate limits and outages", () => {
    for (const { response, status } of errorReplies) {
      const schema = response.content?.["application/problem+json"]?.schema ?? {}
      const members = schema.anyOf ?? [schema]
      for (const member of members) expect(Object.keys(member)).toEqual(["$ref"])
      expect(Object.keys(response.headers ?? {})).toEqual([429, 503].includes(Number(status)) ? ["Retry-After"] : [])
    }
  })
})
