/** Issuing access tokens, with which an API on another host knows a user without asking Latchkey. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import * as UserData from "../account/UserData.ts"
import { UserRepository } from "../account/UserRepository.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { idOf } from "../core/Id.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import type { UserId } from "../core/Ids.ts"
import { traced } from "../core/Tracing.ts"
import { AuthenticationMethods } from "../instance/AuthenticationMethods.ts"
import type { Instance } from "../instance/Instance.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import { type CheckedToken, CheckPersonalToken } from "../personal-token/CheckPersonalToken.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { EmailNotVerified, Unauthenticated } from "../session/SessionErrors.ts"
import type { ActiveSession } from "../session/SessionRepository.ts"
import { isAllowed, type SessionRequest, Sessions } from "../session/Sessions.ts"
import { type AccessTokensDisabled, AudienceNotAllowed } from "./AccessTokenErrors.ts"
import { tokenLifetime } from "./KeyRing.ts"
import type { SigningKey } from "./SigningKeyRepository.ts"
import { SigningKeys } from "./SigningKeys.ts"
import type { Claims } from "./TokenSigner.ts"

/** The id of an access token, its claim `jti`: `at_…`. */
export const AccessTokenId = idOf("AccessTokenId", "at")
export type AccessTokenId = typeof AccessTokenId.Type

/**
 * A request for an access token. `presented`: the personal access token of a program; none for a session, whose tokens
 * the caller has.
 */
export interface TokenRequest extends SessionRequest {
  readonly audience: string
  readonly presented: Option.Option<Redacted.Redacted>
}

/** An access token, and how long it works. */
export interface AccessToken {
  readonly accessToken: Redacted.Redacted
  readonly lifetime: Duration.Duration
}

/** A key that verifies: its JSON Web Key (RFC 7517), as JSON. */
export type PublicKey = Pick<SigningKey, "publicKey">

/** Why there is no token. */
type NotIssued =
  | AccessTokensDisabled
  | AudienceNotAllowed
  | EmailNotVerified
  | PersistenceError
  | RateLimited<"sign_in">
  | Unauthenticated

/** The use case of issuing access tokens. */
export class AccessTokens extends Context.Tag("@latchkey/domain/AccessTokens")<
  AccessTokens,
  {
    /**
     * Returns a signed token (RFC 9068) for one audience of the instance. It works for five minutes, or until the
     * session or the personal access token expires, and nothing revokes it before. Fails with `Unauthenticated` without
     * an active session or token, and with `EmailNotVerified` on an instance that requires a verified address.
     */
    readonly issue: (request: TokenRequest) => Effect.Effect<AccessToken, NotIssued>

    /** Does the same for a session that the caller has checked. */
    readonly grant: (
      instance: Instance,
      session: ActiveSession,
      audience: string
    ) => Effect.Effect<AccessToken, Exclude<NotIssued, RateLimited<"sign_in">>>

    /** Fails if the instance cannot issue tokens for the audience. Asks no store more than once in ten seconds. */
    readonly checkAudience: (
      instance: Instance,
      audience: string
    ) => Effect.Effect<void, AccessTokensDisabled | AudienceNotAllowed | PersistenceError>

    /**
     * Returns the keys that verify the tokens of an instance, newest first: none for an instance without audiences.
     * Costs a query.
     */
    readonly publishedKeys: (instance: Instance) => Effect.Effect<ReadonlyArray<PublicKey>, PersistenceError>

    /**
     * Returns the published key with the id that a token names (RFC 7515, 4.1.4). Costs a query in ten seconds for each
     * instance, and for ids that this process does not know one a second.
     */
    readonly findKey: (instance: Instance, keyId: string) => Effect.Effect<Option.Option<PublicKey>, PersistenceError>
  }
>() {}

const seconds = ({ epochMillis }: DateTime.Utc): number => Math.floor(epochMillis / 1000)

/** Whom a token is about, until when it may work at most, and what it says beside that. */
interface Subject {
  readonly userId: UserId
  readonly until: Option.Option<DateTime.Utc>
  readonly claims: Claims
}

const ofToken = ({ scopes, token }: CheckedToken): Subject => ({
  userId: token.userId,
  until: token.expiresAt,
  claims: { client_id: token.id, email_verified: token.emailVerified, scope: scopes.join(" ") }
})

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const { check } = yield* CheckPersonalToken
  const ids = yield* IdGenerator
  const keys = yield* SigningKeys
  const { amrOf, levelOf } = yield* AuthenticationMethods
  const { authenticate } = yield* Sessions
  const urls = yield* PublicUrls
  const users = yield* UserRepository

  const ofSession = ({ id }: Instance, session: ActiveSession): Subject => ({
    userId: session.userId,
    until: Option.some(session.expiresAt),
    claims: {
      client_id: id,
      sid: session.id,
      auth_time: seconds(session.authenticatedAt),
      amr: amrOf(session.methods),
      acr: `aal${levelOf(session.methods)}`,
      email_verified: session.emailVerified
    }
  })

  const ofAllowed = (instance: Instance, session: ActiveSession) =>
    isAllowed(instance, session) ? Effect.succeed(ofSession(instance, session)) : new EmailNotVerified()

  const subjectOf = Effect.fnUntraced(function* (request: TokenRequest) {
    const { instance, presented } = request
    if (Option.isSome(presented)) return ofToken(yield* check({ ...request, presented: presented.value }))
    return yield* ofAllowed(instance, yield* authenticate(request))
  })

  const signerOf = Effect.fnUntraced(function* ({ id, tokenConfig }: Instance, audience: string) {
    return tokenConfig.audiences.includes(audience) ? yield* keys.current(id) : yield* new AudienceNotAllowed()
  })

  /** Returns the claims that the instance takes from the user's `metadata`. */
  const mapped = ({ id, tokenConfig: { claims } }: Instance, userId: UserId) =>
    claims.length === 0
      ? Effect.succeed({})
      : Effect.flatMap(
          users.findById(id, userId),
          Option.match({
            // The user was deleted meanwhile.
            onNone: () => new Unauthenticated(),
            onSome: ({ metadata }) => Effect.succeed(Struct.pick(UserData.read(metadata), ...claims))
          })
        )

  const sign = Effect.fnUntraced(function* (instance: Instance, audience: string, subject: Subject) {
    const { claims, until, userId } = subject
    const sign = yield* signerOf(instance, audience)
    const now = yield* DateTime.now
    const latest = DateTime.addDuration(now, tokenLifetime)
    const expiresAt = Option.match(until, { onNone: () => latest, onSome: DateTime.min(latest) })
    const lifetime = seconds(expiresAt) - seconds(now)
    // What expires within this second cannot be told from what has expired.
    if (lifetime === 0) return yield* new Unauthenticated()
    const accessToken = yield* sign({
      ...(yield* mapped(instance, userId)),
      ...claims,
      iss: urls.origin(instance),
      sub: userId,
      aud: audience,
      iat: seconds(now),
      exp: seconds(expiresAt),
      jti: yield* ids.next(AccessTokenId)
    })
    return { accessToken: Redacted.make(accessToken), lifetime: Duration.seconds(lifetime) }
  })

  const issue: (typeof AccessTokens.Service)["issue"] = Effect.fnUntraced(function* (request) {
    return yield* sign(request.instance, request.audience, yield* subjectOf(request))
  }, traced("AccessTokens.issue"))

  const grant: (typeof AccessTokens.Service)["grant"] = Effect.fnUntraced(function* (instance, session, audience) {
    return yield* sign(instance, audience, yield* ofAllowed(instance, session))
  }, traced("AccessTokens.grant"))

  const checkAudience: (typeof AccessTokens.Service)["checkAudience"] = (instance, audience) =>
    Effect.asVoid(signerOf(instance, audience))

  return AccessTokens.of({ issue, grant, checkAudience, publishedKeys: keys.published, findKey: keys.find })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(AccessTokens, make)
