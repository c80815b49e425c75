/**
 * Declares endpoints, and runs them as they are declared: a handler gets the body, the query and the path that its
 * endpoint declares, replies with what the endpoint declares, and fails only with errors that the endpoint declares.
 * The compiler checks all of it.
 *
 * The platform decodes and encodes nothing: its errors echo the input, passwords included; it accepts urlencoded bodies
 * and none at all; and it has no limit on bodies.
 */
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import type { HttpMethod } from "@effect/platform/HttpMethod"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as OpenApi from "@effect/platform/OpenApi"
import type { Permission } from "@latchkey/domain/operator/Role"
import type { NonEmptyReadonlyArray } from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Endpoint, type EndpointError, type Handler, type HandleOptions, type RequestContext } from "./Endpoint.ts"
import { decodePayload, type JsonReply, jsonResponse } from "./JsonEndpoint.ts"
import * as Problem from "./Problem.ts"
import * as RequestReader from "./RequestReader.ts"

type ProblemCode = Problem.ProblemCode

/**
 * A body.
 *
 * - `schema`: decodes it.
 * - `wire`: what clients and the OpenAPI document see of it, in each of its media types.
 * - `maxBytes`: the most bytes of it.
 * - `form`: reads it from a posted form, which is one of its media types then.
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
 * `mediaTypes`, `maxBytes` and `form` say otherwise. `shown` is what documents show of it, if it decodes less than that.
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
  const wire = Schema.Union(
    ...(form === undefined ? mediaTypes : [...mediaTypes, RequestReader.formType]).map((mediaType) =>
      HttpApiSchema.withEncoding(encoded, encodingOf(mediaType)).annotations({ identifier, examples: [example] })
    )
  )
  return { schema, wire, mediaTypes, maxBytes, form }
}

/**
 * What an endpoint declares beside its method and its path.
 *
 * - `query`, `body`: decoded before the handler runs. Of a name that is sent twice, the query has the last value.
 * - `success`: the schema of the reply.
 * - `statuses`: the statuses of the reply, 200 by default. It has the first one unless its handler sets another one.
 * - `encode`: encodes the reply as `success` does, without walking the schema.
 * - `errors`: the codes of its own errors. What all endpoints, those with a body, and unsafe methods can answer is added.
 * - `ownPages`: refuses pages of other origins, even allowed ones.
 * - `permission`: what the role of a caller of the admin API must include. Requires the key, and adds what a caller
 *   without the key or the role gets.
 * - `isBare`: only its own errors. See `bare`.
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

type Untyped = Declaration<unknown, unknown, unknown, unknown, unknown, unknown, ProblemCode>

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
const withStatus = <A, I>(schema: Schema.Schema<A, I>, status: number): Schema.Schema<A, I> =>
  schema.annotations({ ...schema.ast.annotations, ...HttpApiSchema.annotations({ status }) })

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
  const withQuery = query === undefined ? described : described.setUrlParams(Schema.encodedSchema(query))
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

type Contracts = Readonly<Record<string, Any>>

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

type Presented<C, Extra> =
  C extends Contract<infer _N, infer _M, infer Path, infer Query, infer _QI, infer P, infer _PI, infer _S, infer _C>
    ? RequestContext & { readonly path: Path; readonly query: Query; readonly body: P } & Extra
    : never

type SuccessOf<C> =
  C extends Contract<infer _N, infer _M, infer _P, infer _Q, infer _QI, infer _B, infer _BI, infer Success, infer _C>
    ? Success
    : never

type CodeOf<C> =
  C extends Contract<infer _N, infer _M, infer _P, infer _Q, infer _QI, infer _B, infer _BI, infer _S, infer Code>
    ? Code
    : never

/** What a handler of an endpoint may fail with. */
export type ErrorOf<C> = Problem.Failing<CodeOf<C>>

/** Handles a request to an endpoint. Replies with what the endpoint declares, or with a response. */
export type HandlerOf<C extends Any, Extra = unknown> = (
  request: Presented<C, Extra>
) => Effect.Effect<JsonReply<SuccessOf<C>> | HttpServerResponse.HttpServerResponse, ErrorOf<C>>

/**
 * A handler, and what runs beside it.
 *
 * - `before`: runs before the body is read, which costs more than a refusal.
 * - `options`: how problems of a request are shown.
 */
export interface Handling<C extends Any, Extra = unknown> {
  readonly before?: (request: Omit<Presented<C, Extra>, "body">) => Effect.Effect<void, ErrorOf<C>>
  readonly handle: HandlerOf<C, Extra>
  readonly options?: (request: RequestReader.IncomingRequest) => HandleOptions
}

/** A handler for each endpoint of a group. */
export type HandlersOf<Cs extends Contracts, Extra = unknown> = {
  readonly [Name in keyof Cs]: HandlerOf<Cs[Name], Extra> | Handling<Cs[Name], Extra>
}

/** Runs before the handlers of a group, and adds to what they get. */
export type Guard<Extra, R> = Effect.Effect<
  (contract: Any, context: RequestContext & { readonly path: never }) => Effect.Effect<Extra, EndpointError>,
  never,
  R
>

type Service = Context.Tag.Service<Endpoint>

/** An endpoint that runs, on any router. `path`: the parameters of the path. */
export type Running = (
  endpoint: Service,
  path: unknown
) => (request: RequestReader.IncomingRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse>

const running = (
  contract: Any,
  { before, handle, options }: Handling<Any>,
  guard: Effect.Effect.Success<Guard<object, never>> | undefined
): Running => {
  const { body, encode, ownPages, query, statuses, success } = contract.declaration as unknown as Untyped
  const decodeBody = body === undefined ? undefined : decodePayload(body.schema)
  const decodeQuery = query === undefined ? undefined : decodePayload(query)
  const respond = jsonResponse(statuses === undefined ? success : withStatus(success, statuses[0]), encode)
  const readBody = ({ request }: RequestContext) => {
    if (body === undefined || decodeBody === undefined) return Effect.void
    const { form, maxBytes, mediaTypes } = body
    const input: Effect.Effect<unknown, Problem.Problem> =
      form !== undefined && RequestReader.isForm(request)
        ? Effect.flatMap(RequestReader.form(request), (fields) => form(fields, request))
        : RequestReader.json(
            request,
            form === undefined ? mediaTypes : [...mediaTypes, RequestReader.formType],
            maxBytes
          )
    return Effect.flatMap(input, decodeBody)
  }
  const readQuery = ({ request }: RequestContext) =>
    decodeQuery === undefined ? Effect.void : decodeQuery(Object.fromEntries(RequestReader.query(request)))
  const toResponse =
    ({ emptyJson }: RequestContext) =>
    (reply: JsonReply<unknown> | HttpServerResponse.HttpServerResponse) =>
      HttpServerResponse.isServerResponse(reply) ? reply : respond(reply, emptyJson)
  const presentInSteps = (context: RequestContext, path: unknown) =>
    Effect.gen(function* () {
      const extra = guard === undefined ? {} : yield* guard(contract, { ...context, path: path as never })
      const request = { ...context, ...extra, path, query: yield* readQuery(context) }
      if (before !== undefined) yield* before(request as never)
      const reply = yield* handle({ ...request, body: yield* readBody(context) } as never)
      return toResponse(context)(reply)
    })
  // A session check has none of these steps, and each costs it a few percent.
  const presentDirectly = (context: RequestContext, path: unknown) =>
    Effect.map(handle({ ...context, path, query: undefined, body: undefined } as never), toResponse(context))
  const isDirect = guard === undefined && before === undefined && body === undefined && query === undefined
  const present = isDirect ? presentDirectly : presentInSteps
  return ({ handleRequest, isOwnPage }, path) => {
    const handler: Handler<never> = (context) =>
      ownPages === true && !isOwnPage(context) ? Problem.problem("forbidden_origin") : present(context, path)
    if (options === undefined) return handleRequest(handler)
    return (request) => handleRequest(handler, options(request))(request)
  }
}

/** The handlers of a group, for every way of mounting. */
export interface Implementation<Id extends string, R> {
  readonly id: Id
  readonly run: Effect.Effect<Readonly<Record<string, Running>>, never, R>
}

/** Ties handlers to the endpoints of a group, with a guard that runs before each of them. */
export const implementWith = <const Id extends string, Cs extends Contracts, Extra, RG, R>(
  group: Group<Id, Cs>,
  guard: Guard<Extra, RG>,
  make: Effect.Effect<HandlersOf<Cs, Extra>, never, R>
): Implementation<Id, R | RG> => implementGuarded(group, guard, make)

const implementGuarded = <const Id extends string, Cs extends Contracts, Extra, RG, R>(
  group: Group<Id, Cs>,
  guard: Guard<Extra, RG> | undefined,
  make: Effect.Effect<HandlersOf<Cs, Extra>, never, R>
): Implementation<Id, R | RG> => ({
  id: group.identifier,
  run: Effect.gen(function* () {
    const guarded = guard === undefined ? undefined : yield* guard
    const handlers = yield* make
    const entries = Object.entries<Any>(group.contracts).map(([name, contract]) => {
      const handler = handlers[name] as HandlerOf<Any> | Handling<Any>
      const handling = typeof handler === "function" ? { handle: handler } : handler
      return [name, running(contract, handling, guarded as never)] as const
    })
    return Object.fromEntries(entries)
  })
})

/**
 * Ties handlers to the endpoints of a group. A handler that replies with something else than its endpoint declares, or
 * fails with an error that it does not declare, does not compile; nor does a group with a missing handler. Throws a
 * `TypeError` for an endpoint with a permission, which only a guard checks.
 */
export const implement = <const Id extends string, Cs extends Contracts, R>(
  group: Group<Id, Cs>,
  make: Effect.Effect<HandlersOf<Cs>, never, R>
): Implementation<Id, R> => {
  const unguarded = Object.values<Any>(group.contracts).find(({ declaration }) => declaration.permission !== undefined)
  if (unguarded !== undefined) throw new TypeError(`${unguarded.endpoint.name} has a permission that nothing checks`)
  return implementGuarded(group, undefined, make)
}

/** Ties responses to the bare endpoints of a group. */
export const implementBare = <const Id extends string, Cs extends Contracts, R>(
  group: Group<Id, Cs>,
  make: Effect.Effect<{ readonly [Name in keyof Cs]: Effect.Effect<HttpServerResponse.HttpServerResponse> }, never, R>
): Implementation<Id, R> => ({
  id: group.identifier,
  run: Effect.map(make, (responses) =>
    Object.fromEntries(
      Object.entries<Effect.Effect<HttpServerResponse.HttpServerResponse>>(responses).map(([name, respond]) => [
        name,
        () => () => respond
      ])
    )
  )
})

type RequirementsOf<I> = I extends Implementation<string, infer R> ? R : never

type GroupsOf<Id extends string> = { [Name in Id]: HttpApiGroup.ApiGroup<"latchkey", Name> }[Id]

/** What the platform's builder of handlers has, without its types. */
interface Handlers {
  readonly handleRaw: (
    name: string,
    handler: (request: { readonly path?: unknown }) => Effect.Effect<unknown, never, unknown>
  ) => Handlers
}

const layerOf = ({ id, run }: Implementation<string, never>, api: never): Layer.Layer<never> => {
  const build = (handlers: Handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      return Object.entries(yield* run).reduce(
        (all, [name, respond]) =>
          all.handleRaw(name, ({ path }) =>
            Effect.flatMap(HttpServerRequest.HttpServerRequest, respond(endpoint, path))
          ),
        handlers
      )
    })
  return HttpApiBuilder.group(api, id as never, build as never) as never
}

/** Returns the handlers of all groups as a layer, for an API that has them. */
export const layer = <I extends Implementation<string, unknown>>(
  implementations: ReadonlyArray<I>,
  api: HttpApi.HttpApi.Any
): Layer.Layer<GroupsOf<I["id"]>, never, RequirementsOf<I> | Endpoint> => {
  const layers = implementations.map((one) => layerOf(one as unknown as Implementation<string, never>, api as never))
  return Layer.mergeAll(Layer.empty, ...layers) as never
}
