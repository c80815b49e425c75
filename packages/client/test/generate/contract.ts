import * as Docs from "@latchkey/http/Docs"
import * as Record from "effect/Record"
import * as Struct from "effect/Struct"
import * as names from "./names.ts"

/** A schema of the OpenAPI document, as far as the contract uses schemas. */
export interface Described {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Described>
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly items?: Described
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, Described>>
  readonly required?: ReadonlyArray<string>
  readonly type?: string
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Described }>>
  readonly headers?: object
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly schema: Described
}

interface Operation {
  readonly description: string
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Described>> }
}

/** A method of the client, and the endpoint that it calls. */
export interface Method {
  readonly name: string
  readonly group: string
  readonly description: string
  readonly verb: string
  readonly path: string
  readonly input: string | undefined
  readonly fields: ReadonlyArray<string> | undefined
  readonly data: ReadonlyArray<string>
  readonly codes: ReadonlyArray<string>
}

/** A problem, its schema, and whether it comes with `Retry-After`. */
interface ProblemOfContract {
  readonly name: string
  readonly schema: Described
  readonly isRetryable: boolean
}

/** What the client needs of the contract: its methods, the types of their inputs and data, and their problems. */
export interface Contract {
  readonly methods: ReadonlyArray<Method>
  readonly schemas: Readonly<Record<string, Described>>
  readonly problems: Readonly<Record<string, ProblemOfContract>>
}

const prefix = "#/components/schemas/"

/** Returns the name of the type of a schema. */
export const nameOf = ({ $ref = "" }: Described): string => {
  const name = $ref.slice(prefix.length)
  return names.types[name] ?? name
}

/** Returns the name with a capital first letter. */
export const capitalized = (name: string) => name[0]?.toUpperCase() + name.slice(1)

/** Returns the name with a small first letter. */
export const uncapitalized = (name: string) => name[0]?.toLowerCase() + name.slice(1)

const methodOf = (endpoint: string): string =>
  names.methods[endpoint] ?? uncapitalized(endpoint.replace(/^(get|list)(?=[A-Z])/, ""))

const alternatives = (schema: Described): ReadonlyArray<Described> => schema.anyOf?.flatMap(alternatives) ?? [schema]

const isOfPrograms = (schema: Described): boolean => names.ofPrograms.types.includes(nameOf(schema))

const withoutFieldsOfPrograms = (schema: Described, name: string): Described => {
  const { properties } = schema
  const dropped = names.ofPrograms.fields[name]
  return properties === undefined || dropped === undefined
    ? schema
    : { ...schema, properties: Struct.omit(properties, ...dropped) }
}

/** Adds the parameter of the query to a path, as one of the path is written. */
const withQuery = (path: string, { parameters = [] }: Operation): string =>
  [path, ...parameters.filter((one) => one.in === "query").map(({ name }) => `${name}={${name}}`)].join("?")

/** Reads the endpoints for users from the OpenAPI document. */
export const read = (specification: object = Docs.specification()): Contract => {
  const document: Document = JSON.parse(JSON.stringify(specification))
  const components = Record.map(document.components.schemas, withoutFieldsOfPrograms)
  const schemas: Record<string, Described> = {}
  const problems: Record<string, ProblemOfContract> = {}
  const componentOf = ({ $ref = "" }: Described) => components[$ref.slice(prefix.length)] ?? {}

  const add = (schema: Described): void => {
    for (const part of [schema.items, ...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})]) {
      if (part === undefined) continue
      if (part.$ref !== undefined && componentOf(part).type === "object") addNamed(nameOf(part), componentOf(part))
      add(part)
    }
  }
  const addNamed = (name: string, schema: Described) => {
    const known = schemas[name]
    if (known === undefined) {
      schemas[name] = schema
      add(schema)
    } else if (JSON.stringify(known.properties) !== JSON.stringify(schema.properties)) {
      throw new Error(`Two types have the name ${name}`)
    }
    return name
  }

  const inputOf = (name: string, { parameters = [], requestBody }: Operation) => {
    const inUrl = parameters.filter((parameter) => ["path", "query"].includes(parameter.in))
    const body = requestBody?.content?.["application/json"]?.schema
    if (body === undefined && inUrl.length === 0) return {}
    const schema = body === undefined ? {} : componentOf(body)
    const input = {
      ...schema,
      type: "object",
      properties: { ...Object.fromEntries(inUrl.map((one) => [one.name, one.schema])), ...schema.properties },
      required: [...inUrl.map((one) => one.name), ...(schema.required ?? [])]
    }
    const reference = names.references[name] ?? `${capitalized(name)}Input`
    return {
      input: addNamed(body === undefined ? reference : nameOf(body), input),
      fields: body === undefined ? undefined : Object.keys(schema.properties ?? {})
    }
  }

  const problemIn = (headers: object | undefined) => (reference: Described) => {
    const schema = componentOf(reference)
    const code = String(schema.properties?.["code"]?.enum?.[0])
    problems[code] = { name: nameOf(reference), schema, isRetryable: "Retry-After" in (headers ?? {}) }
    add(schema)
    return code
  }

  const methods = Object.entries(document.paths)
    .filter(([path]) => path.startsWith("/v1/auth/"))
    .flatMap(([path, item]) => Object.entries(item).map(([verb, operation]) => ({ path, verb, operation })))
    .flatMap(({ operation, path, verb }): ReadonlyArray<Method> => {
      const [group = "", endpoint = ""] = operation.operationId.split(".")
      if (names.withoutMethod.includes(endpoint)) return []
      const name = methodOf(endpoint)
      const replies = Object.entries(operation.responses).map(([status, { content = {}, headers }]) => ({
        isSuccess: status.startsWith("2"),
        headers,
        schemas: Object.values(content).flatMap(({ schema }) => alternatives(schema))
      }))
      const { fields, input } = inputOf(name, operation)
      const data = replies
        .filter(({ isSuccess }) => isSuccess)
        .flatMap((reply) =>
          reply.schemas
            .filter((schema) => !isOfPrograms(schema))
            .map((schema) => addNamed(nameOf(schema), componentOf(schema)))
        )
      const codes = replies
        .filter(({ isSuccess }) => !isSuccess)
        .flatMap(({ headers, schemas }) => schemas.map(problemIn(headers)))
        .filter((code) => !names.ofPrograms.codes[endpoint]?.includes(code))
      const { description } = operation
      const url = withQuery(path, operation)
      return [{ name, group, description, verb: verb.toUpperCase(), path: url, input, fields, data, codes }]
    })
  return { methods, schemas: inlined(schemas, componentOf), problems: inlined(problems, componentOf) }
}

/** Describes a schema that is no more than a primitive, such as a time, where it is used. */
const inlined = <A>(value: A, componentOf: (schema: Described) => Described): A =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    part?.$ref !== undefined && componentOf(part).type !== "object"
      ? { ...componentOf(part), ...part, $ref: undefined }
      : part
  )

/** The codes of all methods, and the further codes of all methods that send a body. */
export const sharedCodes = ({ methods }: Contract) => {
  const inAll = (some: ReadonlyArray<Method>) =>
    (some[0]?.codes ?? []).filter((code) => some.every(({ codes }) => codes.includes(code))).sort()
  const common = inAll(methods)
  const ofBody = inAll(methods.filter(({ fields }) => fields !== undefined)).filter((code) => !common.includes(code))
  return { common, ofBody }
}

/** Returns the fields of a problem that not all problems have. */
export const additionsOf = ({ problems }: Contract, code: string): Readonly<Record<string, Described>> => {
  const all = Object.values(problems).map(({ schema }) => Object.keys(schema.properties ?? {}))
  const isShared = (field: string) => all.every((fields) => fields.includes(field))
  const properties = Object.entries(problems[code]?.schema.properties ?? {})
  return Object.fromEntries(properties.filter(([field]) => !isShared(field)))
}

/** Returns the codes of a method that not all methods, or all with a body, have. */
export const ownCodes = (contract: Contract) => {
  const { common, ofBody } = sharedCodes(contract)
  return ({ codes, fields }: Method): ReadonlyArray<string> =>
    codes.filter((code) => !common.includes(code) && !(fields !== undefined && ofBody.includes(code)))
}
