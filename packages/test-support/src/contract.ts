import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { LatchkeyApi } from "@latchkey/http/LatchkeyApi"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { adminKey } from "./Service.ts"
import { makeAuthenticator } from "./softwareAuthenticator.ts"

export interface ContractEndpoint {
  readonly name: string
  readonly method: string
  /** The path, with an id for each of its parameters. */
  readonly path: string
  /** Whether it requires an API key. */
  readonly isAdmin: boolean
  readonly readsBody: boolean
  /** Of the body. */
  readonly example?: unknown
}

/** Returns the example of a body, which has a schema for each of its media types. */
const exampleOf = ({ ast }: Schema.Schema.All): unknown =>
  Option.getOrUndefined(AST.getExamplesAnnotation(AST.isUnion(ast) ? ast.types[0] : ast))?.[0]

const reflect = (): ReadonlyArray<ContractEndpoint> => {
  const found: Array<ContractEndpoint> = []
  HttpApi.reflect(LatchkeyApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const path = endpoint.path.replaceAll(/:\w+/g, "default")
      const { security } = Option.getOrElse(Context.getOption(endpoint.annotations, OpenApi.Override), () => ({})) as {
        readonly security?: ReadonlyArray<object>
      }
      const isAdmin = security?.some((scheme) => "adminKey" in scheme) === true
      const readsBody = Option.isSome(endpoint.payloadSchema)
      const example = Option.getOrUndefined(Option.map(endpoint.payloadSchema, exampleOf))
      found.push({ name: endpoint.name, method: endpoint.method, path, isAdmin, readsBody, example })
    }
  })
  return found
}

/** Every endpoint of the contract. */
export const endpoints = reflect()

export const paths: ReadonlyArray<string> = [...new Set(endpoints.map(({ path }) => path))]

/** The endpoints with unsafe methods. */
export const unsafeEndpoints = endpoints.filter(({ method }) => !["GET", "HEAD"].includes(method))

/** The endpoints that read a body. */
export const endpointsWithBody = endpoints.filter(({ readsBody }) => readsBody)

export const jsonType = { "content-type": "application/json" }
export const asAdmin = { authorization: `Bearer ${adminKey}` }
export const withKey = ({ isAdmin }: ContractEndpoint): Record<string, string> => (isAdmin ? asAdmin : {})

export const signUp = "/v1/auth/sign-up/email-password"
export const signIn = "/v1/auth/sign-in/email-password"
export const requestLink = "/v1/auth/sign-in/magic-link"
export const verify = "/v1/auth/magic-link/verify"
export const session = "/v1/auth/session"
export const optionalSession = "/v1/auth/session/optional"
export const signOut = "/v1/auth/sign-out"
export const signOutAll = "/v1/auth/sign-out/all"
export const passwordPath = "/v1/auth/password"
export const forgotPassword = "/v1/auth/password/forgot"
export const resetPassword = "/v1/auth/password/reset"
export const device = "/v1/auth/device"
export const deviceToken = "/v1/auth/device/token"
export const deviceDecision = "/v1/auth/device/decision"
export const tokens = "/v1/auth/tokens"
export const accessToken = "/v1/auth/token"
export const introspect = "/v1/auth/introspect"
export const revoke = "/v1/auth/revoke"
export const refreshTokens = "/v1/auth/token/refresh"
export const keySet = "/.well-known/jwks.json"
export const sessions = "/v1/auth/sessions"
export const changeEmail = "/v1/auth/email"
export const confirmEmail = "/v1/auth/email/confirm"
export const restoreEmail = "/v1/auth/email/restore"
export const verifyCode = "/v1/auth/magic-link/verify-code"
export const acceptInvitation = "/v1/auth/invitation/accept"
export const verifySignUp = "/v1/auth/sign-up/verify"
export const account = "/v1/auth/account"
export const accountLanguage = "/v1/auth/account/language"
export const exportAccount = "/v1/auth/account/export"
export const deleteAccount = "/v1/auth/account/delete"
export const keepAccount = "/v1/auth/account/delete/cancel"
export const secondFactor = "/v1/auth/second-factor"
export const factorRecovery = "/v1/auth/second-factor/recovery"
export const signInFactorRecovery = "/v1/auth/sign-in/second-factor/recovery"
export const completeSignIn = "/v1/auth/sign-in/second-factor"
export const reauthenticate = "/v1/auth/reauthenticate"
export const instances = "/v1/admin/instances"
export const sesHook = "/v1/hooks/ses"

export const password = "correct horse battery"

let made = 0
/** Returns an email address that no test has used. All have one length, so that the replies of two services have. */
export const newEmail = () => `person-${String(++made).padStart(6, "0")}@example.com`

const challenge = `${"c".repeat(42)}A`
const rpId = "localhost"
const registration = { challenge, rp: { id: rpId }, user: { id: `${"u".repeat(42)}A` } }

/** Makes a passkey for a challenge that no service has issued. */
const newPasskey = () => makeAuthenticator("http://localhost").create(registration)

/** Makes the answer of a passkey to a challenge that no service has issued. */
const passkeyAnswer = () => {
  const authenticator = makeAuthenticator("http://localhost")
  authenticator.create(registration)
  return authenticator.get({ challenge, rpId })
}

/** Makes addresses and external ids that no test has used, because an instance has each once. */
const renewed = (example: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(example), (key, value) => {
    if (key !== "email" && key !== "externalId") return value
    return value.replace(/[@|]/, (separator: string) => `${String(++made).padStart(6, "0")}${separator}`)
  })

/** Bodies in the place of examples that an endpoint accepts once, or does not verify. */
const own: Readonly<Record<string, () => Record<string, unknown>>> = {
  registerPasskey: () => ({ credential: newPasskey(), name: "My laptop" }),
  signInWithPasskey: () => ({ credential: passkeyAnswer() }),
  createInstance: () => ({ name: "Acme" })
}

/** A valid body for each endpoint that reads one: the example in the OpenAPI document. */
export const validBody: Readonly<Record<string, () => Record<string, unknown>>> = Object.fromEntries(
  endpointsWithBody.map(({ example, name }) => [name, own[name] ?? (() => renewed(example))])
)
