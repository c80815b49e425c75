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
  readonly requestBody?: { readonly content: Record<string, MediaType> }
  readonly responses: Record<string, { readonly description: string; readonly content?: Record<string, MediaType> }>
}
interface Document {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly tags: ReadonlyArray<{ readonly name: string }>
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, unknown> }
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

const codesIn = (value: unknown): ReadonlyArray<unknown> =>
  objectsIn(value).flatMap(({ properties }) => {
    const code = (properties as Record<string, { enum?: ReadonlyArray<unknown> }> | undefined)?.["code"]
    return code?.enum ?? []
  })

const always = ["internal_error", "service_unavailable"] as const
const withBody = ["invalid_request", "forbidden_origin", "payload_too_large", "unsupported_media_type"] as const
const asAdmin = ["unauthenticated", "signin_rate_limited", "not_found"] as const

/** The problems that each operation can respond with. */
const declared: Readonly<Record<string, ReadonlyArray<Problem.ProblemCode>>> = {
  "POST /v1/auth/sign-up/email-password": [
    "password_too_short",
    "email_already_exists",
    "signup_rate_limited",
    ...withBody,
    ...always
  ],
  "POST /v1/auth/sign-in/email-password": ["invalid_credentials", "signin_rate_limited", ...withBody, ...always],
  "PUT /v1/auth/password": [
    "unauthenticated",
    "password_too_short",
    "invalid_credentials",
    "reauthentication_required",
    "signin_rate_limited",
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
  "GET /v1/auth/session": ["unauthenticated", ...always],
  "GET /v1/auth/sessions": ["unauthenticated", ...always],
  "DELETE /v1/auth/sessions/{id}": ["unauthenticated", "not_found", "forbidden_origin", ...always],
  "POST /v1/auth/sign-out": ["forbidden_origin", ...always],
  "POST /v1/auth/sign-out/all": ["unauthenticated", "forbidden_origin", ...always],
  "GET /v1/admin/instances": [...asAdmin, ...always],
  "POST /v1/admin/instances": ["plan_does_not_allow", ...asAdmin, ...withBody, ...always],
  "GET /v1/admin/instances/{id}": [...asAdmin, ...always],
  "PATCH /v1/admin/instances/{id}": ["plan_does_not_allow", ...asAdmin, ...withBody, ...always],
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

  test("describes every endpoint of the contract, and no other", () => {
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path.replace("{id}", "default")}`)
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

  test("has one success per operation, and a description of every response", () => {
    for (const { operationId, responses } of operations) {
      const successes = Object.keys(responses).filter((status) => Number(status) < 400)
      expect(successes, operationId).toHaveLength(1)
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
      for (const parameter of parameters) expect(parameter.required).toBe(true)
    }
    const verify = document.paths["/v1/auth/magic-link/verify"]?.["get"]
    expect(verify?.parameters).toEqual([{ name: "token", in: "query", required: true, schema: { type: "string" } }])
  })

  test("gives every body the media type application/json", () => {
    const withBody = operations.filter(({ requestBody }) => requestBody !== undefined)
    expect(withBody.map(({ operationId }) => operationId).sort()).toEqual([
      "instance.createInstance",
      "instance.updateInstance",
      "magicLink.confirmMagicLink",
      "magicLink.requestMagicLink",
      "password.setPassword",
      "password.signIn",
      "password.signUp"
    ])
    for (const { requestBody } of withBody)
      expect(Object.keys(requestBody?.content ?? {})).toEqual(["application/json"])
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
