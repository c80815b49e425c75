/** Telling an API whether an access token still works, and what it says. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as AppPart from "../core/AppPart.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { SessionId, UserId } from "../core/Ids.ts"
import { traced } from "../core/Tracing.ts"
import type { Instance } from "../instance/Instance.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import { PersonalTokenId, PersonalTokenRepository } from "../personal-token/PersonalTokenRepository.ts"
import { SessionRepository } from "../session/SessionRepository.ts"
import { isAllowed } from "../session/Sessions.ts"
import { SigningKeys } from "./SigningKeys.ts"
import { TokenSigner } from "./TokenSigner.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

const Shared = {
  iss: Schema.String,
  sub: UserId,
  aud: Schema.String,
  exp: Schema.Int,
  iat: Schema.Int,
  jti: Schema.String,
  email_verified: Schema.Boolean
}

/** What the token of a session says. */
const OfSession = Schema.Struct({
  ...Shared,
  client_id: Schema.String,
  sid: SessionId,
  amr: Schema.Array(Schema.String),
  acr: Schema.String,
  scope: optional(Schema.String)
})

/** What the token of a personal access token says. */
const OfPersonalToken = Schema.Struct({ ...Shared, client_id: PersonalTokenId, scope: Schema.String })

const AccessTokenClaims = Schema.Union(OfSession, OfPersonalToken)

/** What an access token says. */
export type AccessTokenClaims = typeof AccessTokenClaims.Type

/** The use case of telling whether an access token still works. */
export class InspectAccessToken extends Context.Tag("@latchkey/domain/InspectAccessToken")<
  InspectAccessToken,
  {
    /**
     * Returns what a token of the instance says, or `None` if it does not work any more: also before it expires, if its
     * session or its personal access token has ended. Of a wrong or expired token it looks up the key only, as
     * `SigningKeys.find` does. Any other one costs a query more.
     */
    readonly inspect: (
      instance: Instance,
      presented: Redacted.Redacted
    ) => Effect.Effect<Option.Option<AccessTokenClaims>, PersistenceError>
  }
>() {}

const decode = Schema.decodeUnknownOption(AccessTokenClaims)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const keys = yield* SigningKeys
  const personalTokens = yield* PersonalTokenRepository
  const sessions = yield* SessionRepository
  const signer = yield* AppPart.read(TokenSigner)
  const urls = yield* PublicUrls

  const isOfInstance = (instance: Instance, { aud, email_verified: emailVerified, iss }: AccessTokenClaims) =>
    iss === urls.origin(instance) &&
    instance.tokenConfig.audiences.includes(aud) &&
    isAllowed(instance, { emailVerified })

  const isSessionActive = ({ id: instanceId, idleLifetime }: Instance, userId: UserId, id: SessionId) =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      return (yield* sessions.list({ instanceId, userId, id, now, idleLifetime, limit: 1 })).length > 0
    })

  const isPersonalTokenActive = ({ id: instanceId, tokenConfig }: Instance, userId: UserId, id: PersonalTokenId) =>
    Effect.gen(function* () {
      if (!tokenConfig.personalTokens) return false
      const found = yield* personalTokens.findActive({ instanceId, id, now: yield* DateTime.now })
      return Option.exists(found, (token) => token.userId === userId)
    })

  const inspect: (typeof InspectAccessToken.Service)["inspect"] = Effect.fnUntraced(function* (instance, presented) {
    const verified = yield* signer.verify((keyId) => keys.find(instance, keyId), presented)
    const claims = Option.flatMap(verified, decode)
    if (Option.isNone(claims) || !isOfInstance(instance, claims.value)) return Option.none()
    const { exp, sub } = claims.value
    const now = yield* DateTime.now
    if (exp * 1000 <= now.epochMillis) return Option.none()
    const isActive =
      "sid" in claims.value
        ? yield* isSessionActive(instance, sub, claims.value.sid)
        : yield* isPersonalTokenActive(instance, sub, claims.value.client_id)
    return isActive ? claims : Option.none()
  }, traced("InspectAccessToken.inspect"))

  return InspectAccessToken.of({ inspect })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(InspectAccessToken, make)
