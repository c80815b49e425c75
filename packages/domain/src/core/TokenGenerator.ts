import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { Token, TokenHash } from "./Token.ts"

/** The port for bearer tokens: a cryptographically secure random source, SHA-256, HMAC-SHA-256 and HMAC-SHA-1. */
export class TokenGenerator extends Context.Tag("@latchkey/domain/TokenGenerator")<
  TokenGenerator,
  {
    /** Returns a new token of 32 random bytes. */
    readonly generate: Effect.Effect<Token>

    /** Returns the SHA-256 of a token's 43 characters, which is what stores keep of it. */
    readonly hash: (token: Token) => TokenHash

    /**
     * Returns the HMAC-SHA-256 (RFC 2104) of a token's 43 characters under `key`. Who knows the hash but not the token
     * cannot test a guess of the key.
     */
    readonly keyedHash: (key: Redacted.Redacted, token: Token) => TokenHash

    /** Returns the HMAC-SHA-256 (RFC 2104) of a text under `key`, as 64 hexadecimal digits. */
    readonly mac: (key: Redacted.Redacted, text: string) => string

    /**
     * Returns the HMAC-SHA-1 (RFC 2104) of a counter as eight bytes, under a key of hexadecimal digits, as 40
     * hexadecimal digits: what RFC 4226 derives one-time passwords from.
     */
    readonly counterMac: (key: Redacted.Redacted, counter: number) => string
  }
>() {}

/** Returns the token that a client presents, or a new one if it presents none. */
export const clientTokenOf = (
  { generate }: Pick<TokenGenerator["Type"], "generate">,
  presented: Option.Option<Token>
): Effect.Effect<Token> => Effect.orElse(presented, () => generate)
