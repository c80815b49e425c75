import * as HttpApi from "@effect/platform/HttpApi"
import { LatchkeyApi } from "@latchkey/http/LatchkeyApi"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as SchemaAst from "effect/SchemaAST"
import type { FuzzReply } from "./client.ts"
import type { FuzzRequest } from "./requests.ts"
import { marker } from "./text.ts"

type Declared = ReadonlyMap<number, Option.Option<SchemaAst.AST>>

/** The successes that the contract declares, each with a pattern of method and path. */
const contract: Array<{ readonly pattern: RegExp; readonly declared: Declared }> = []
HttpApi.reflect(LatchkeyApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, successes }) => {
    const declared = new Map([...successes].map(([status, { ast }]) => [status, ast]))
    contract.push({
      pattern: new RegExp(`^${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, "[^/]+")}$`),
      declared
    })
  }
})

/** Returns the path as the router normalizes it. */
const routed = (path: string): string => {
  const [bare = ""] = path.replace(/^http:\/\/[^/]*/, "").split(/[?;#]/, 1)
  const slashed = `/${bare}`
    .replace(/\/{2,}/g, "/")
    .replace(/(.)\/$/, "$1")
    .toLowerCase()
  return decodeURIComponent(slashed)
}

const everywhere = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff"
}

const internals =
  /node_modules|\/tmp\/|\.(ts|js)\b|\bat \w+ \(|\b(select|insert|update|delete)\s+\S+\s+(from|into|set)\b|Error:/i

const isDocumentation = ({ path }: FuzzRequest, { status }: FuzzReply): boolean =>
  status === 200 && /docs|openapi\.json/i.test(unescape(path))

const isPage = ({ headers }: FuzzReply): boolean => headers["content-type"] === "text/html; charset=utf-8"

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const problemObjections = (reply: FuzzReply): ReadonlyArray<string> => {
  const body = parse(reply.text)
  if (reply.headers["content-type"] !== "application/problem+json")
    return ["is an error that is not a problem document"]
  const { code, detail, errors, status, title, type, violations, ...others } = (body ?? {}) as Record<string, unknown>
  const isWellFormed =
    status === reply.status &&
    type === `urn:latchkey:problem:${code}` &&
    [title, detail].every((text) => typeof text === "string" && text !== "") &&
    [errors ?? [], violations ?? []].every(Array.isArray) &&
    Object.keys(others).length === 0
  return isWellFormed ? [] : ["is a malformed problem"]
}

const successObjections = (
  { method, path }: FuzzRequest,
  { headers, status, text }: FuzzReply
): ReadonlyArray<string> => {
  if (status === 204 || method === "HEAD") return text === "" ? [] : ["has an undeclared body"]
  if (status === 303) return headers.location === undefined ? ["has no Location"] : []
  if (method === "OPTIONS") return ["is a preflight with a body"]
  const name = `${method} ${routed(path)}`
  const declared = contract.find(({ pattern }) => pattern.test(name))?.declared.get(status)
  if (declared === undefined) return ["is a success that the contract does not declare"]
  const body = parse(text)
  return Option.exists(declared, (ast) => Either.isLeft(Schema.decodeUnknownEither(Schema.make(ast))(body)))
    ? ["does not have the declared schema"]
    : []
}

/** Returns everything that is wrong with a response. */
export const objections = (request: FuzzRequest, reply: FuzzReply): ReadonlyArray<string> => {
  const { headers, status, text } = reply
  if (status >= 500) return [`is a ${status}`]
  if (isDocumentation(request, reply)) return []
  // A form of a page sends its origin.
  const isKeySet = status === 200 && routed(request.path) === "/.well-known/jwks.json" && text !== '{"keys":[]}'
  const expected = {
    ...everywhere,
    ...(isKeySet ? { "cache-control": "public, max-age=300" } : {}),
    "referrer-policy": isPage(reply) ? "strict-origin" : "no-referrer"
  }
  const missing = Object.entries(expected).filter(([name, value]) => headers[name] !== value)
  // Names that operators give are in the replies.
  const isAdministered =
    status < 300 && /instances|operators|api-keys|audit-log/i.test(decodeURIComponent(request.path.split("?")[0] ?? ""))
  const all = `${JSON.stringify(headers)}\n${text}`
  return [
    ...missing.map(([name]) => `has no ${name}`),
    ...(all.includes(marker) && !isAdministered ? ["echoes the request"] : []),
    ...(internals.test(all) && !isAdministered ? ["contains internals"] : []),
    ...([429, 503].includes(status) && !/^[1-9]\d*$/.test(headers["retry-after"] ?? "") ? ["has no Retry-After"] : []),
    ...(status === 405 && headers.allow === undefined ? ["has no Allow"] : []),
    ...(isPage(reply) || (request.method === "HEAD" && status >= 400)
      ? []
      : status >= 400
        ? problemObjections(reply)
        : successObjections(request, reply))
  ]
}
