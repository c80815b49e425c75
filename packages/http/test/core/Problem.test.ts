import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as HttpProblem from "@latchkey/http/core/Problem"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const { problem, toResponse } = HttpProblem

const statuses: Record<HttpProblem.ProblemCode, number> = {
  password_too_short: 400,
  email_already_exists: 400,
  plan_does_not_allow: 400,
  invalid_request: 400,
  invalid_credentials: 401,
  magic_link_disabled: 401,
  invalid_token: 401,
  unauthenticated: 401,
  reauthentication_required: 401,
  forbidden_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  signup_rate_limited: 429,
  signin_rate_limited: 429,
  magic_link_rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503
}
const codes = Object.keys(statuses) as Array<HttpProblem.ProblemCode>

const reply = async (refusal: HttpProblem.Problem) => {
  const response = HttpServerResponse.toWeb(toResponse(refusal))
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe("Problem.toResponse", () => {
  it.each(Object.entries(statuses))("says %s with %i", async (code, status) => {
    const { body, headers, ...answer } = await reply(problem(code as HttpProblem.ProblemCode))
    assert.strictEqual(answer.status, status)
    assert.strictEqual(headers.get("content-type"), "application/problem+json")
    assert.deepStrictEqual(Object.keys(body), ["type", "title", "status", "detail", "code"])
    assert.deepStrictEqual(body, {
      type: `urn:latchkey:problem:${code}`,
      title: HttpProblem.titleOf(code as HttpProblem.ProblemCode),
      status,
      detail: `${HttpProblem.titleOf(code as HttpProblem.ProblemCode)}.`,
      code
    })
  })

  it("tells the details that there are", async () => {
    const errors = [{ field: "email", reason: "is required" }]
    const { body } = await reply(problem("invalid_request", { detail: "No.", errors, violations: ["too_short"] }))
    assert.deepInclude(body, { detail: "No.", errors, violations: ["too_short"] })
  })

  it("says when to come back, in whole seconds, and what is allowed", async () => {
    const { headers } = await reply(problem("signin_rate_limited", { retryAfterSeconds: 17 }))
    assert.strictEqual(headers.get("retry-after"), "17")
    const refused = await reply(problem("method_not_allowed", { allow: ["POST", "OPTIONS"] }))
    assert.strictEqual(refused.headers.get("allow"), "POST, OPTIONS")
    assert.isNull(refused.headers.get("retry-after"))
  })
})

describe("the schemas of problems", () => {
  const schemas = Object.entries(HttpProblem).flatMap(([name, exported]) =>
    Schema.isSchema(exported) && name !== "InvalidField" ? [exported as unknown as typeof HttpProblem.NotFound] : []
  )
  const ofReply = Schema.decodeUnknownSync(Schema.Union(...schemas))

  // 405 is not part of any endpoint's contract: it is what the paths say to methods that none declares.
  it.each(codes.filter((code) => code !== "method_not_allowed"))("read what is really sent: %s", async (code) => {
    const violations = ["too_short" as const]
    const { body } = await reply(problem(code, { errors: [{ field: "a", reason: "b" }], violations }))
    assert.propertyVal(ofReply(body), "code", code)
  })

  it("are one for each of these codes", () => {
    assert.lengthOf(schemas, codes.length - 1)
  })
})

describe("Problem", () => {
  it("prints its code and none of its fields", () => {
    const refusal = problem("invalid_request", { errors: [{ field: "email", reason: "a secret" }] })
    assert.strictEqual(refusal.message, "invalid_request")
    assert.notInclude(String(refusal), "secret")
    assert.notInclude(refusal.stack ?? "", "secret")
  })
})
