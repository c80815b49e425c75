import * as Docs from "@latchkey/http/Docs"
import type * as Problem from "@latchkey/http/core/Problem"

interface Schema {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Schema>
  readonly examples?: ReadonlyArray<Json>
  readonly properties?: { readonly code?: { readonly enum?: ReadonlyArray<Problem.ProblemCode> } }
}
export type Json = Record<string, unknown>
type Content = Readonly<Record<string, { readonly schema: Schema }>>
interface Response {
  readonly description: string
  readonly content?: Content
  readonly headers?: object
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: ReadonlyArray<string>
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string; readonly required: boolean }>
  readonly security: ReadonlyArray<Record<string, ReadonlyArray<never>>>
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
}
interface Document {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly contact: { readonly url: string } }
  readonly tags: ReadonlyArray<{ readonly name: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, Record<string, string>>>
  }
}

/** The OpenAPI document as it is served. */
export const document: Document = JSON.parse(JSON.stringify(Docs.specification()))
export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation }))
)

const resolve = ({ $ref, ...schema }: Schema): Schema =>
  $ref === undefined ? schema : (document.components.schemas[$ref.replace("#/components/schemas/", "")] ?? {})
export const membersOf = ({ schema }: Content[string]) => (schema.anyOf ?? [schema]).map(resolve)
export const exampleIn = (content: Content | undefined): Json | undefined =>
  Object.values(content ?? {}).flatMap(membersOf)[0]?.examples?.[0]

const operationOf = (id: string): Operation => {
  const operation = operations.find(({ operationId }) => operationId === id)
  if (operation === undefined) throw new Error(`The OpenAPI document has no operation ${id}`)
  return operation
}
export const requestExample = (id: string): Json => exampleIn(operationOf(id).requestBody?.content) ?? {}
export const successOf = (id: string) =>
  Object.entries(operationOf(id).responses).find(([status]) => Number(status) < 400) ?? ["", { description: "" }]

/** The codes of the problems that a response declares. */
export const codesIn = ({ content = {} }: Pick<Response, "content">): ReadonlyArray<Problem.ProblemCode> =>
  Object.values(content)
    .flatMap(membersOf)
    .flatMap(({ properties }) => properties?.code?.enum ?? [])
