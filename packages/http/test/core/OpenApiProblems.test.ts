import { assert, describe, it } from "@effect/vitest"
import * as OpenApiProblems from "../../src/core/internal/OpenApiProblems.ts"

const decodeError = { $ref: "#/components/schemas/HttpApiDecodeError" }
const ok = { $ref: "#/components/schemas/Ok" }
const [first, second] = [{ title: "first" }, { title: "second" }]

const reply = (schema: object, contentType = "application/json") => ({
  description: "A reply",
  content: { [contentType]: { schema } }
})
const corrected = (responses: Record<string, ReturnType<typeof reply> | { readonly description: string }>) => {
  const schemas = { HttpApiDecodeError: {}, Issue: {}, PropertyKey: {}, Ok: {} }
  const document = OpenApiProblems.correct({ paths: { "/": { get: { responses } } }, components: { schemas } })
  return { responses: document.paths["/"]?.["get"]?.responses, schemas: document.components.schemas }
}

describe("OpenApiProblems.correct", () => {
  it("gives error replies the media type of problems, one or several under a status", () => {
    const { responses } = corrected({ "401": reply(first), "400": reply({ anyOf: [first, second] }) })
    assert.deepStrictEqual(responses, {
      "401": reply(first, "application/problem+json"),
      "400": reply({ anyOf: [first, second] }, "application/problem+json")
    })
  })

  it("removes the platform's decoding error, and a status that has nothing else", () => {
    const { responses, schemas } = corrected({
      "200": reply(ok),
      "400": reply(decodeError),
      "401": reply({ anyOf: [decodeError, first] }),
      "429": reply({ anyOf: [decodeError, first, second] })
    })
    assert.deepStrictEqual(responses, {
      "200": reply(ok),
      "401": reply(first, "application/problem+json"),
      "429": reply({ anyOf: [first, second] }, "application/problem+json")
    })
    assert.deepStrictEqual(schemas, { Ok: {} })
  })

  it("does not change replies without a body", () => {
    const empty = { "204": { description: "Nothing" }, "404": { description: "Nothing" } }
    assert.deepStrictEqual(corrected(empty).responses, empty)
  })
})

describe("OpenApiProblems.isDocument", () => {
  it("recognizes a whole document, and no part of one", () => {
    assert.isTrue(OpenApiProblems.isDocument({ openapi: "3.1.0", paths: {}, components: { schemas: {} } }))
    assert.isFalse(OpenApiProblems.isDocument({ name: "session", description: "Sessions" }))
  })
})
