import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type {
  BodyCode,
  CallOptions,
  Client,
  CommonCode,
  InvalidField,
  PasswordViolation,
  Problem,
  ProblemCode,
  ProblemDocument
} from "@latchkey/client"
import type { PasswordViolation as ContractPasswordViolation } from "@latchkey/domain/password/PasswordErrors"
import * as Docs from "@latchkey/http/Docs"
import type { Ok } from "@latchkey/http/core/Ok"
import * as ContractProblem from "@latchkey/http/core/Problem"
import type { AcceptanceApi } from "@latchkey/http/invitation/AcceptanceApi"
import type { MagicLinkApi } from "@latchkey/http/magic-link/MagicLinkApi"
import type { EmailChangeApi } from "@latchkey/http/email-change/EmailChangeApi"
import type {
  FactorRecoveryApi,
  FactorRecoveryResponse,
  FactorRecoveryStatusResponse
} from "@latchkey/http/factor-recovery/FactorRecoveryApi"
import type {
  CreationOptions,
  PasskeyApi,
  PasskeyListResponse,
  PasskeyResponse,
  RequestOptions
} from "@latchkey/http/passkey/PasskeyApi"
import type { PasswordApi } from "@latchkey/http/password/PasswordApi"
import type { PasswordResetApi } from "@latchkey/http/password-reset/PasswordResetApi"
import type { PendingSignUpApi } from "@latchkey/http/pending-sign-up/PendingSignUpApi"
import {
  type AccountDeletionResponse,
  type AccountResponse,
  PersonalDataApi
} from "@latchkey/http/personal-data/PersonalDataApi"
import type { ReauthenticationApi } from "@latchkey/http/reauthentication/ReauthenticationApi"
import type {
  EnrolledResponse,
  RecoveryCodesResponse,
  SecondFactorApi,
  SecondFactorStatusResponse,
  TotpEnrollmentResponse
} from "@latchkey/http/second-factor/SecondFactorApi"
import type { ActiveSessionResponse, SessionApi, SessionListResponse } from "@latchkey/http/session/SessionApi"
import type { SecondFactorRequired, SessionResponse } from "@latchkey/http/session/SessionApi"
import * as Schema from "effect/Schema"
import { describe, expect, test } from "vitest"
import { bodyCodes, commonCodes, endpoints } from "../src/internal/endpoints.ts"
import { additions, document as exampleDocument, isRetryable } from "../src/internal/problems.ts"

type Group =
  | typeof AcceptanceApi
  | typeof EmailChangeApi
  | typeof FactorRecoveryApi
  | typeof MagicLinkApi
  | typeof PasskeyApi
  | typeof PasswordApi
  | typeof PasswordResetApi
  | typeof PendingSignUpApi
  | typeof PersonalDataApi
  | typeof ReauthenticationApi
  | typeof SecondFactorApi
  | typeof SessionApi
type Endpoints = HttpApiGroup.HttpApiGroup.Endpoints<Group>
type Name = HttpApiEndpoint.HttpApiEndpoint.Name<Endpoints>

/** Each method, and the endpoint of the contract that it calls. */
const endpointOf = {
  signUp: "signUp",
  signIn: "signIn",
  session: "getSession",
  signOut: "signOut",
  signOutAll: "signOutAll",
  requestMagicLink: "requestMagicLink",
  verifyMagicLink: "confirmMagicLink",
  verifyMagicLinkCode: "verifyMagicLinkCode",
  setPassword: "setPassword",
  forgotPassword: "forgotPassword",
  resetPassword: "resetPassword",
  changeEmail: "changeEmail",
  confirmEmail: "confirmEmail",
  restoreEmail: "restoreEmail",
  acceptInvitation: "acceptInvitation",
  verifySignUp: "verifySignUp",
  sessions: "listSessions",
  revokeSession: "revokeSession",
  account: "getAccount",
  setLanguage: "setLanguage",
  deleteAccount: "deleteAccount",
  keepAccount: "keepAccount",
  newPasskeyOptions: "passkeyRegistrationOptions",
  addPasskey: "registerPasskey",
  passkeyOptions: "passkeySignInOptions",
  signInWithPasskey: "signInWithPasskey",
  passkeys: "listPasskeys",
  renamePasskey: "renamePasskey",
  removePasskey: "removePasskey",
  pendingSignIn: "getPendingSignIn",
  completeSignIn: "completeSignIn",
  beginTotpAtSignIn: "beginPendingTotp",
  confirmTotpAtSignIn: "confirmPendingTotp",
  secondFactor: "getSecondFactor",
  beginTotp: "beginTotp",
  confirmTotp: "confirmTotp",
  removeTotp: "removeTotp",
  renewRecoveryCodes: "renewRecoveryCodes",
  factorRecoveryAtSignIn: "getPendingFactorRecovery",
  beginFactorRecoveryAtSignIn: "beginPendingFactorRecovery",
  beginFactorRecovery: "beginFactorRecovery",
  cancelFactorRecovery: "cancelFactorRecovery",
  confirmFactorRecovery: "confirmFactorRecovery",
  cancelFactorRecoveryWithLink: "cancelFactorRecoveryWithLink",
  reauthenticate: "reauthenticate"
} as const satisfies Record<keyof Client, Name>

/**
 * GET of the link itself, because the client posts its token; HEAD, which does nothing; and the download, for which
 * pages have a link.
 */
const withoutMethod = ["verifyMagicLink", "headMagicLink", "exportAccount"] as const satisfies ReadonlyArray<Name>

/** The codes that only the admin API, or a method that a path does not have, replies with. */
const codesWithoutMethod = [
  "default_instance_required",
  "email_report_rejected",
  "external_id_already_exists",
  "last_admin_required",
  "no_sign_in_method",
  "operator_already_exists",
  "permission_denied",
  "passkey_rp_id_in_use",
  "plan_does_not_allow",
  "method_not_allowed"
] as const satisfies ReadonlyArray<ContractProblem.ProblemCode>

// ---- Type level. A call of `same` requires arguments, and does not compile, if its two types differ. ----

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const same = <A, B>(..._: Same<A, B> extends true ? [] : ["These types differ", A, B]): void => {}

/** The methods for which a check is false. */
type Differing<Check extends Record<keyof Client, boolean>> = {
  [M in keyof Client]: Check[M] extends true ? never : M
}[keyof Client]

/** The same with every array readonly: those of the options for passkeys are not, for the types of browsers. */
type ReadonlyData<A> =
  A extends ReadonlyArray<infer Item>
    ? A extends readonly [unknown, ...ReadonlyArray<unknown>]
      ? A
      : ReadonlyArray<ReadonlyData<Item>>
    : A extends object
      ? { readonly [Key in keyof A]: ReadonlyData<A[Key]> }
      : A

type ContractOf<M extends keyof Client> = HttpApiEndpoint.HttpApiEndpoint.WithName<Endpoints, (typeof endpointOf)[M]>
type ResultOf<M extends keyof Client> = Awaited<ReturnType<Client[M]>>
type DataOf<M extends keyof Client> = ReadonlyData<Extract<ResultOf<M>, { ok: true }>["data"]>
type ProblemOf<M extends keyof Client> = Extract<ResultOf<M>, { ok: false }>["problem"]

/** Every reply. One that is not among them is no type. */
type Replies =
  | typeof ActiveSessionResponse
  | typeof EnrolledResponse
  | typeof FactorRecoveryResponse
  | typeof FactorRecoveryStatusResponse
  | typeof SessionResponse
  | typeof Ok
  | typeof SessionListResponse
  | typeof AccountResponse
  | typeof AccountDeletionResponse
  | typeof SecondFactorRequired
  | typeof SecondFactorStatusResponse
  | typeof RecoveryCodesResponse
  | typeof TotpEnrollmentResponse
  | typeof CreationOptions
  | typeof RequestOptions
  | typeof PasskeyListResponse
  | typeof PasskeyResponse

/** The reply as JSON: of the schema with exactly that type. */
type EncodedOf<A, S> =
  S extends Schema.Schema<infer T, infer I, infer _R> ? (Same<A, T> extends true ? I : never) : never
type Encoded<A> = A extends unknown
  ? [EncodedOf<A, Replies>] extends [never]
    ? "a reply that this test does not know"
    : EncodedOf<A, Replies>
  : never

type Payload<M extends keyof Client> = HttpApiEndpoint.HttpApiEndpoint.Payload<ContractOf<M>>
type Path<M extends keyof Client> = HttpApiEndpoint.HttpApiEndpoint.PathParsed<ContractOf<M>>
/** The client passes credentials on as the browser makes them. */
type Loose<P> = P extends { readonly credential: unknown }
  ? Omit<P, "credential"> & { readonly credential: object }
  : P extends { readonly credential?: unknown }
    ? Omit<P, "credential"> & { readonly credential?: object }
    : P
type Input<M extends keyof Client> = [Payload<M>] extends [never]
  ? Path<M>
  : [Path<M>] extends [never]
    ? Loose<Payload<M>>
    : Payload<M> & Path<M>
type ExpectedParameters<M extends keyof Client> = [Input<M>] extends [never]
  ? [options?: CallOptions | undefined]
  : [input: Input<M>, options?: CallOptions | undefined]

type CodeIn<E> = E extends { readonly code: infer Code } ? Code : never
type ClientOnlyCode = "network_error" | "aborted" | "unexpected_reply"

/** The error of the groups with that endpoint. */
type GroupErrorOf<N extends Name> = {
  [G in Group as G["identifier"]]: N extends HttpApiEndpoint.HttpApiEndpoint.Name<
    HttpApiGroup.HttpApiGroup.Endpoints<G>
  >
    ? HttpApiGroup.HttpApiGroup.Error<G>
    : never
}[Group["identifier"]]
type CodesOfContract<M extends keyof Client> = CodeIn<
  HttpApiEndpoint.HttpApiEndpoint.Error<ContractOf<M>> | GroupErrorOf<(typeof endpointOf)[M]>
>

// Every endpoint has a method, with the parameters, data and codes of the contract.
same<Name, (typeof endpointOf)[keyof Client] | (typeof withoutMethod)[number]>()
same<Differing<{ [M in keyof Client]: Same<Parameters<Client[M]>, ExpectedParameters<M>> }>, never>()
same<
  Differing<{ [M in keyof Client]: Same<DataOf<M>, Encoded<HttpApiEndpoint.HttpApiEndpoint.Success<ContractOf<M>>>> }>,
  never
>()
same<Differing<{ [M in keyof Client]: Same<ProblemOf<M>["code"], CodesOfContract<M> | ClientOnlyCode> }>, never>()

// Every code of the catalogue is a code of the client, and the other way round.
same<ProblemCode | (typeof codesWithoutMethod)[number], ContractProblem.ProblemCode>()
same<Problem["code"], ProblemCode | ClientOnlyCode>()
same<(typeof commonCodes)[number], CommonCode>()
same<(typeof bodyCodes)[number], BodyCode>()

type DocumentOf<Code> = Code extends ContractProblem.ProblemCode
  ? Omit<ContractProblem.DocumentOf<Code>, "_tag">
  : never

/** The codes whose problem differs from its document. `retryAfterSeconds` comes from a header. */
type DifferingCode = {
  [P in Problem as P["code"]]: P["code"] extends ClientOnlyCode
    ? never
    : Same<Omit<P, "retryAfterSeconds">, DocumentOf<P["code"]>> extends true
      ? never
      : P["code"]
}[Problem["code"]]
same<DifferingCode, never>()

type WithRetryAfter = Extract<Problem, { readonly retryAfterSeconds: number }>["code"]
same<WithRetryAfter, Extract<Problem["code"], `${string}_rate_limited` | "service_unavailable">>()

same<PasswordViolation, ContractPasswordViolation>()
same<InvalidField, ContractProblem.InvalidField>()

// @ts-expect-error: `violations` is missing
same<ProblemDocument<"password_too_short">, DocumentOf<"password_too_short">>()
// @ts-expect-error: the codes differ
same<ProblemOf<"session">["code"], ProblemOf<"signOut">["code"]>()
// @ts-expect-error: the first type is wider
same<string, "narrow">()

// ---- Run time. Compares the client's table with the OpenAPI document and the catalogue of problems. ----

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
const openApi: Document = JSON.parse(JSON.stringify(Docs.specification()))

const resolve = (schema: Described): ReadonlyArray<Described> => {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(resolve)
  const named = openApi.components.schemas[schema.$ref?.replace("#/components/schemas/", "") ?? ""]
  return named === undefined ? [schema] : resolve(named)
}
const schemasIn = ({ content = {} }: Content) => Object.values(content).flatMap(({ schema }) => resolve(schema))
const fieldsIn = (content: Content) => schemasIn(content).flatMap(({ properties = {} }) => Object.keys(properties))

/** The fields of the JSON body, which is what the client sends. */
const fieldsOfBody = ({ requestBody }: Operation) => {
  const json = requestBody?.content?.["application/json"]
  return json === undefined ? [] : fieldsIn({ content: { json } })
}

const operations = Object.entries(openApi.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation }))
)
const nameOf = ({ operationId }: Operation) => operationId.split(".").at(-1)
const operationOf = (name: string) => {
  const found = operations.find((operation) => nameOf(operation) === name)
  if (found === undefined) throw new Error(`The OpenAPI document has no operation ${name}`)
  return found
}
const isForUsers = ({ path }: { readonly path: string }) => path.startsWith("/v1/auth/")

const clientCodes = [...new Set([...commonCodes, ...Object.values(endpoints).flatMap(({ codes }) => [...codes])])]

/** The fields of a code's document, without those that are optional. */
const requiredOf = (code: ContractProblem.ProblemCode) => {
  const { ast } = Schema.encodedSchema(ContractProblem.schemaOf(code) as Schema.Schema<unknown>)
  const properties = ast._tag === "TypeLiteral" ? ast.propertySignatures : []
  return properties.filter(({ isOptional }) => !isOptional).map(({ name }) => String(name))
}

describe("The client's endpoints", () => {
  test("are all endpoints for users", () => {
    const known = [...Object.values(endpointOf), ...withoutMethod]
    expect(operations.filter(isForUsers).map(nameOf).sort()).toEqual(known.sort())
  })

  test.each(Object.entries(endpointOf))("%s has the method, path, body, reply and codes of %s", (method, name) => {
    const operation = operationOf(name)
    const endpoint = endpoints[method as keyof Client]
    expect([endpoint.method, endpoint.path]).toEqual([operation.method, operation.path])
    expect(endpoint.fields ?? []).toEqual(fieldsOfBody(operation))
    expect(endpoint.data.flatMap((example) => Object.keys(example)).sort()).toEqual(
      fieldsIn(operation.responses["200"] ?? operation.responses["201"] ?? {}).sort()
    )
    const codes = Object.values(operation.responses)
      .flatMap(schemasIn)
      .flatMap(({ properties }) => properties?.["code"]?.enum ?? [])
    expect([...endpoint.codes, ...commonCodes].sort()).toEqual([...new Set(codes)].sort())
  })

  test.each(Object.entries(endpoints))(
    "%s has the codes of every body if it has one, and each code once",
    (_, endpoint) => {
      const codes: ReadonlyArray<string> = endpoint.codes
      expect(new Set(codes).size).toBe(codes.length)
      const expected = "fields" in endpoint ? [...bodyCodes] : endpoint.method === "GET" ? [] : ["forbidden_origin"]
      expect(bodyCodes.filter((code) => codes.includes(code))).toEqual(expected)
    }
  )
})

describe("The client's codes", () => {
  test("are the codes of the catalogue, without those of the admin API", () => {
    expect([...clientCodes, ...codesWithoutMethod].sort()).toEqual([...ContractProblem.codes].sort())
  })

  // The types above compare those that are optional.
  test.each(clientCodes)("%s has the required fields of its document", (code) => {
    expect(["type", ...Object.keys(exampleDocument), ...Object.keys(additions[code] ?? {})].sort()).toEqual(
      requiredOf(code).sort()
    )
  })

  test.each(clientCodes)("%s has retryAfterSeconds if its status is 429 or 503", (code) => {
    expect(isRetryable(code)).toBe([429, 503].includes(ContractProblem.statusOf(code)))
  })
})
