/**
 * Declares endpoints: body, query, path, reply and errors, each once. `Implementation` runs them as they are declared.
 */
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as OpenApi from "@effect/platform/OpenApi"
import type { Permission } from "@latchkey/domain/operator/Role"
import type { NonEmptyReadonlyArray } from "effect/Array"
import type * as Effect from "effect/Effect"
import * as JSONSchema from "effect/JSONSchema"
import * as Schema from "effect/Schema"
import * as Problem from "./Problem.ts"
import * as RequestReader from "./RequestReader.ts"

type ProblemCode = Problem.ProblemCode

/**
 * A body.
 *
 * - `schema`: decodes it.
 * - `wire`: what clients and the OpenAPI document see of it, in each of its media types.
 * - `maxBytes`: its largest size, in bytes.
 * - `form`: reads the body from a posted form. The endpoint then accepts that media type, too.
 */
export interface Body<P, PI> {
  readonly schema: Schema.Schema<P, PI>
  readonly wire: Schema.Schema<PI>
  readonly mediaTypes: ReadonlyArray<string>
  readonly maxBytes: number
  readonly form: ReadForm | undefined
}

type ReadForm = (
  fields: URLSearchParams,
  request: RequestReader.IncomingRequest
) => Effect.Effect<unknown, Problem.Problem<"invalid_request">>

const encodingOf = (contentType: string): HttpApiSchema.Encoding => ({
  kind: contentType === RequestReader.formType ? "UrlParams" : "Json",
  contentType
})

/**
 * Declares a body: its schema, its name in the OpenAPI document, and an example. It is JSON of at most 64 KiB unless
 * `mediaTypes`, `maxBytes` and `form` say otherwise. `shown` is what documents show of it, if it decodes less than
 * that.
 */
export const body = <P, PI>(
  schema: Schema.Schema<P, PI>,
  identifier: string,
  example: NoInfer<PI>,
  {
    form,
    maxBytes = RequestReader.maxBytes,
    mediaTypes = [RequestReader.jsonType],
    shown = schema
  }: {
    readonly maxBytes?: number
    readonly mediaTypes?: ReadonlyArray<string>
    readonly form?: ReadForm
    readonly shown?: Schema.Schema.AnyNoContext
  } = {}
): Body<P, PI> => {
  const encoded = Schema.encodedBoundSchema(shown) as unknown as Schema.Schema<PI>
  const accepted = form === undefined ? mediaTypes : [...mediaTypes, RequestReader.formType]
  const wire = Schema.Union(
    ...accepted.map((mediaType) =>
      HttpApiSchema.withEncoding(encoded, encodingOf(mediaType)).annotations({ identifier, examples: [example] })
    )
  )
  return { schema, wire, mediaTypes: accepted, maxBytes, form }
}

/**
 * What an endpoint declares beside its method and its path.
 *
 * - `query`, `body`: decoded before the handler runs. Of a name that is sent twice, the query has the last value.
 * - `success`: the schema of the reply.
 * - `statuses`: the statuses of the reply, 200 by default. It has the first one unless its handler sets another one.
 * - `encode`: encodes the reply as `success` does, without walking the schema.
 * - `errors`: the codes of the errors that only it has. What follows from the method, the query, the body and the
 *   permission is added.
 * - `ownPages`: refuses pages of other origins, even allowed ones.
 * - `permission`: what the role of a caller of the admin API must include. Requires the key, and adds what a caller
 *   without the key or the role gets.
 * - `isBare`: adds no errors. See `bare`.
 * - `override`: replaces parts of the operation in the OpenAPI document.
 */
export interface Declaration<Query, QueryIn, P, PI, Success, SuccessIn, Code extends ProblemCode, Needs = Permission> {
  readonly summary: string
  readonly description: string
  readonly security?: Array<OpenApi.OpenAPISecurityRequirement>
  readonly query?: Schema.Schema<Query, QueryIn>
  readonly body?: Body<P, PI>
  readonly success: Schema.Schema<Success, SuccessIn>
  readonly statuses?: NonEmptyReadonlyArray<number>
  readonly encode?: (reply: Success) => SuccessIn
  readonly errors?: ReadonlyArray<Code>
  readonly ownPages?: true
  readonly permission?: Needs
  readonly isBare?: true
  readonly override?: Readonly<Record<string, unknown>>
}

const ofAll = ["not_found", "internal_error", "service_unavailable"] as const
const ofUnsafe = ["forbidden_origin"] as const
const ofQuery = ["invalid_request"] as const
const ofBody = ["invalid_request", "payload_too_large", "unsupported_media_type"] as const
const ofAdmin = ["unauthenticated", "signin_rate_limited"] as const
// Every role may read.
const ofRole = ["permission_denied"] as const

type SharedOf<Method, Query, P, Needs> =
  | (typeof ofAll)[number]
  | (Method extends "GET" | "HEAD" ? never : (typeof ofUnsafe)[number])
  | ([Query] extends [undefined] ? never : (typeof ofQuery)[number])
  | ([P] extends [undefined] ? never : (typeof ofBody)[number])
  | ([Needs] extends [never] ? never : (typeof ofAdmin)[number])
  | (Needs extends `${string}.read` ? never : [Needs] extends [never] ? never : (typeof ofRole)[number])

/** An endpoint with its declaration. `endpoint` is the platform's. */
export interface Contract<
  Name extends string,
  Method extends HttpMethod,
  in out Path,
  in out Query,
  in out QueryIn,
  in out P,
  in out PI,
  in out Success,
  Code extends ProblemCode
> {
  readonly endpoint: HttpApiEndpoint.HttpApiEndpoint<
    Name,
    Method,
    Path,
    QueryIn,
    PI,
    never,
    Success,
    Problem.DocumentOf<Code>
  >
  readonly declaration: Declaration<Query, QueryIn, P, PI, Success, unknown, Code>
}

/** Stands for every contract. */
export interface Any {
  readonly endpoint: HttpApiEndpoint.HttpApiEndpoint.Any
  readonly declaration: {
    readonly query?: object
    readonly body?: object
    readonly success: Schema.Schema.Any
    readonly encode?: (reply: never) => unknown
    readonly errors?: ReadonlyArray<ProblemCode>
    readonly ownPages?: true
    readonly permission?: Permission
    readonly isBare?: true
  }
}

/** A declaration whose types are forgotten. */
export type Untyped = Declaration<unknown, unknown, unknown, unknown, unknown, unknown, ProblemCode>

const codesOf = (
  method: HttpMethod,
  { body, errors = [], isBare, permission, query }: Any["declaration"]
): ReadonlyArray<ProblemCode> => [
  ...errors,
  ...(permission === undefined ? [] : ofAdmin),
  ...(permission === undefined || permission.endsWith(".read") ? [] : ofRole),
  ...(query === undefined ? [] : ofQuery),
  ...(body === undefined ? [] : ofBody),
  ...(RequestReader.isSafe(method) ? [] : ofUnsafe),
  ...(isBare === true ? [] : ofAll)
]

/** What builds the platform's endpoint, without the types that it computes. */
interface Builder {
  readonly addSuccess: (schema: unknown) => Builder
  readonly addError: (schema: unknown) => Builder
  readonly setUrlParams: (schema: unknown) => Builder
  readonly setPayload: (schema: unknown) => Builder
  readonly annotate: (tag: unknown, value: unknown) => Builder
}

/** Adds the status of a reply to its schema, and keeps its name in the OpenAPI document. */
export const withStatus = <A, I>(schema: Schema.Schema<A, I>, status: number): Schema.Schema<A, I> =>
  schema.annotations({ ...schema.ast.annotations, ...HttpApiSchema.annotations({ status }) })

/**
 * Shows a query to documents and clients. Decodes nothing: the platform would refuse a name that is sent twice before
 * the handler runs, with an error that echoes the values.
 */
const shownQuery = <A, I>(query: Schema.Schema<A, I>) =>
  Schema.Unknown.annotations({ jsonSchema: JSONSchema.make(Schema.encodedSchema(query)) })

/** Declares an endpoint, with the errors that its kind adds. */
export const endpoint = <
  Name extends string,
  Method extends HttpMethod,
  Success,
  SuccessIn,
  Path = never,
  Query = undefined,
  QueryIn = never,
  P = undefined,
  PI = never,
  const Code extends ProblemCode = never,
  Needs extends Permission = never
>(
  base: HttpApiEndpoint.HttpApiEndpoint<Name, Method, Path>,
  declaration: Declaration<Query, QueryIn, P, PI, Success, SuccessIn, Code, Needs>
): Contract<Name, Method, Path, Query, QueryIn, P, PI, Success, Code | SharedOf<Method, Query, P, Needs>> => {
  const { body, description, override = {}, permission, query, statuses = [], success, summary } = declaration
  const { security = permission === undefined ? [] : [{ adminKey: [] }] } = declaration
  const replies = statuses.map((status) => withStatus(success, status))
  const described = (replies.length === 0 ? [success] : replies)
    .reduce((all, reply) => all.addSuccess(reply), base as unknown as Builder)
    .annotate(OpenApi.Summary, summary)
    .annotate(OpenApi.Description, description)
    .annotate(OpenApi.Override, { security, ...override })
  const withQuery = query === undefined ? described : described.setUrlParams(shownQuery(query))
  const withBody = body === undefined ? withQuery : withQuery.setPayload(body.wire)
  const built = codesOf(base.method, declaration).reduce((all, code) => all.addError(Problem.schemaOf(code)), withBody)
  return { endpoint: built as never, declaration: declaration as never }
}

/** Declares an endpoint that belongs to no instance, so that it answers while the store does not. */
export const bare = <Name extends string, Success, SuccessIn, const Code extends ProblemCode = never>(
  base: HttpApiEndpoint.HttpApiEndpoint<Name, "GET">,
  declaration: Declaration<undefined, never, undefined, never, Success, SuccessIn, Code>
): Contract<Name, "GET", never, undefined, never, undefined, never, Success, Code> =>
  endpoint(base, { ...declaration, isBare: true }) as never

/** Endpoints by their names. */
export type Contracts = Readonly<Record<string, Any>>

/** A group of the contract, with its endpoints. */
export type Group<Id extends string, Cs extends Contracts> = HttpApiGroup.HttpApiGroup<
  Id,
  Cs[keyof Cs]["endpoint"],
  never
> & { readonly contracts: Cs }

/** Declares a group. */
export const group = <const Id extends string, Cs extends Contracts>(
  id: Id,
  { description, title }: { readonly title: string; readonly description: string },
  contracts: Cs
): Group<Id, Cs> => {
  for (const [name, { endpoint }] of Object.entries<Any>(contracts)) {
    if (endpoint.name !== name) throw new TypeError(`The endpoint ${endpoint.name} is listed as ${name}`)
  }
  const empty = HttpApiGroup.make(id).annotate(OpenApi.Title, title).annotate(OpenApi.Description, description)
  const built = Object.values(contracts).reduce((all, one) => all.add(one.endpoint) as unknown as typeof all, empty)
  return Object.assign(built, { contracts }) as never
}
