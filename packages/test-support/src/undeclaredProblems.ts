import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import * as Docs from "@latchkey/http/Docs"

interface Schema {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Schema>
  readonly properties?: { readonly code?: { readonly enum?: ReadonlyArray<string> } }
}
interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const document: Document = JSON.parse(JSON.stringify(Docs.specification()))

const codesIn = ({ $ref, anyOf = [], properties }: Schema): ReadonlyArray<string> => [
  ...($ref === undefined ? [] : codesIn(document.components.schemas[$ref.replace("#/components/schemas/", "")] ?? {})),
  ...(properties?.code?.enum ?? []),
  ...anyOf.flatMap(codesIn)
]

/** Every operation of the OpenAPI document, with the codes that it declares, by status. */
export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { responses }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    parameters: path.split("{").length - 1,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    codes: new Map(
      Object.entries(responses).map(([status, { content = {} }]) => [
        Number(status),
        Object.values(content).flatMap(({ schema }) => codesIn(schema))
      ])
    )
  }))
)

const operationOf = ({ method, url = "" }: IncomingMessage) => {
  // The router takes what follows a semicolon for a query, too.
  const [path = ""] = url.split(/[?#;]/, 1)
  const matching = operations.filter(({ pattern }) => pattern.test(path))
  // A concrete path is matched before a templated one (OpenAPI 3.1, 4.8.8).
  const fewest = Math.min(...matching.map(({ parameters }) => parameters))
  const ofPath = matching.filter(({ parameters }) => parameters === fewest)
  // A HEAD request runs the handler of GET unless the contract declares HEAD.
  return [method, ...(method === "HEAD" ? ["GET"] : [])].flatMap((name) =>
    ofPath.filter((operation) => operation.method === name)
  )[0]
}

const textOf = (body: unknown): string => (body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body))

const codeIn = (body: unknown): string | undefined => {
  try {
    return JSON.parse(textOf(body)).code
  } catch {
    return undefined
  }
}

/**
 * Makes a server, or takes one, and records every error response of an endpoint that the contract does not declare for
 * it. Pages have a status and no code.
 */
export const recordUndeclared = (make: () => Server = createServer) => {
  const undeclared = new Set<string>()
  const check = (request: IncomingMessage, { statusCode }: ServerResponse, body: unknown) => {
    const operation = operationOf(request)
    // The platform ends the request of a client that disconnected with 499. It is not sent.
    if (statusCode < 400 || statusCode === 499 || operation === undefined) return
    const codes = operation.codes.get(statusCode)
    const code = codeIn(body)
    // HTTP itself refuses a request without one valid host, before any endpoint does.
    if (statusCode === 400 && textOf(body).includes('"field":"host"')) return
    if (codes === undefined || (code !== undefined && !codes.includes(code))) {
      undeclared.add(`${operation.name}: ${statusCode} ${code ?? "page"}`)
    }
  }
  const server = () =>
    make().prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
      const end = response.end.bind(response) as (...parameters: ReadonlyArray<unknown>) => ServerResponse
      Object.assign(response, {
        end: (...parameters: ReadonlyArray<unknown>) => {
          check(request, response, parameters[0])
          return end(...parameters)
        }
      })
    })
  return { server, undeclared: (): ReadonlyArray<string> => [...undeclared].sort() }
}
