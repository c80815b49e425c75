/** Ending a token by presenting it (RFC 7009). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PersistenceError } from "../core/Errors.ts"
import { traced } from "../core/Tracing.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import type { UnsupportedTokenType } from "./IntrospectionErrors.ts"
import * as TokenKinds from "./TokenKinds.ts"

/** The use case of ending a token. */
export class RevokeToken extends Context.Tag("@latchkey/domain/RevokeToken")<
  RevokeToken,
  {
    /**
     * Ends the token, and records it as revoking does otherwise. Does nothing if it does not work, or if its text is of
     * no kind, which costs no query. Fails with `UnsupportedTokenType` for an access token. Tries are limited per IP
     * address.
     */
    readonly revoke: (
      token: TokenKinds.EndedToken
    ) => Effect.Effect<void, PersistenceError | RateLimited<"sign_in"> | UnsupportedTokenType>
  }
>() {}

/** Makes the use case. */
export const make = Effect.map(TokenKinds.make, (kindOf) =>
  RevokeToken.of({
    revoke: (token) =>
      Option.match(kindOf(token.presented), {
        onNone: () => Effect.void,
        onSome: ({ revoke }) => revoke(token)
      }).pipe(traced("RevokeToken.revoke"))
  })
)

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(RevokeToken, make)
