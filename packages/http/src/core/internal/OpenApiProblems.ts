/**
 * Corrects the error responses of the OpenAPI document. The platform adds its own decoding error to every endpoint,
 * which the handlers never send, describes a status by its first error only, drops the media type of a status that has
 * several errors, and cannot declare headers.
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

type Schemas = Readonly<Record<string, { readonly description?: string }>>

/** The part of an operation that is corrected. */
export interface Operation {
  readonly operationId: string
  readonly responses: Record<string, Response>
}

/** The part of an OpenAPI document that is corrected. */
export interface Document {
  readonly info: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Schemas; readonly securitySchemes?: object }
}

/** Returns `true` for a whole document. */
export const isDocument = (part: object): part is Document => "paths" in part && "components" in part

const unsent = ["HttpApiDecodeError", "Issue", "PropertyKey"]
const nameOf = ({ $ref = "" }: JsonSchema): string => $ref.replace("#/components/schemas/", "")
const isSent = (schema: JsonSchema): boolean => !unsent.includes(nameOf(schema))

const retryAfter = {
  "Retry-After": { description: "Whole seconds to wait before the next attempt.", schema: { type: "integer" } }
}
const headersOf = (status: string) => (status === "429" || status === "503" ? { headers: retryAfter } : {})

const asProblem =
  (schemas: Schemas) =>
  ([status, response]: [string, Response]): ReadonlyArray<[string, Response]> => {
    const [media] = Object.values(response.content ?? {})
    if (Number(status) < 400 || media === undefined) return [[status, response]]
    const sent = (media.schema.anyOf ?? [media.schema]).filter(isSent)
    const [first, ...others] = sent
    if (first === undefined) return []
    const titles = sent.map((schema) => schemas[nameOf(schema)]?.description ?? response.description)
    const problem = {
      description: [...new Set(titles)].join(" / "),
      ...headersOf(status),
      content: { "application/problem+json": { schema: others.length === 0 ? first : { anyOf: sent } } }
    }
    return [[status, problem]]
  }

/** Corrects the operations that are Latchkey's. Those of an app may send the platform's decoding error. */
export const correct = <D extends Document>(document: D, isOwn: (operation: Operation) => boolean): D => {
  const { components, paths } = document
  const corrected = (operation: Operation) => ({
    ...operation,
    responses: Object.fromEntries(Object.entries(operation.responses).flatMap(asProblem(components.schemas)))
  })
  const isAllOwn = Object.values(paths)
    .flatMap(Object.values<Operation>)
    .every(isOwn)
  return {
    ...document,
    paths: Record.map(paths, (operations) =>
      Record.map(operations, (operation) => (isOwn(operation) ? corrected(operation) : operation))
    ),
    components: isAllOwn
      ? { ...components, schemas: Record.filter(components.schemas, (_, name) => !unsent.includes(name)) }
      : components
  }
}
