import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { CallOptions, Client, InvalidField, Problem, ProblemDocument, Violation } from "@latchkey/client"
import type { Violation as ViolationOfContract } from "@latchkey/domain/instance/PasswordPolicy"
import type { AccountApi, SessionListResponse } from "@latchkey/http/session/SessionApi"
import type { AuthApi, Ok, ActiveSessionResponse, SignedIn } from "@latchkey/http/password/PasswordApi"
import * as Docs from "@latchkey/http/core/Docs"
import type { MagicLinkApi } from "@latchkey/http/magic-link/MagicLinkApi"
import type * as ContractProblem from "@latchkey/http/core/Problem"
import type * as Schema from "effect/Schema"
import { describe, expect, test } from "vitest"
import { commonCodes, endpoints } from "../src/internal/endpoints.ts"

type Endpoints = HttpApiGroup.HttpApiGroup.Endpoints<typeof AccountApi | typeof AuthApi | typeof MagicLinkApi>
type GroupError = HttpApiGroup.HttpApiGroup.Error<typeof AccountApi | typeof AuthApi | typeof MagicLinkApi>
type Name = HttpApiEndpoint.HttpApiEndpoint.Name<Endpoints>

/** Each method, and the endpoint of the contract that it calls. */
const endpointOf = {
  signUp: "signUp",
  signIn: "signIn",
  session: "session",
  signOut: "signOut",
  signOutEverywhere: "signOutAll",
  requestMagicLink: "requestMagicLink",
  verifyMagicLink: "confirmMagicLink",
  setPassword: "setPassword",
  sessions: "listSessions",
  endSession: "endSession"
} as const satisfies Record<keyof Client, Name>

/** The link itself, which people follow and programs get; the method posts its token. And HEAD, which does nothing. */
const leftOut = ["verifyMagicLink", "headMagicLink"] as const satisfies ReadonlyArray<Name>

// ---- What the compiler compares. It is done when this compiles: each call asks for arguments where types differ. ----

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const same = <A, B>(..._: Same<A, B> extends true ? [] : ["These types differ", A, B]): void => {}

/** The methods of which something is not so. */
type Unlike<Check extends Record<keyof Client, boolean>> = {
  [M in keyof Client]: Check[M] extends true ? never : M
}[keyof Client]

type ContractOf<M extends keyof Client> = HttpApiEndpoint.HttpApiEndpoint.WithName<Endpoints, (typeof endpointOf)[M]>
type AnswerOf<M extends keyof Client> = Awaited<ReturnType<Client[M]>>
type DataOf<M extends keyof Client> = Extract<AnswerOf<M>, { ok: true }>["data"]
type ProblemOf<M extends keyof Client> = Extract<AnswerOf<M>, { ok: false }>["problem"]

type Encoded<A> = A extends typeof ActiveSessionResponse.Type
  ? typeof ActiveSessionResponse.Encoded
  : A extends typeof SignedIn.Type
    ? typeof SignedIn.Encoded
    : A extends typeof Ok.Type
      ? typeof Ok.Encoded
      : A extends typeof SessionListResponse.Type
        ? typeof SessionListResponse.Encoded
        : "a reply that this test does not know"

type Payload<M extends keyof Client> = HttpApiEndpoint.HttpApiEndpoint.Payload<ContractOf<M>>
type Path<M extends keyof Client> = HttpApiEndpoint.HttpApiEndpoint.PathParsed<ContractOf<M>>
type Expected<M extends keyof Client> = [Payload<M> | Path<M>] extends [never]
  ? [options?: CallOptions | undefined]
  : [input: Payload<M> | Path<M>, options?: CallOptions | undefined]

type CodeIn<E> = E extends { readonly code: infer Code } ? Code : never
type OwnCode = "network_error" | "aborted" | "unexpected_reply"
type CodesOfContract<M extends keyof Client> = CodeIn<HttpApiEndpoint.HttpApiEndpoint.Error<ContractOf<M>> | GroupError>

// No endpoint is missing, and what goes in, what comes out and what can go wrong is what the contract says.
same<Name, (typeof endpointOf)[keyof Client] | (typeof leftOut)[number]>()
same<Unlike<{ [M in keyof Client]: Same<Parameters<Client[M]>, Expected<M>> }>, never>()
same<
  Unlike<{ [M in keyof Client]: Same<DataOf<M>, Encoded<HttpApiEndpoint.HttpApiEndpoint.Success<ContractOf<M>>>> }>,
  never
>()
same<Unlike<{ [M in keyof Client]: Same<ProblemOf<M>["code"], CodesOfContract<M> | OwnCode> }>, never>()

type Contract = typeof ContractProblem
type Documents = {
  [K in keyof Contract]: Contract[K] extends Schema.Schema<infer _, infer I, infer _R>
    ? I extends { readonly code: string }
      ? I
      : never
    : never
}[keyof Contract]
type DocumentOf<Code> = Extract<Documents, { readonly code: Code }>

/** The codes whose problem is not what the contract says, but for what comes from a header. */
type UnlikeCode = {
  [P in Problem as P["code"]]: P["code"] extends OwnCode
    ? never
    : Same<Omit<P, "retryAfterSeconds">, DocumentOf<P["code"]>> extends true
      ? never
      : P["code"]
}[Problem["code"]]
same<UnlikeCode, never>()

/** 429 and 503 come with `Retry-After`. */
type WithRetryAfter = Extract<Problem, { readonly retryAfterSeconds: number }>["code"]
same<WithRetryAfter, Extract<Problem["code"], `${string}_rate_limited` | "service_unavailable">>()

same<Violation, ViolationOfContract>()
same<InvalidField, ContractProblem.InvalidField>()

// @ts-expect-error: violations are missing
same<ProblemDocument<"password_too_short">, DocumentOf<"password_too_short">>()
// @ts-expect-error: a code too many
same<ProblemOf<"session">["code"], ProblemOf<"signOut">["code"]>()
// @ts-expect-error: another direction
same<string, "never said">()

// ---- What the running client knows of each endpoint, beside the document that the service shows. ----

interface Property {
  readonly enum?: ReadonlyArray<string>
  readonly type?: string
}
interface Described {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Described>
  readonly properties?: Readonly<Record<string, Property>>
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Described }>>
}
interface Operation {
  readonly operationId: string
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Described>> }
}
const document: Document = JSON.parse(JSON.stringify(Docs.specification()))

const resolve = (schema: Described): ReadonlyArray<Described> => {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(resolve)
  const named = document.components.schemas[schema.$ref?.replace("#/components/schemas/", "") ?? ""]
  return named === undefined ? [schema] : resolve(named)
}
const schemasIn = ({ content = {} }: Content) => Object.values(content).flatMap(({ schema }) => resolve(schema))
const fieldsIn = (content: Content) => schemasIn(content).flatMap(({ properties = {} }) => Object.keys(properties))

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation }))
)
const operationOf = (name: string) => {
  const found = operations.find(({ operationId }) => operationId.split(".").at(-1) === name)
  if (found === undefined) throw new Error(`The document has no ${name}`)
  return found
}

describe("What the client knows of the contract", () => {
  test("is every endpoint that is for people", () => {
    const forPeople = operations.filter(({ path }) => path.startsWith("/v1/") && !path.startsWith("/v1/admin/"))
    const known = [...Object.values(endpointOf), ...leftOut]
    expect(forPeople.map(({ operationId }) => operationId.split(".").at(-1)).sort()).toEqual(known.sort())
  })

  test.each(Object.entries(endpointOf))("is where %s goes, what it sends and what it answers", (method, name) => {
    const operation = operationOf(name)
    const endpoint = endpoints[method as keyof Client]
    expect([endpoint.method, endpoint.path]).toEqual([operation.method, operation.path])
    expect(endpoint.fields ?? []).toEqual(fieldsIn(operation.requestBody ?? {}))
    expect(Object.keys(endpoint.data).sort()).toEqual(fieldsIn(operation.responses["200"] ?? {}).sort())
    const codes = Object.values(operation.responses)
      .flatMap(schemasIn)
      .flatMap(({ properties }) => properties?.["code"]?.enum ?? [])
    expect([...endpoint.codes, ...commonCodes].sort()).toEqual([...new Set(codes)].sort())
  })
})
