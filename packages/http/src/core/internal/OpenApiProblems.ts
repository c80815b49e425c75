/**
 * Corrects the error responses of the OpenAPI document. The platform adds its own decoding error to every endpoint, which
 * the handlers never send, and drops the media type of a status that has several errors.
 */
import * as Record from "effect/Record"

interface JsonSchema {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<JsonSchema>
}

interface Response {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

/** The part of an OpenAPI document that is corrected. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Response> }>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

/** Returns `true` for a whole document. */
export const isDocument = (part: object): part is Document => "paths" in part && "components" in part

const unsent = ["HttpApiDecodeError", "Issue", "PropertyKey"]
const isSent = ({ $ref }: JsonSchema): boolean => !unsent.includes($ref?.replace("#/components/schemas/", "") ?? "")

const sentSchema = (schema: JsonSchema): JsonSchema | undefined => {
  const [first, ...others] = (schema.anyOf ?? [schema]).filter(isSent)
  return first === undefined || others.length === 0 ? first : { ...schema, anyOf: [first, ...others] }
}

const asProblem = ([status, response]: [string, Response]): ReadonlyArray<[string, Response]> => {
  const [media] = Object.values(response.content ?? {})
  if (Number(status) < 400 || media === undefined) return [[status, response]]
  const schema = sentSchema(media.schema)
  return schema === undefined ? [] : [[status, { ...response, content: { "application/problem+json": { schema } } }]]
}

export const correct = (document: Document): Document => ({
  ...document,
  paths: Record.map(document.paths, (operations) =>
    Record.map(operations, (operation) => ({
      ...operation,
      responses: Object.fromEntries(Object.entries(operation.responses).flatMap(asProblem))
    }))
  ),
  components: {
    ...document.components,
    schemas: Record.filter(document.components.schemas, (_, name) => !unsent.includes(name))
  }
})
