import { assert, describe, it } from "@effect/vitest"
import * as OpenApiProblems from "../../src/core/internal/OpenApiProblems.ts"

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const decodeError = reference("HttpApiDecodeError")
const ok = reference("Ok")
const [first, second] = [reference("First"), reference("Second")]

const reply = (schema: object) => ({ description: "A reply", content: { "application/json": { schema } } })
const problem = (description: string, schema: object) => ({
  description,
  content: { "application/problem+json": { schema } }
})
const retryAfter = {
  headers: {
    "Retry-After": { description: "Whole seconds to wait before the next attempt.", schema: { type: "integer" } }
  }
}

const sent = { Ok: {}, First: { description: "The first" }, Second: { description: "The second" } }
const unsent = { HttpApiDecodeError: {}, Issue: {}, PropertyKey: {} }

const corrected = (responses: Record<string, ReturnType<typeof reply> | { readonly description: string }>) => {
  const document = OpenApiProblems.correct(
    {
      info: {},
      paths: { "/": { get: { operationId: "group.endpoint", responses } } },
      components: { schemas: { ...sent, ...unsent } }
    },
    () => true
  )
  return { responses: document.paths["/"]?.["get"]?.responses, schemas: document.components.schemas }
}

describe("OpenApiProblems.correct", () => {
  it("gives errors the media type of problems, and the descriptions of all problems of the status", () => {
    const { responses } = corrected({ "401": reply(first), "400": reply({ anyOf: [first, second] }) })
    assert.deepStrictEqual(responses, {
      "401": problem("The first", first),
      "400": problem("The first / The second", { anyOf: [first, second] })
    })
  })

  it("declares Retry-After for 429 and 503", () => {
    const { responses } = corrected({ "429": reply(first), "500": reply(first), "503": reply(second) })
    assert.deepStrictEqual(responses, {
      "429": { ...problem("The first", first), ...retryAfter },
      "500": problem("The first", first),
      "503": { ...problem("The second", second), ...retryAfter }
    })
  })

  it("removes the platform's decoding error, and a status that has nothing else", () => {
    const { responses, schemas } = corrected({
      "200": reply(ok),
      "400": reply(decodeError),
      "401": reply({ anyOf: [decodeError, first] }),
      "403": reply({ anyOf: [decodeError, first, second] })
    })
    assert.deepStrictEqual(responses, {
      "200": reply(ok),
      "401": problem("The first", first),
      "403": problem("The first / The second", { anyOf: [first, second] })
    })
    assert.deepStrictEqual(schemas, sent)
  })

  it("does not change replies without a body", () => {
    const empty = { "204": { description: "Nothing" }, "404": { description: "Nothing" } }
    assert.deepStrictEqual(corrected(empty).responses, empty)
  })

  it("does not change operations of an app, nor the schemas that they use", () => {
    const own = { operationId: "session.getSession", responses: { "400": reply(decodeError) } }
    const other = { operationId: "notes.list", responses: { "400": reply(decodeError) } }
    const document: OpenApiProblems.Document = {
      info: {},
      paths: { "/": { get: own, post: other } },
      components: { schemas: { ...sent, ...unsent } }
    }
    const { components, paths } = OpenApiProblems.correct(document, (operation) => operation === own)
    assert.deepStrictEqual(paths, { "/": { get: { ...own, responses: {} }, post: other } })
    assert.deepStrictEqual(components, document.components)
  })
})

describe("OpenApiProblems.isDocument", () => {
  it("recognizes a whole document, and no part of one", () => {
    assert.isTrue(OpenApiProblems.isDocument({ openapi: "3.1.0", paths: {}, components: { schemas: {} } }))
    assert.isFalse(OpenApiProblems.isDocument({ name: "session", description: "Sessions" }))
  })
})
