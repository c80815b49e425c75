/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Token, TokenHash } from "./Token.ts"

/**
 * The port for bearer tokens: a cryptographically secure random source, and SHA-256.
 *
 * @since 0.1.0
 */
export class TokenGenerator extends Context.Tag("@latchkey/domain/TokenGenerator")<
  TokenGenerator,
  {
    /** Returns a new token of 32 random bytes. */
    readonly generate: Effect.Effect<Token>

    /** Returns the SHA-256 of a token's 43 characters, which is what stores keep of it. */
    readonly hash: (token: Token) => TokenHash
  }
>() {}
