/** Verifies ID tokens (OpenID Connect Core 1.0, 3.1.3.7), wherever they come from. */
import type { Connection, ProvidedUser } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as oauth from "oauth4webapi"
import { NotVerified } from "./failures.ts"
import * as Issuers from "./issuers.ts"
import * as Library from "./library.ts"
import type { KeySet, Metadata } from "./metadata.ts"
import * as Users from "./users.ts"

/** The signature algorithms. `Ed25519` is what RFC 9864 calls EdDSA with that curve. */
export const algorithms = ["RS256", "ES256", "EdDSA", "Ed25519"]

/** 60: the seconds by which the clocks may differ. */
const toleranceSeconds = 60

/** How old an ID token may be: as long as a visit lasts. Microsoft dates its tokens back by five minutes. */
const maxAgeSeconds = Duration.toSeconds("10 minutes")

interface Expected {
  readonly connection: Connection
  readonly metadata: Metadata
  readonly nonce: string
  /** The client ids that it may be for. */
  readonly clientIds: ReadonlyArray<string>
  readonly keys: Effect.Effect<KeySet, unknown>
  /** The keys as they are now, if they have not been fetched in the last minute. */
  readonly newKeys: Effect.Effect<KeySet, unknown>
}

/** A verified ID token. `accessToken`: what came with it. */
export interface VerifiedIdToken {
  readonly accessToken: string
  readonly claims: Users.Claims
  readonly key: ProvidedUser["key"]
}

/** Reads claims before they are verified, to learn which ones the token has to have. */
const unverified = (idToken: unknown): Users.Claims => {
  const [, payload = ""] = typeof idToken === "string" ? idToken.split(".") : []
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))
    if (typeof claims === "object" && claims !== null && !Array.isArray(claims)) return { ...claims }
  } catch {}
  throw new NotVerified("id_token")
}

const clientIdOf = ({ aud }: Users.Claims, clientIds: ReadonlyArray<string>) => {
  const audiences: ReadonlyArray<unknown> = Array.isArray(aud) ? aud : [aud]
  const found = clientIds.find((clientId) => audiences.includes(clientId))
  if (found === undefined) throw new NotVerified("aud")
  return found
}

const issuerOf = (connection: Connection, claims: Users.Claims) => {
  const issuer = Issuers.expected(connection, claims)
  if (issuer === undefined) throw new NotVerified("tid")
  return issuer
}

/** The library leaves these to its users. */
const checkRest = ({ azp, iat }: Users.Claims, clientIds: ReadonlyArray<string>, nowSeconds: number) => {
  // An Android app gets a token for the client id of the server, from its own (Google).
  if (azp !== undefined && !clientIds.some((clientId) => clientId === azp)) throw new NotVerified("azp")
  const issuedAt = Number(iat)
  const isRecent = issuedAt >= nowSeconds - maxAgeSeconds - toleranceSeconds
  if (!isRecent || issuedAt > nowSeconds + toleranceSeconds) throw new NotVerified("iat")
}

/** Microsoft says of each key whose tokens it signs: that of one tenant signs for no other. */
const keysFor = (connection: Connection, { keys }: KeySet, claims: Users.Claims): KeySet =>
  Issuers.isShared(connection)
    ? {
        keys: keys.filter(
          ({ issuer }) =>
            typeof issuer !== "string" || Issuers.ofTenant(issuer, String(claims["tid"])) === claims["iss"]
        )
      }
    : { keys }

/** Checks everything but the signature. Reads the time of Effect's clock, which the library does not. */
const checkClaims = async ({ clientIds, connection, metadata, nonce }: Expected, response: Response, now: number) => {
  const nowSeconds = Math.floor(now / 1000)
  // The library knows what the errors of the endpoint are.
  if (!response.ok) await oauth.processAuthorizationCodeResponse(metadata, { client_id: connection.clientId }, response)
  const claimed = unverified((await response.clone().json())["id_token"])
  const server: oauth.AuthorizationServer = {
    ...metadata,
    issuer: issuerOf(connection, claimed),
    id_token_signing_alg_values_supported: [...algorithms]
  }
  const client = {
    client_id: clientIdOf(claimed, clientIds),
    [oauth.clockTolerance]: toleranceSeconds,
    [oauth.clockSkew]: nowSeconds - Math.floor(Date.now() / 1000)
  }
  const expectations = { expectedNonce: nonce, requireIdToken: true }
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expectations)
  const claims: Users.Claims = { ...oauth.getValidatedIdTokenClaims(tokens) }
  checkRest(claims, clientIds, nowSeconds)
  const key = Users.keyOf(Issuers.ofIdentity(connection, claims), claims["sub"])
  return { accessToken: tokens.access_token, claims, key, server }
}

/** Verifies the signature with a set of keys. The library gets them as new ones, so it fetches none by itself. */
const verifySignature = (server: oauth.AuthorizationServer, response: Response, { keys }: KeySet) =>
  Effect.tryPromise({
    try: () =>
      oauth.validateApplicationLevelSignature({ ...server }, response, {
        [oauth.jwksCache]: { jwks: { keys: [...keys] as Array<oauth.JWK> }, uat: Math.floor(Date.now() / 1000) }
      }),
    catch: (error) =>
      new NotVerified(
        error instanceof oauth.OperationProcessingError && error.code === oauth.KEY_SELECTION ? "kid" : "signature"
      )
  })

/** Verifies the ID token in a response of the token endpoint. */
export const verify = (expected: Expected, response: Response): Effect.Effect<VerifiedIdToken, unknown> =>
  Effect.gen(function* () {
    const { connection, keys, newKeys } = expected
    const now = yield* Clock.currentTimeMillis
    const { accessToken, claims, key, server } = yield* Library.process(() => checkClaims(expected, response, now))
    const verifyWith = (set: KeySet) => verifySignature(server, response, keysFor(connection, set, claims))
    const known = yield* keys
    // The provider may have begun to sign with another key.
    yield* Effect.catchAll(verifyWith(known), (error) =>
      Effect.flatMap(newKeys, (renewed) => (renewed === known ? Effect.fail(error) : verifyWith(renewed)))
    )
    return { accessToken, claims, key }
  })
