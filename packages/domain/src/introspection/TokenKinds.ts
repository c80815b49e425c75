/** The kinds of tokens that programs present: what Latchkey says of each, and what ends it. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { type AccessTokenClaims, InspectAccessToken } from "../access-token/InspectAccessToken.ts"
import type { Caller } from "../core/Caller.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { SessionId, UserId } from "../core/Ids.ts"
import type { Instance } from "../instance/Instance.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import { type CheckedToken, CheckPersonalToken } from "../personal-token/CheckPersonalToken.ts"
import { PersonalTokens } from "../personal-token/PersonalTokens.ts"
import * as PersonalTokenText from "../personal-token/PersonalTokenText.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { RefreshTokens } from "../refresh-token/RefreshTokens.ts"
import * as RefreshTokenText from "../refresh-token/RefreshTokenText.ts"
import { UnsupportedTokenType } from "./IntrospectionErrors.ts"

/** Where the user of a token is signed in, and how they have authenticated. */
export interface TokenSession {
  readonly id: SessionId
  readonly amr: ReadonlyArray<string>
  readonly acr: string
}

/**
 * A token that works now.
 *
 * - `clientId`: the instance, or the id of the personal access token.
 * - `audience`: the API that it is for; none if it is for any.
 * - `scopes`: what it is limited to; none if it is not limited.
 * - `session`: none if it is of no session.
 */
export interface ActiveToken {
  readonly tokenId: string
  readonly userId: UserId
  readonly clientId: string
  readonly issuer: string
  readonly audience: Option.Option<string>
  readonly scopes: Option.Option<ReadonlyArray<string>>
  readonly session: Option.Option<TokenSession>
  readonly emailVerified: boolean
  readonly issuedAt: DateTime.Utc
  readonly expiresAt: Option.Option<DateTime.Utc>
}

/** A token that an API asks about. */
export interface AskedToken {
  readonly instance: Instance
  readonly presented: Redacted.Redacted
}

/** A token that is to end, and who presents it. */
export interface EndedToken extends AskedToken {
  readonly caller: Caller
}

/**
 * A kind of tokens.
 *
 * - `isOfKind`: returns `true` for a text in the form of such a token. Says nothing about whether it works.
 * - `introspect`: returns the token if it works.
 * - `revoke`: ends the token if it works. Limits tries per IP address before it looks one up.
 */
interface TokenKind {
  readonly isOfKind: (text: string) => boolean
  readonly introspect: (token: AskedToken) => Effect.Effect<Option.Option<ActiveToken>, PersistenceError>
  readonly revoke: (
    token: EndedToken
  ) => Effect.Effect<void, PersistenceError | RateLimited<"sign_in"> | UnsupportedTokenType>
}

const personalToken = Effect.gen(function* () {
  const { inspect } = yield* CheckPersonalToken
  const { revokePresented } = yield* PersonalTokens
  const urls = yield* PublicUrls

  const toActive = (instance: Instance, { scopes, token }: CheckedToken): ActiveToken => ({
    tokenId: token.id,
    userId: token.userId,
    clientId: token.id,
    issuer: urls.origin(instance),
    audience: Option.none(),
    scopes: Option.some(scopes),
    session: Option.none(),
    emailVerified: token.emailVerified,
    issuedAt: token.createdAt,
    expiresAt: token.expiresAt
  })

  return {
    isOfKind: (text) => text.startsWith(PersonalTokenText.prefix),
    introspect: (token) =>
      Effect.map(
        inspect(token),
        Option.map((checked) => toActive(token.instance, checked))
      ),
    revoke: revokePresented
  } satisfies TokenKind
})

const accessToken = Effect.gen(function* () {
  const { inspect } = yield* InspectAccessToken

  const toActive = (claims: AccessTokenClaims): ActiveToken => ({
    tokenId: claims.jti,
    userId: claims.sub,
    clientId: claims.client_id,
    issuer: claims.iss,
    audience: Option.some(claims.aud),
    scopes: Option.map(Option.fromNullable(claims.scope), (scope) => scope.split(" ").filter((one) => one !== "")),
    session: "sid" in claims ? Option.some({ id: claims.sid, amr: claims.amr, acr: claims.acr }) : Option.none(),
    emailVerified: claims.email_verified,
    issuedAt: DateTime.unsafeMake(claims.iat * 1000),
    expiresAt: Option.some(DateTime.unsafeMake(claims.exp * 1000))
  })

  return {
    // RFC 7515, 3.1.
    isOfKind: (text) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text),
    introspect: ({ instance, presented }) => Effect.map(inspect(instance, presented), Option.map(toActive)),
    revoke: () => new UnsupportedTokenType()
  } satisfies TokenKind
})

const refreshToken = Effect.map(
  RefreshTokens,
  ({ revokePresented }): TokenKind => ({
    isOfKind: (text) => text.startsWith(RefreshTokenText.prefix),
    // An API that asks must not let a native client in with it.
    introspect: () => Effect.succeedNone,
    revoke: revokePresented
  })
)

/** Makes the function that returns the kind of a token, or `None` if its text is of none. A new kind is one more entry. */
export const make = Effect.map(
  Effect.all([personalToken, refreshToken, accessToken]),
  (kinds: ReadonlyArray<TokenKind>) =>
    (presented: Redacted.Redacted): Option.Option<TokenKind> =>
      Option.fromNullable(kinds.find(({ isOfKind }) => isOfKind(Redacted.value(presented))))
)
