import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import * as Problem from "@latchkey/http/core/Problem"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { rooms } from "../../src/Problems.ts"

const { problem, toResponse } = Problem

/** The public names of every problem. They never change. */
const expected: Record<Problem.ProblemCode, readonly [status: number, tag: string]> = {
  password_too_short: [400, "PasswordTooShort"],
  email_already_exists: [400, "EmailAlreadyExists"],
  external_id_already_exists: [400, "ExternalIdAlreadyExists"],
  no_sign_in_method: [400, "NoSignInMethod"],
  plan_does_not_allow: [400, "PlanDoesNotAllow"],
  invalid_request: [400, "InvalidRequest"],
  cursor_expired: [410, "CursorExpired"],
  invalid_credentials: [401, "InvalidCredentials"],
  magic_link_disabled: [401, "MagicLinkDisabled"],
  magic_link_code_disabled: [401, "MagicLinkCodeDisabled"],
  password_disabled: [401, "PasswordDisabled"],
  sign_up_closed: [403, "SignUpClosed"],
  sign_up_refused: [403, "SignUpRefused"],
  invalid_token: [401, "InvalidToken"],
  unauthenticated: [401, "Unauthenticated"],
  device_sign_in_disabled: [403, "DeviceSignInDisabled"],
  authorization_pending: [400, "AuthorizationPending"],
  slow_down: [400, "SlowDown"],
  access_denied: [400, "DeviceDenied"],
  personal_tokens_disabled: [403, "PersonalTokensDisabled"],
  too_many_personal_tokens: [409, "TooManyPersonalTokens"],
  audience_not_allowed: [400, "AudienceNotAllowed"],
  access_tokens_disabled: [403, "AccessTokensDisabled"],
  unsupported_token_type: [400, "UnsupportedTokenType"],
  insufficient_scope: [403, "InsufficientScope"],
  passkey_disabled: [401, "PasskeyDisabled"],
  passkey_already_exists: [409, "PasskeyAlreadyExists"],
  too_many_passkeys: [409, "TooManyPasskeys"],
  passkey_rp_id_in_use: [409, "PasskeyRpIdInUse"],
  identity_provider_disabled: [401, "IdentityProviderDisabled"],
  identity_rejected: [401, "IdentityRejected"],
  identity_provider_unavailable: [503, "IdentityProviderUnavailable"],
  proof_required: [401, "ProofRequired"],
  identity_already_exists: [409, "IdentityAlreadyExists"],
  too_many_identities: [409, "TooManyIdentities"],
  second_factor_disabled: [401, "SecondFactorDisabled"],
  factor_recovery_disabled: [401, "FactorRecoveryDisabled"],
  second_factor_exists: [409, "SecondFactorExists"],
  factor_recovery_not_needed: [409, "FactorRecoveryNotNeeded"],
  factor_recovery_too_early: [409, "FactorRecoveryTooEarly"],
  reauthentication_required: [401, "ReauthenticationRequired"],
  email_not_verified: [403, "EmailNotVerified"],
  email_report_rejected: [403, "EmailReportRejected"],
  permission_denied: [403, "PermissionDenied"],
  forbidden_origin: [403, "ForbiddenOrigin"],
  not_found: [404, "NotFound"],
  method_not_allowed: [405, "MethodNotAllowed"],
  default_instance_required: [409, "DefaultInstanceRequired"],
  operator_already_exists: [409, "OperatorAlreadyExists"],
  last_admin_required: [409, "LastAdminRequired"],
  payload_too_large: [413, "PayloadTooLarge"],
  unsupported_media_type: [415, "UnsupportedMediaType"],
  signup_rate_limited: [429, "SignUpRateLimited"],
  signin_rate_limited: [429, "SignInRateLimited"],
  magic_link_rate_limited: [429, "MagicLinkRateLimited"],
  internal_error: [500, "InternalError"],
  service_unavailable: [503, "ServiceUnavailable"]
}
const rows = Problem.codes.map((code) => ({ code, status: expected[code][0], tag: expected[code][1] }))

const send = async (problem: Problem.Problem) => {
  const response = HttpServerResponse.toWeb(toResponse(problem))
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe("The catalogue of problems", () => {
  it("has these codes, and each tag once", () => {
    assert.deepStrictEqual([...Problem.codes].sort(), Object.keys(expected).sort())
    assert.strictEqual(new Set(rows.map(({ tag }) => tag)).size, rows.length)
  })

  it("has each code in one room", () => {
    assert.deepStrictEqual(rooms.flatMap(Object.keys).sort(), Object.keys(expected).sort())
  })

  it.each(rows)("$code: says when to try again in every language if it passes with time, and only then", ({ code }) => {
    const texts = Problem.userTextsOf(code)
    for (const text of typeof texts === "string" ? [texts] : Object.values(texts)) {
      assert.lengthOf(text.split("{when}"), Problem.isRetryable(code) ? 2 : 1, text)
      assert.notMatch(text.replace("{when}", ""), /[{}$`]/)
    }
  })

  it.each(rows)("$code: the document has status $status, the title and the code", async ({ code, status }) => {
    const { body, headers, ...response } = await send(problem(code))
    assert.strictEqual(Problem.statusOf(code), status)
    assert.strictEqual(response.status, status)
    assert.strictEqual(headers.get("content-type"), "application/problem+json")
    assert.deepStrictEqual(Object.keys(body), ["type", "title", "status", "detail", "code"])
    assert.deepStrictEqual(body, {
      type: `urn:latchkey:problem:${code}`,
      title: Problem.titleOf(code),
      status,
      detail: `${Problem.titleOf(code)}.`,
      code
    })
  })

  it.each(rows)("$code: the title is a few words, and the user text is a sentence", ({ code }) => {
    assert.match(Problem.titleOf(code), /^[A-Z][^.!?]{5,60}$/)
    assert.match(Problem.userTextOf(problem(code)), /^[A-Z][^${}_]{10,120}\.$/)
  })

  it.each(rows)("$code: the failure of an HttpApi is the document with the tag $tag", async ({ code, tag }) => {
    const { body } = await send(problem(code))
    assert.deepStrictEqual<unknown>(Problem.toFailure(code), { _tag: tag, ...body })
  })
})

describe("The schemas of problems", () => {
  const schemaOf = (code: Problem.ProblemCode) => Problem.schemaOf(code) as Schema.Schema<object, object>
  const errors = [{ field: "a", reason: "b" }]
  const violations = ["too_short" as const]
  const availableAt = DateTime.unsafeMake("2026-11-24T12:00:00.000Z")
  // No endpoint declares 405: the fallback routes respond with it to methods that a path does not have.
  const declared = rows.filter(({ code }) => code !== "method_not_allowed")

  it.each(declared)("$code: the schema decodes the document to the tag $tag", async ({ code, tag }) => {
    const { body } = await send(
      problem(code, { errors, violations, reasons: [], availableAt, methods: ["password"], reason: "user" })
    )
    const decoded = Schema.decodeUnknownSync(schemaOf(code))(body)
    assert.deepInclude(decoded, { _tag: tag, code })
  })

  it.each(declared)("$code: the schema has the name $tag, the status $status and the media type", (row) => {
    const { ast } = schemaOf(row.code)
    assert.strictEqual(ast._tag, "Transformation")
    assert.strictEqual(HttpApiSchema.getStatusErrorAST(ast), row.status)
    assert.strictEqual(HttpApiSchema.getEncoding(ast).contentType, "application/problem+json")
    const identifier = ast.annotations[Symbol.for("effect/annotation/Identifier")]
    assert.deepStrictEqual(Option.fromNullable(identifier), Option.some(row.tag))
  })
})

describe("Problem.toResponse", () => {
  it("contains the details of the problem", async () => {
    const { body } = await send(
      problem("password_too_short", {
        detail: "No.",
        violations: ["too_short", "custom"],
        reasons: ["It contains your name."]
      })
    )
    assert.deepInclude(body, {
      detail: "No.",
      violations: ["too_short", "custom"],
      reasons: ["It contains your name."]
    })
  })

  it("sets Retry-After in whole seconds, and Allow", async () => {
    const { headers } = await send(problem("signin_rate_limited", { retryAfterSeconds: 17 }))
    assert.strictEqual(headers.get("retry-after"), "17")
    const notAllowed = await send(problem("method_not_allowed", { allow: ["POST", "OPTIONS"] }))
    assert.strictEqual(notAllowed.headers.get("allow"), "POST, OPTIONS")
    assert.isNull(notAllowed.headers.get("retry-after"))
  })
})

describe("Problem.userTextOf", () => {
  const retryable = rows.filter(({ code }) => Problem.isRetryable(code))

  it.each(retryable)("$code: contains the time of Retry-After", ({ code }) => {
    const limited = problem(code, { retryAfterSeconds: 120 })
    assert.strictEqual(Problem.toHeaders(limited)["retry-after"], "120")
    assert.include(Problem.userTextOf(limited), "Try again in 2 minutes.")
    assert.include(Problem.userTextOf(problem(code)), "Try again in a moment.")
  })

  it.each([
    [1, "1 second"],
    [30, "30 seconds"],
    [89, "89 seconds"],
    [90, "2 minutes"],
    [120, "2 minutes"],
    [121, "3 minutes"],
    [900, "15 minutes"]
  ])("formats %i seconds as %s, never less than the time to wait", (seconds, text) => {
    assert.strictEqual(Problem.formatWait(seconds), text)
  })
})

describe("Problem.problem", () => {
  it("captures no stack trace, which would cost more than the response", () => {
    assert.notInclude(problem("service_unavailable").stack ?? "", "Problem.test.ts")
    assert.include(new Error("later").stack ?? "", "Problem.test.ts")
  })
})

describe("Problem", () => {
  it("prints its code and none of its fields", () => {
    const invalid = problem("invalid_request", { errors: [{ field: "email", reason: "a secret" }] })
    assert.strictEqual(invalid.message, "invalid_request")
    assert.notInclude(String(invalid), "secret")
    assert.notInclude(invalid.stack ?? "", "secret")
  })
})
