/** OpenID Connect: the authorization code flow with PKCE (RFC 7636), and ID tokens that apps present. */
import type {
  AuthorizationResponse,
  Connection,
  PresentedIdToken,
  ProvidedUser,
  Visit
} from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import * as oauth from "oauth4webapi"
import type { OutgoingRequests } from "@latchkey/outgoing/OutgoingRequests"
import * as AppleSecret from "./appleSecret.ts"
import { Misconfigured, NotVerified } from "./failures.ts"
import * as IdTokens from "./idTokens.ts"
import * as Issuers from "./issuers.ts"
import * as Library from "./library.ts"
import type { Metadata, Sources } from "./metadata.ts"
import * as Users from "./users.ts"

const challengeOf = ({ codeVerifier }: Visit) =>
  createHash("sha256").update(Redacted.value(codeVerifier)).digest("base64url")

/** What every authorization request has (RFC 6749, 4.1.1). */
export const authorizationParameters = (
  { clientId, scopes }: Connection,
  visit: Visit,
  needed: ReadonlyArray<string>
): Readonly<Record<string, string>> => ({
  response_type: "code",
  client_id: clientId,
  redirect_uri: visit.redirectUri,
  scope: [...new Set([...needed, ...scopes])].join(" "),
  state: visit.state,
  code_challenge: challengeOf(visit),
  code_challenge_method: "S256"
})

/** Adds parameters to an endpoint, which may have some. */
export const withParameters = (endpoint: string, parameters: Readonly<Record<string, string>>): string => {
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Returns how the client authenticates: with the method that the metadata name, and HTTP Basic if they name none. */
export const authenticationOf = (
  connection: Connection,
  { token_endpoint_auth_methods_supported: methods }: Metadata
): Effect.Effect<oauth.ClientAuth, Misconfigured> => {
  if (connection.kind === "apple") return Effect.map(AppleSecret.make(connection), oauth.ClientSecretPost)
  if (Option.isNone(connection.clientSecret)) return Effect.succeed(oauth.None())
  const secret = Redacted.value(connection.clientSecret.value)
  if (secret === "") return Effect.fail(new Misconfigured("client_secret"))
  const isPost =
    Array.isArray(methods) && !methods.includes("client_secret_basic") && methods.includes("client_secret_post")
  return Effect.succeed(isPost ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret))
}

/** Exchanges the code at the token endpoint. Checks first that the response is of this visit and of this provider. */
export const exchangeCode = (
  requests: OutgoingRequests,
  {
    connection,
    metadata,
    response
  }: {
    readonly connection: Connection
    readonly metadata: Metadata
    readonly response: AuthorizationResponse
  }
): Effect.Effect<Response, unknown> =>
  Effect.gen(function* () {
    const { codeVerifier, parameters, redirectUri, state } = response
    const client = { client_id: connection.clientId }
    const server = { ...metadata, issuer: Issuers.ofResponse(connection, parameters["iss"]) }
    const checked = yield* Library.process(async () =>
      oauth.validateAuthResponse(server, client, new URLSearchParams(parameters), state)
    )
    const authentication = yield* authenticationOf(connection, metadata)
    const verifier = Redacted.value(codeVerifier)
    return yield* Library.make(requests)(connection.issuer, (transport) =>
      oauth.authorizationCodeGrantRequest(server, client, authentication, checked, redirectUri, verifier, transport)
    )
  })

/** An ID token in a response of the token endpoint, for the functions of the library that read one. */
const asTokenResponse = ({ idToken }: PresentedIdToken) =>
  Response.json({ access_token: "none", token_type: "bearer", id_token: Redacted.value(idToken) })

/** Makes the functions. */
export const make = (requests: OutgoingRequests, sources: Sources) => {
  const verify = (
    expected: {
      readonly connection: Connection
      readonly metadata: Metadata
      readonly nonce: string
      readonly clientIds: ReadonlyArray<string>
    },
    response: Response
  ) => {
    const { connection, metadata } = expected
    const keys = sources.keys(connection, metadata)
    return IdTokens.verify({ ...expected, keys, newKeys: sources.newKeys(connection, metadata) }, response)
  }

  const userInfo = (
    { clientId, issuer }: Connection,
    metadata: Metadata,
    { accessToken, key }: IdTokens.VerifiedIdToken
  ) =>
    Library.make(requests)(issuer, async (transport) => {
      const client = { client_id: clientId }
      const response = await oauth.userInfoRequest(metadata, client, accessToken, transport)
      return { ...(await oauth.processUserInfoResponse(metadata, client, key.subject, response)) }
    }).pipe(
      Effect.catchIf(
        (error) => error instanceof oauth.WWWAuthenticateChallengeError,
        () => Effect.fail(new NotVerified("userinfo"))
      )
    )

  /** UserInfo adds how to reach the user, if the ID token does not say. The rest is what the provider has signed. */
  const claimsOf = (connection: Connection, metadata: Metadata, verified: IdTokens.VerifiedIdToken) =>
    Users.hasEmail(verified.claims) || metadata.userinfo_endpoint === undefined
      ? Effect.succeed(verified.claims)
      : Effect.map(userInfo(connection, metadata, verified), (more) => Users.withContact(verified.claims, more))

  const authorizationUrl = (connection: Connection, visit: Visit): Effect.Effect<string, unknown> =>
    Effect.gen(function* () {
      const { authorization_endpoint: endpoint } = yield* sources.metadata(connection)
      if (typeof endpoint !== "string" || !requests.isAllowed(endpoint)) {
        return yield* Effect.fail(new Misconfigured("authorization_endpoint"))
      }
      const isApple = connection.kind === "apple"
      return withParameters(endpoint, {
        ...authorizationParameters(connection, visit, isApple ? ["email"] : ["openid", "email"]),
        nonce: visit.nonce,
        // Apple sends an email address in no other way.
        ...(isApple ? { response_mode: "form_post" } : {})
      })
    })

  const exchange = (connection: Connection, response: AuthorizationResponse): Effect.Effect<ProvidedUser, unknown> =>
    Effect.gen(function* () {
      const metadata = yield* sources.metadata(connection)
      const tokens = yield* exchangeCode(requests, { connection, metadata, response })
      const clientIds = [connection.clientId]
      const verified = yield* verify({ connection, metadata, nonce: response.nonce, clientIds }, tokens)
      return Users.fromClaims(connection.kind, verified.key, yield* claimsOf(connection, metadata, verified))
    })

  const verifyIdToken = (connection: Connection, presented: PresentedIdToken): Effect.Effect<ProvidedUser, unknown> =>
    Effect.gen(function* () {
      const metadata = yield* sources.metadata(connection)
      const clientIds = [connection.clientId, ...connection.nativeClientIds]
      const { nonce } = presented
      const { claims, key } = yield* verify({ connection, metadata, nonce, clientIds }, asTokenResponse(presented))
      return Users.fromClaims(connection.kind, key, claims)
    })

  return { authorizationUrl, exchange, verifyIdToken }
}
