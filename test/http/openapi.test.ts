import { readFileSync } from "node:fs"
import * as Docs from "@latchkey/http/core/Docs"
import * as Problem from "@latchkey/http/core/Problem"
import { describe, expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { endpoints } from "@latchkey/test-support/contract"

interface MediaType {
  readonly schema: Record<string, unknown>
}
interface Operation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string; readonly required: boolean }>
  readonly security: ReadonlyArray<Record<string, ReadonlyArray<never>>>
  readonly requestBody?: { readonly content: Record<string, MediaType> }
  readonly responses: Record<
    string,
    { readonly description: string; readonly content?: Record<string, MediaType>; readonly headers?: object }
  >
}
interface Document {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly contact: { readonly url: string } }
  readonly tags: ReadonlyArray<{ readonly name: string }>
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    readonly schemas: Record<string, unknown>
    readonly securitySchemes: Record<string, Record<string, string>>
  }
}

// Serialized as in the response.
const document: Document = JSON.parse(JSON.stringify(Docs.specification()))
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...operation }))
)

/** Returns every object inside a value, including the value itself. */
const objectsIn = (value: unknown): ReadonlyArray<Record<string, unknown>> =>
  typeof value === "object" && value !== null
    ? [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
    : []

const referenced = ($ref: unknown): unknown =>
  document.components.schemas[String($ref).replace("#/components/schemas/", "")]

const codesIn = (value: unknown): ReadonlyArray<unknown> =>
  objectsIn(value).flatMap(({ $ref, properties }) => {
    const code = (properties as Record<string, { enum?: ReadonlyArray<unknown> }> | undefined)?.["code"]
    return code?.enum ?? ($ref === undefined ? [] : codesIn(referenced($ref)))
  })

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

/** The problems that each operation can respond with. */
/** The codes of an endpoint that takes the first code of an authenticator app. */
const ofFirstCode = [
  "unauthenticated",
  "invalid_token",
  "second_factor_disabled",
  "second_factor_exists",
  "signin_rate_limited"
] as const

const declared: Readonly<Record<string, ReadonlyArray<Problem.ProblemCode>>> = {
  "POST /v1/auth/sign-up/email-password": [
    "password_too_short",
    "email_already_exists",
    "password_disabled",
    "sign_up_closed",
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
  "GET /v1/auth/session": ["unauthenticated", "email_not_verified", ...always],
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
  "POST /v1/auth/reauthenticate": [
    "unauthenticated",
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
  "GET /v1/auth/account": ["unauthenticated", ...always],
  "PUT /v1/auth/account/language": ["unauthenticated", ...withBody, ...always],
  "GET /v1/auth/account/export": ["unauthenticated", ...always],
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
  "DELETE /v1/admin/instances/{id}": ["default_instance_required", "forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/instances/{id}/users": ["invalid_request", ...withKey, ...always],
  "POST /v1/admin/instances/{id}/users": [...ofUser, ...asAdmin, ...withBody, ...always],
  "POST /v1/admin/instances/{id}/users/import": [...asAdmin, ...withBody, ...always],
  "GET /v1/admin/instances/{id}/users/{userId}": [...withKey, ...always],
  "PATCH /v1/admin/instances/{id}/users/{userId}": [...ofUser, ...asAdmin, ...withBody, ...always],
  "DELETE /v1/admin/instances/{id}/users/{userId}": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/instances/{id}/users/{userId}/sessions": [...withKey, ...always],
  "DELETE /v1/admin/instances/{id}/users/{userId}/sessions": ["forbidden_origin", ...asAdmin, ...always],
  "DELETE /v1/admin/instances/{id}/users/{userId}/second-factor": ["forbidden_origin", ...asAdmin, ...always],
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
  "GET /v1/admin/instances/{id}/email-suppressions": ["invalid_request", ...withKey, ...always],
  "DELETE /v1/admin/instances/{id}/email-suppressions/{emailId}": ["forbidden_origin", ...asAdmin, ...always],
  "GET /v1/admin/operators": [...withKey, ...always],
  "POST /v1/admin/operators": ["operator_already_exists", ...asAdmin, ...withBody, ...always],
  "GET /v1/admin/operators/{operatorId}": [...withKey, ...always],
  "PATCH /v1/admin/operators/{operatorId}": ["last_admin_required", ...asAdmin, ...withBody, ...always],
  "DELETE /v1/admin/operators/{operatorId}": ["last_admin_required", "forbidden_origin", ...asAdmin, ...always],
  "POST /v1/admin/operators/{operatorId}/invitations": [...asAdmin, ...withBody, ...always],
  "GET /v1/admin/api-keys": [...withKey, ...always],
  "POST /v1/admin/api-keys": [...asAdmin, ...withBody, ...always],
  "DELETE /v1/admin/api-keys/{apiKeyId}": ["forbidden_origin", ...asAdmin, ...always],
  "POST /v1/hooks/ses": ["email_report_rejected", ...withBody, ...always],
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

describe("The OpenAPI document", () => {
  test("is OpenAPI 3.1, with a title and a version", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({ title: "Latchkey", version: "1" })
  })

  test("names the page for issues of the project as its contact", () => {
    const { bugs } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
    expect(document.info.contact.url).toBe(bugs)
  })

  test("describes every endpoint of the contract, and no other", () => {
    const described = operations.map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "default")}`
    )
    expect(described.sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test.each(Object.entries(declared))("%s declares the problems that it can respond with", (name, codes) => {
    const found = errorReplies.filter(({ method, path }) => `${method.toUpperCase()} ${path}` === name)
    expect(found.flatMap(({ response }) => codesIn(response)).sort()).toEqual([...codes].sort())
  })

  test("has a row for every operation, and every code of the catalogue except 405, under its own status", () => {
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      Object.keys(declared).sort()
    )
    // 405 is the response to methods that a path does not have.
    const codes = new Set(Object.values(declared).flat())
    expect([...codes, "method_not_allowed"].sort()).toEqual([...Problem.codes].sort())
    for (const { response, status } of errorReplies) {
      const named = codesIn(response) as ReadonlyArray<Problem.ProblemCode>
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
      const members = (schema["anyOf"] ?? [schema]) as ReadonlyArray<object>
      for (const member of members) expect(Object.keys(member)).toEqual(["$ref"])
      expect(Object.keys(response.headers ?? {})).toEqual([429, 503].includes(Number(status)) ? ["Retry-After"] : [])
    }
  })

  test("has one success per operation, and a description of every response", () => {
    for (const { operationId, responses } of operations) {
      const successes = Object.keys(responses).filter((status) => Number(status) < 400)
      // 200 if the user or the invitation existed already.
      const isRepeatable = ["user.createUser", "invitation.createInvitation"].includes(operationId)
      expect(successes, operationId).toEqual(isRepeatable ? ["200", "201"] : [expect.anything()])
      for (const { description } of Object.values(responses)) expect(description.trim()).not.toBe("")
    }
  })

  test("has no broken reference, and no unused schema", () => {
    const references = new Set(objectsIn(document).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : [])))
    const defined = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect([...references].sort()).toEqual(defined.sort())
  })

  test("names every operation once, and defines every tag", () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const explained = document.tags.map(({ name }) => name)
    for (const { tags } of operations) expect(explained).toEqual(expect.arrayContaining([...tags]))
  })

  test("declares the parameters of every path, and the token as required", () => {
    for (const { parameters = [], path } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(inPath)
      const isList = /\/(users|invitations|email-suppressions)$/.test(path)
      for (const parameter of parameters) expect(parameter.required).toBe(!isList || parameter.in === "path")
    }
    const verify = document.paths["/v1/auth/magic-link/verify"]?.["get"]
    expect(verify?.parameters).toEqual([
      expect.objectContaining({ name: "token", in: "query", required: true, schema: expect.anything() })
    ])
  })

  test("has a security scheme for each cookie and the admin key", () => {
    expect(document.components.securitySchemes).toEqual({
      client: { type: "apiKey", in: "cookie", name: "__client", description: expect.any(String) },
      session: { type: "apiKey", in: "cookie", name: "__session", description: expect.any(String) },
      pending: { type: "apiKey", in: "cookie", name: "__pending", description: expect.any(String) },
      adminKey: { type: "http", scheme: "bearer", description: expect.any(String) }
    })
  })

  test("requires the cookies or the admin key if the operation returns 401 without them", () => {
    const asOperator = [{ adminKey: [] }]
    const signedIn = [{ client: [], session: [] }]
    for (const { method, path, responses, security } of operations) {
      const isRefused = codesIn(responses["401"]).includes("unauthenticated")
      const ofUsers = path.startsWith("/v1/auth/sign-in/second-factor") ? [{ client: [], pending: [] }] : signedIn
      const required = path.startsWith("/v1/admin/") ? asOperator : ofUsers
      if (isRefused) expect(security, `${method} ${path}`).toEqual(required)
      else expect([[], [{}, { client: [] }, ...signedIn]], `${method} ${path}`).toContainEqual(security)
    }
  })

  test("declares every media type that an operation reads", () => {
    const mediaTypes: Readonly<Record<string, ReadonlyArray<string>>> = {
      "emailReport.receiveSesNotification": ["text/plain", "application/json"],
      "instance.updateInstance": ["application/json", "application/merge-patch+json"],
      "magicLink.confirmMagicLink": ["application/json", "application/x-www-form-urlencoded"],
      "user.updateUser": ["application/json", "application/merge-patch+json"]
    }
    const withBody = operations.filter(({ requestBody }) => requestBody !== undefined)
    expect(withBody.map(({ operationId }) => operationId).sort()).toEqual([
      "acceptance.acceptInvitation",
      "apiKey.createApiKey",
      "emailChange.changeEmail",
      "emailChange.confirmEmail",
      "emailChange.restoreEmail",
      "emailReport.receiveSesNotification",
      "emailText.previewEmailText",
      "emailText.putEmailText",
      "emailText.sendTestEmail",
      "instance.createInstance",
      "instance.updateInstance",
      "invitation.createInvitation",
      "magicLink.confirmMagicLink",
      "magicLink.requestMagicLink",
      "magicLink.verifyMagicLinkCode",
      "operator.createOperator",
      "operator.inviteOperator",
      "operator.updateOperator",
      "passkey.registerPasskey",
      "passkey.renamePasskey",
      "passkey.signInWithPasskey",
      "password.setPassword",
      "password.signIn",
      "password.signUp",
      "passwordReset.forgotPassword",
      "passwordReset.resetPassword",
      "pendingSignUp.verifySignUp",
      "personalData.deleteAccount",
      "personalData.setLanguage",
      "reauthentication.reauthenticate",
      "secondFactor.completeSignIn",
      "secondFactor.confirmPendingTotp",
      "secondFactor.confirmTotp",
      "user.createUser",
      "user.createUserSignInLink",
      "user.importUsers",
      "user.updateUser"
    ])
    for (const { operationId, requestBody } of withBody)
      expect(Object.keys(requestBody?.content ?? {})).toEqual(mediaTypes[operationId] ?? ["application/json"])
  })
})

describe("GET /openapi.json", () => {
  test("is the document", async () => {
    const service = await start()
    const reply = await service.browser().get("/openapi.json")
    await service.stop()
    expect(reply.headers["content-type"]).toBe("application/json")
    expect(reply.json).toEqual(document)
  })
})
