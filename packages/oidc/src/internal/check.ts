/** Checks the settings of a provider, without a user, and says what it found. */
import type { Connection, Finding } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { OutgoingFailed, type OutgoingRequests } from "@latchkey/outgoing/OutgoingRequests"
import * as AppleSecret from "./appleSecret.ts"
import * as GitHub from "./gitHub.ts"
import { algorithms } from "./idTokens.ts"
import * as Issuers from "./issuers.ts"
import * as Library from "./library.ts"
import { fetchKeys, fetchMetadata, IssuerMismatch, type KeySet, type Metadata } from "./metadata.ts"

const found = (what: string, ok: boolean, detail: string): Finding => ({ what, ok, detail })

const list = (values: ReadonlyArray<string>) => values.slice(0, 20).join(", ").slice(0, 300)

const textsIn = (values: unknown): ReadonlyArray<string> | undefined =>
  Array.isArray(values) ? values.filter((value) => typeof value === "string") : undefined

const metadataUrl = (connection: Connection) =>
  `${Issuers.discoveryBase(connection).href.replace(/\/$/, "")}/.well-known/openid-configuration`

const ofMetadata = (connection: Connection, result: Either.Either<Metadata, unknown>): Finding =>
  Either.match(result, {
    onRight: () => found("discovery", true, `${metadataUrl(connection)} names this issuer`),
    onLeft: (error) => {
      if (error instanceof IssuerMismatch) {
        const detail = `The metadata name another issuer: set the issuer to ${error.actual.slice(0, 300)}`
        return found("discovery", false, detail)
      }
      const reason = error instanceof OutgoingFailed ? error.detail : "the response has no metadata of a provider"
      return found("discovery", false, `${metadataUrl(connection)} cannot be read: ${reason}`)
    }
  })

const ofKeys = (result: Either.Either<KeySet, unknown>): Finding =>
  Either.match(result, {
    onRight: ({ keys }) => {
      const types = new Set(
        keys.flatMap(({ kty }) => (["RSA", "EC", "OKP"].includes(String(kty)) ? [String(kty)] : []))
      )
      return types.size === 0
        ? found("keys", false, "The provider publishes no key that could verify an ID token")
        : found("keys", true, `The provider publishes ${keys.length} keys: ${list([...types])}`)
    },
    onLeft: (error) =>
      found(
        "keys",
        false,
        error instanceof OutgoingFailed
          ? `The keys cannot be read: ${error.detail}`
          : "The metadata name no keys (jwks_uri), or there are none"
      )
  })

const ofAlgorithms = (metadata: Metadata): Finding => {
  const offered = textsIn(metadata.id_token_signing_alg_values_supported) ?? ["RS256"]
  const common = offered.filter((algorithm) => algorithms.includes(algorithm))
  return common.length > 0
    ? found("algorithms", true, `ID tokens are signed with ${list(common)}`)
    : found("algorithms", false, `ID tokens are signed with ${list(offered)}: configure one of ${list(algorithms)}`)
}

const ofFlow = (metadata: Metadata): Finding =>
  (textsIn(metadata.response_types_supported) ?? ["code"]).includes("code")
    ? found("flow", true, "The provider supports the authorization code flow")
    : found("flow", false, "The provider does not support the authorization code flow (response type code)")

const ofPkce = (metadata: Metadata): Finding => {
  const methods = textsIn(metadata.code_challenge_methods_supported)
  if (methods === undefined) {
    return found("pkce", true, "The provider does not say whether it supports PKCE. Latchkey uses it in any case")
  }
  return methods.includes("S256")
    ? found("pkce", true, "The provider supports PKCE with S256")
    : found("pkce", false, "The provider supports PKCE, but not with S256")
}

const ofEndpoints = ({ isAllowed }: OutgoingRequests, metadata: Metadata): ReadonlyArray<Finding> =>
  (["authorization_endpoint", "token_endpoint"] as const).flatMap((name) => {
    const url = metadata[name]
    return typeof url === "string" && isAllowed(url)
      ? []
      : [found(name, false, `The metadata name no ${name} with https and a public address`)]
  })

const appleSecret = (connection: Connection): Effect.Effect<Finding> =>
  Effect.match(AppleSecret.make(connection), {
    onSuccess: () =>
      found("client_secret", true, "The key signs client secrets. Apple says at a sign-in if it knows it"),
    onFailure: () =>
      found("client_secret", false, "Paste the private key from Apple (.p8 file), and set its key id and your team id")
  })

const clientSecret = (connection: Connection, metadata: Metadata): Effect.Effect<Finding> => {
  if (connection.kind === "apple") return appleSecret(connection)
  const methods = textsIn(metadata.token_endpoint_auth_methods_supported) ?? ["client_secret_basic"]
  const needed = Option.isNone(connection.clientSecret) ? ["none"] : ["client_secret_basic", "client_secret_post"]
  const ok = needed.some((method) => methods.includes(method))
  const how = Option.isNone(connection.clientSecret) ? "without a client secret" : "with a client secret"
  return Effect.succeed(
    found(
      "client_secret",
      ok,
      ok
        ? `The provider knows clients ${how}`
        : `The provider does not accept clients ${how}: it names ${list(methods)}`
    )
  )
}

const needsHttps = new Set<Connection["kind"]>(["apple"])

const redirection = ({ kind }: Connection, redirectUri: string): Finding =>
  needsHttps.has(kind) && !redirectUri.startsWith("https://")
    ? found("redirect_uri", false, `Apple accepts redirect URIs with https only, not ${redirectUri}`)
    : found("redirect_uri", true, `Register this redirect URI with the provider: ${redirectUri}`)

const ofOpenId = (requests: OutgoingRequests, connection: Connection): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const metadata = yield* Effect.either(fetchMetadata(requests, connection))
    const discovery = ofMetadata(connection, metadata)
    if (Either.isLeft(metadata)) return [discovery]
    const keys = yield* Effect.either(fetchKeys(requests, connection, metadata.right))
    return [
      discovery,
      ...ofEndpoints(requests, metadata.right),
      ofKeys(keys),
      ofAlgorithms(metadata.right),
      ofFlow(metadata.right),
      ofPkce(metadata.right),
      yield* clientSecret(connection, metadata.right)
    ]
  })

const ofGitHub = (requests: OutgoingRequests, connection: Connection): Effect.Effect<ReadonlyArray<Finding>> => {
  const url = GitHub.apiOf(connection)
  return Effect.map(Effect.either(Library.get(requests)({ pool: connection.issuer, url: `${url}/` })), (result) => [
    Either.match(result, {
      onRight: ({ json }) =>
        json === undefined
          ? found("api", false, `${url} does not return JSON: set the issuer to the address of GitHub`)
          : found("api", true, `${url} responds`),
      onLeft: ({ detail }) => found("api", false, `${url} cannot be reached: ${detail}`)
    }),
    Option.isSome(connection.clientSecret)
      ? found("client_secret", true, "GitHub says at a sign-in if it knows the client secret")
      : found("client_secret", false, "GitHub needs a client secret")
  ])
}

/** Checks a provider. Fetches everything again. */
export const run = (
  requests: OutgoingRequests,
  connection: Connection,
  redirectUri: string
): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map((connection.kind === "github" ? ofGitHub : ofOpenId)(requests, connection), (findings) => [
    ...findings,
    redirection(connection, redirectUri)
  ])
