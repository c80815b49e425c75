import * as Docs from "@latchkey/http/core/Docs"
import * as Problem from "@latchkey/http/core/Problem"
import * as Schema from "effect/Schema"
import { describe, expect, test } from "vitest"
import { start } from "./support/conformance.ts"
import { endpoints } from "./support/contract.ts"

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

// As a reader of the served document sees it.
const document: Document = JSON.parse(JSON.stringify(Docs.specification()))
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...operation }))
)

/** Every object inside a value, itself included. */
const objectsIn = (value: unknown): ReadonlyArray<Record<string, unknown>> =>
  typeof value === "object" && value !== null
    ? [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
    : []

const codesIn = (value: unknown): ReadonlyArray<unknown> =>
  objectsIn(value).flatMap(({ properties }) => {
    const code = (properties as Record<string, { enum?: ReadonlyArray<unknown> }> | undefined)?.["code"]
    return code?.enum ?? []
  })

const errorReplies = operations.flatMap(({ method, path, responses }) =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => ({ method, path, status, response }))
)

describe("the OpenAPI document", () => {
  test("is OpenAPI 3.1, with a title and a version", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({ title: "Latchkey", version: "1" })
  })

  test("lists every endpoint of the contract, and no other", () => {
    const listed = operations.map(({ method, path }) => `${method.toUpperCase()} ${path.replace("{id}", "default")}`)
    expect(listed.sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test("lists every code, each under its own status", () => {
    const exported = Object.entries(Problem).filter(([name, one]) => Schema.isSchema(one) && name !== "InvalidField")
    const codes = new Set(errorReplies.flatMap(({ response }) => codesIn(response)))
    expect(codes.size).toBe(exported.length)
    for (const { response, status } of errorReplies) {
      const named = codesIn(response) as ReadonlyArray<Problem.ProblemCode>
      expect(named).not.toEqual([])
      for (const code of named) expect(Problem.statusOf(code)).toBe(Number(status))
    }
  })

  test("says that errors are problems, and tells of no shape that is never sent", () => {
    for (const { response } of errorReplies)
      expect(Object.keys(response.content ?? {})).toEqual(["application/problem+json"])
    expect(JSON.stringify(document)).not.toMatch(/HttpApiDecodeError/)
  })

  test("says what each endpoint answers when all is well, and describes every reply", () => {
    for (const { operationId, responses } of operations) {
      const successes = Object.keys(responses).filter((status) => Number(status) < 400)
      expect(successes, operationId).toHaveLength(1)
      for (const { description } of Object.values(responses)) expect(description.trim()).not.toBe("")
    }
  })

  test("refers to nothing that is not in it, and holds nothing that nobody refers to", () => {
    const references = new Set(objectsIn(document).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : [])))
    const defined = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect([...references].sort()).toEqual(defined.sort())
  })

  test("names every operation once, and only tags that it explains", () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const explained = document.tags.map(({ name }) => name)
    for (const { tags } of operations) expect(explained).toEqual(expect.arrayContaining([...tags]))
  })

  test("declares the parameters that its paths have, and the token as required", () => {
    for (const { parameters = [], path } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(inPath)
      for (const parameter of parameters) expect(parameter.required).toBe(true)
    }
    const verify = document.paths["/v1/auth/magic-link/verify"]?.["get"]
    expect(verify?.parameters).toEqual([{ name: "token", in: "query", required: true, schema: { type: "string" } }])
  })

  test("says that bodies are JSON, where there is one", () => {
    const withBody = operations.filter(({ requestBody }) => requestBody !== undefined)
    expect(withBody.map(({ operationId }) => operationId).sort()).toEqual([
      "account.setPassword",
      "admin.changeInstance",
      "admin.createInstance",
      "auth.signIn",
      "auth.signUp",
      "magicLink.confirmMagicLink",
      "magicLink.requestMagicLink"
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
