/**
 * Bearer secrets: the values of `__client` and `__session`, and the token of a magic link. 32 random bytes as
 * base64url without padding, 43 characters. Latchkey stores only their SHA-256; 256 random bits need no salt
 * (OWASP ASVS 5.0, 6.5.2).
 *
 * @since 0.1.0
 */
import * as Brand from "effect/Brand"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/**
 * A bearer secret. `Redacted`, so it prints as `<redacted>`. `Secrets.make` makes one, and `parse` reads one.
 *
 * @since 0.1.0
 */
export type Secret = Redacted.Redacted<string & Brand.Brand<"Secret">>

const brand = Brand.nominal<string & Brand.Brand<"Secret">>()

// 43 characters hold 258 bits: the last one carries only four, so 16 of the 64 letters can end a secret.
const pattern = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Reads a secret that somebody presents: exactly 43 characters of base64url, in the one spelling of its bytes. @since 0.1.0 */
export const parse = (input: string): Option.Option<Secret> =>
  pattern.test(input) ? Option.some(Redacted.make(brand(input))) : Option.none()

/** SHA-256 of a secret's 43 characters, in lower-case hex. @since 0.1.0 */
export const SecretHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("SecretHash"))
/** @since 0.1.0 */
export type SecretHash = typeof SecretHash.Type
