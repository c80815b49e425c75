/**
 * Runs endpoints as they are declared: a handler gets the body, the query and the path that its endpoint declares,
 * replies with what the endpoint declares, and fails only with errors that the endpoint declares. The compiler checks
 * all of it.
 *
 * The platform decodes no body and no query and encodes no reply: its errors echo the input, passwords included; it
 * accepts urlencoded bodies for JSON, and no body at all; and it has no limit on bodies.
 */
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { type Any, type Contract, type Contracts, type Group, type Untyped, withStatus } from "./Contract.ts"
import { Endpoint, type EndpointError, type Handler, type HandleOptions, type RequestContext } from "./Endpoint.ts"
import * as Problem from "./Problem.ts"
import * as RequestReader from "./RequestReader.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Adds to a response what its body does not say, such as cookies or another status. */
export type MapResponse = (response: Response) => Response

/** A reply, and what else its response needs. */
export interface JsonReply<S> {
  readonly body: S
  readonly mapResponse?: MapResponse
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
) => Effect.Effect<JsonReply<SuccessOf<C>> | Response, ErrorOf<C>>

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

/** Makes the function that encodes a reply by its declared schema and status. */
export const jsonResponse = <S, SI>(
  success: Schema.Schema<S, SI>,
  encode: (body: S) => SI = Schema.encodeSync(success)
): ((reply: JsonReply<S>, emptyJson?: Response) => Response) => {
  const status = HttpApiSchema.getStatusSuccessAST(success.ast)
  return ({ body, mapResponse }, emptyJson = HttpServerResponse.unsafeJson({})) => {
    // Each step copies all headers.
    const empty = emptyJson.status === status ? emptyJson : HttpServerResponse.setStatus(emptyJson, status)
    const response = HttpServerResponse.setBody(empty, HttpBody.unsafeJson(encode(body)))
    return mapResponse === undefined ? response : mapResponse(response)
  }
}

type Service = Context.Tag.Service<Endpoint>

/** An endpoint that runs, on any router. `path`: the parameters of the path. */
export type Running = (
  endpoint: Service
) => (request: RequestReader.IncomingRequest, path: unknown) => Effect.Effect<Response>

const running = (
  contract: Any,
  { before, handle, options }: Handling<Any>,
  guard: Effect.Effect.Success<Guard<object, never>> | undefined
): Running => {
  const { body, encode, ownPages, query, statuses, success } = contract.declaration as unknown as Untyped
  const decodeBody = body === undefined ? undefined : RequestReader.decodePayload(body.schema)
  const decodeQuery = query === undefined ? undefined : RequestReader.decodePayload(query)
  const respond = jsonResponse(statuses === undefined ? success : withStatus(success, statuses[0]), encode)
  const readBody = ({ request }: RequestContext) => {
    if (body === undefined || decodeBody === undefined) return Effect.void
    const { form, maxBytes, mediaTypes } = body
    const input: Effect.Effect<unknown, Problem.Problem> =
      form !== undefined && RequestReader.isForm(request)
        ? Effect.flatMap(RequestReader.form(request), (fields) => form(fields, request))
        : RequestReader.json(request, mediaTypes, maxBytes)
    return Effect.flatMap(input, decodeBody)
  }
  const readQuery = ({ request }: RequestContext) =>
    decodeQuery === undefined ? Effect.void : decodeQuery(Object.fromEntries(RequestReader.query(request)))
  const toResponse =
    ({ emptyJson }: RequestContext) =>
    (reply: JsonReply<unknown> | Response) =>
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
  return ({ handleRequest, isOwnPage }) => {
    const handlerOf =
      (path: unknown): Handler<never> =>
      (context) =>
        ownPages === true && !isOwnPage(context) ? Problem.problem("forbidden_origin") : present(context, path)
    return (request, path) => handleRequest(handlerOf(path), options?.(request))(request)
  }
}

/** The handlers of a group, for every way of mounting. */
export interface Implementation<Id extends string, R> {
  readonly id: Id
  readonly run: Effect.Effect<Readonly<Record<string, Running>>, never, R>
}

/** Ties handlers to the endpoints of a group, with a guard that runs before each of them. */
export const makeGuarded = <const Id extends string, Cs extends Contracts, Extra, RG, R>(
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
export const make = <const Id extends string, Cs extends Contracts, R>(
  group: Group<Id, Cs>,
  make: Effect.Effect<HandlersOf<Cs>, never, R>
): Implementation<Id, R> => {
  const unguarded = Object.values<Any>(group.contracts).find(({ declaration }) => declaration.permission !== undefined)
  if (unguarded !== undefined) throw new TypeError(`${unguarded.endpoint.name} has a permission that nothing checks`)
  return makeGuarded(group, undefined, make)
}

/** Ties responses to the bare endpoints of a group. */
export const makeBare = <const Id extends string, Cs extends Contracts, R>(
  group: Group<Id, Cs>,
  make: Effect.Effect<{ readonly [Name in keyof Cs]: Effect.Effect<Response> }, never, R>
): Implementation<Id, R> => ({
  id: group.identifier,
  run: Effect.map(make, (responses) =>
    Object.fromEntries(
      Object.entries<Effect.Effect<Response>>(responses).map(([name, respond]) => [name, () => () => respond])
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
      return Object.entries(yield* run).reduce((all, [name, running]) => {
        const respond = running(endpoint)
        return all.handleRaw(name, ({ path }) =>
          Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => respond(request, path))
        )
      }, handlers)
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
