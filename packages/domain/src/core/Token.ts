/**
 * Bearer tokens: the values of `__client` and `__session`, and the token of a magic link. 32 random bytes as base64url
 * without padding, 43 characters. Latchkey stores only their SHA-256; 256 random bits need no salt (OWASP ASVS 5.0,
 * 6.5.2).
 */
import * as Brand from "effect/Brand"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** A bearer token. `Redacted`, so it prints as `<redacted>`. */
export type Token = Redacted.Redacted<string & Brand.Brand<"Token">>

const brand = Brand.nominal<string & Brand.Brand<"Token">>()

// 43 characters hold 258 bits. The last one carries only four, so 16 of the 64 letters can end a token.
const pattern = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/**
 * Parses a presented token: exactly 43 characters of base64url, in the one canonical spelling of its bytes. Returns
 * `None` for anything else.
 */
export const parse = (input: string): Option.Option<Token> =>
  pattern.test(input) ? Option.some(Redacted.make(brand(input))) : Option.none()

/** SHA-256 of a token's 43 characters, in lower-case hex. */
export const TokenHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("TokenHash"))
export type TokenHash = typeof TokenHash.Type
