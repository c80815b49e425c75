import * as Docs from "@latchkey/http/core/Docs"
import type * as Problem from "@latchkey/http/core/Problem"

interface Schema {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Schema>
  readonly examples?: ReadonlyArray<Json>
  readonly properties?: { readonly code?: { readonly enum?: ReadonlyArray<Problem.ProblemCode> } }
}
export type Json = Record<string, unknown>
type Content = Readonly<Record<string, { readonly schema: Schema }>>
interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The OpenAPI document as it is served. */
export const document: Document = JSON.parse(JSON.stringify(Docs.specification()))
export const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

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
  Object.entries(operationOf(id).responses).find(([status]) => Number(status) < 400) ?? ["", {}]
