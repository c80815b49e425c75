/** Verifies access tokens (RFC 9068) for an API, without asking Latchkey about each of them. */
import { AccessTokens, type PublicKey } from "@latchkey/domain/access-token/AccessTokens"
import { isPersistenceError } from "@latchkey/domain/core/ErrorGuards"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import * as FailureReason from "@latchkey/domain/core/FailureReason"
import { type InstanceId, SessionId, UserId } from "@latchkey/domain/core/Ids"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { InstanceNotFound } from "@latchkey/domain/instance/InstanceErrors"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createLocalJWKSet, createRemoteJWKSet, type JWK, type JWTVerifyGetKey } from "jose"
import * as OutageLog from "../core/OutageLog.ts"
import { type Problem, problem } from "../core/Problem.ts"
import * as BearerToken from "../session/BearerToken.ts"
import * as Verification from "./internal/Verification.ts"

/**
 * An access token that is right. `sessionId`, `amr`, `acr` and `authTime` are those of the session that it was issued
 * for; a personal access token has none.
 *
 * - `scopes`: what the token is limited to. `undefined` without the claim `scope`, as for a session.
 * - `clientId`: the instance, or the id of the personal access token.
 * - `claims`: all claims, also those of `tokenConfig.claims`.
 */
export interface VerifiedAccessToken {
  readonly userId: UserId
  readonly audience: string
  readonly sessionId: SessionId | undefined
  readonly amr: ReadonlyArray<string> | undefined
  readonly acr: string | undefined
  readonly authTime: DateTime.Utc | undefined
  readonly scopes: ReadonlyArray<string> | undefined
  readonly emailVerified: boolean
  readonly tokenId: string
  readonly clientId: string
  readonly claims: Readonly<Record<string, unknown>>
}

/** Why a token is not accepted now. */
type NotVerified = Problem<"service_unavailable" | "unauthenticated">

/** The service that verifies access tokens. */
export class AccessTokenVerifier extends Context.Tag("@latchkey/http/AccessTokenVerifier")<
  AccessTokenVerifier,
  {
    /**
     * Returns what a token says: signed with ES256 by a published key, of the type `at+jwt`, of the issuer and for the
     * audience, and not expired for more than five seconds. Fails with `unauthenticated` for any other one, and with
     * `service_unavailable` if the keys cannot be fetched, which says nothing about the token.
     */
    readonly verify: (token: Redacted.Redacted) => Effect.Effect<VerifiedAccessToken, NotVerified>
  }
>() {}

const invalid = BearerToken.invalid("The access token is wrong or expired.")
const unavailable = problem("service_unavailable", { retryAfterSeconds: 2 })

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const decodeClaims = Schema.decodeUnknown(
  Schema.Struct({
    sub: UserId,
    sid: optional(SessionId),
    amr: optional(Schema.Array(Schema.String)),
    acr: optional(Schema.String),
    auth_time: optional(Schema.Number),
    scope: optional(Schema.String),
    email_verified: Schema.Boolean,
    jti: Schema.String,
    client_id: Schema.String
  })
)

const read = (audience: string, claims: Readonly<Record<string, unknown>>) =>
  Effect.mapBoth(decodeClaims(claims), {
    onFailure: () => invalid,
    onSuccess: (decoded): VerifiedAccessToken => ({
      userId: decoded.sub,
      audience,
      sessionId: decoded.sid,
      amr: decoded.amr,
      acr: decoded.acr,
      authTime: decoded.auth_time === undefined ? undefined : DateTime.unsafeMake(decoded.auth_time * 1000),
      scopes: decoded.scope?.split(" ").filter((scope) => scope !== ""),
      emailVerified: decoded.email_verified,
      tokenId: decoded.jti,
      clientId: decoded.client_id,
      claims
    })
  })

type LogOutage = ReturnType<typeof OutageLog.make>

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return "unknown"
  return error.cause instanceof Error ? error.cause.message : error.message
}

const verifyWith = (expected: Verification.Expected, token: Redacted.Redacted, logOutage: LogOutage) =>
  Clock.currentTimeMillis.pipe(
    Effect.flatMap((now) =>
      Effect.tryPromise({
        try: () => Verification.verify(expected, Redacted.value(token), new Date(now)),
        catch: (error: unknown) => ({ error })
      })
    ),
    Effect.catchAll(
      ({ error }): Effect.Effect<never, NotVerified> =>
        Verification.isOutage(error) ? Effect.zipRight(logOutage(describe(error)), unavailable) : invalid
    ),
    Effect.flatMap((claims) => read(expected.audience, claims))
  )

/**
 * - `issuer`: the public origin of the instance, such as `https://auth.example.com`.
 * - `audience`: this API, as in `tokenConfig.audiences`.
 * - `url`: where this API reaches Latchkey, with its prefix if it has one; the issuer by default.
 * - `timeout`: how long to wait for the keys; 2 seconds by default.
 */
export interface RemoteOptions {
  readonly issuer: string
  readonly audience: string
  readonly url?: string
  readonly timeout?: Duration.DurationInput
}

/** Makes the verifier of an API that runs elsewhere. */
export const makeRemote = ({
  audience,
  issuer,
  timeout = "2 seconds",
  url = issuer
}: RemoteOptions): typeof AccessTokenVerifier.Service => {
  const address = `${url.replace(/\/+$/, "")}/.well-known/jwks.json`
  const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: Duration.toMillis(timeout) })
  const logOutage = OutageLog.make(`Cannot fetch the keys of access tokens at ${address}`)
  return AccessTokenVerifier.of({ verify: (token) => verifyWith({ issuer, audience, keys }, token, logOutage) })
}

/**
 * The verifier of an API that runs elsewhere, without a database. Fetches the keys with the first token and again after
 * ten minutes, and for a key that it does not know at most once in thirty seconds.
 */
export const layerRemote = (options: RemoteOptions): Layer.Layer<AccessTokenVerifier> =>
  Layer.sync(AccessTokenVerifier, () => makeRemote(options))

/** `audience`: this API, as in `tokenConfig.audiences`. `instanceId`: whose tokens it accepts; `default` by default. */
export interface Options {
  readonly audience: string
  readonly instanceId?: InstanceId
}

/** A minute: how long settings of the instance are used before they are read again. */
const settingsLifetime = Duration.minutes(1)

const noKeys = createLocalJWKSet({ keys: [] })

/** Returns the key set of a key, and the same one for the same key: it remembers what it has parsed. */
const makeKeySets = () => {
  const known = new WeakMap<PublicKey, JWTVerifyGetKey>()
  return (key: PublicKey): JWTVerifyGetKey => {
    const keySet = known.get(key) ?? createLocalJWKSet({ keys: [JSON.parse(key.publicKey) as JWK] })
    known.set(key, keySet)
    return keySet
  }
}

/** Makes the verifier of an API in this process. */
export const make = Effect.fnUntraced(function* ({ audience, instanceId = defaultId }: Options) {
  const instances = yield* InstanceDirectory
  const tokens = yield* AccessTokens
  const urls = yield* PublicUrls
  const keySetOf = makeKeySets()
  const logOutage = OutageLog.make("The store is unavailable")
  const instance = yield* Effect.cachedInvalidateWithTTL(instances.get(instanceId), settingsLifetime).pipe(
    Effect.map(([cached, invalidate]) => Effect.tapError(cached, () => invalidate))
  )

  const expectedOf = Effect.fnUntraced(
    function* (token: Redacted.Redacted) {
      const current = yield* instance
      const key = yield* Option.match(Verification.keyIdOf(Redacted.value(token)), {
        onNone: () => Effect.succeedNone,
        onSome: (id) => tokens.findKey(current, id)
      })
      const keys = Option.match(key, { onNone: () => noKeys, onSome: keySetOf })
      return { audience, issuer: urls.origin(current), keys }
    },
    Effect.catchAll(
      (error: InstanceNotFound | PersistenceError): Effect.Effect<never, NotVerified> =>
        isPersistenceError(error) ? Effect.zipRight(logOutage(FailureReason.ofOutage(error)), unavailable) : invalid
    )
  )

  return AccessTokenVerifier.of({
    verify: (token) => Effect.flatMap(expectedOf(token), (expected) => verifyWith(expected, token, logOutage))
  })
})

/**
 * The verifier of an API in this process: costs a query in ten seconds, another one in a minute, and no request. Tokens
 * that name unknown keys cost a query a second.
 */
export const layer = (
  options: Options
): Layer.Layer<AccessTokenVerifier, never, AccessTokens | InstanceDirectory | PublicUrls> =>
  Layer.effect(AccessTokenVerifier, make(options))
