/**
 * A password as typed, made comparable: NFC-normalised (NIST SP 800-63B-4 section 3.1.1.2), at most 256 code points,
 * never trimmed or truncated. It is `Redacted`, so it prints as `<redacted>` wherever it ends up.
 *
 * @since 0.1.0
 */
import * as Brand from "effect/Brand"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** A password that can be compared and hashed. Only `parse` makes one. @since 0.1.0 */
export type Password = Redacted.Redacted<string & Brand.Brand<"Password">>

const brand = Brand.nominal<string & Brand.Brand<"Password">>()

/**
 * 256: the most code points that a password may have. NIST SP 800-63B-4 (section 3.1.1.2) asks that at least 64 be
 * possible.
 *
 * @since 0.1.0
 */
export const maxLength = 256

/** Why a text cannot be a password at all, whatever the policy. @since 0.1.0 */
export type Malformed = "is empty" | "is too long" | "holds characters that are not allowed"

/**
 * The number of Unicode code points: what a person would call characters, near enough, and never UTF-16 units (NIST
 * SP 800-63B-4 section 3.1.1.2 counts so, too).
 *
 * @since 0.1.0
 */
export const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/**
 * Reads a password. A lone surrogate or NUL is refused, because hashing would turn different passwords into one;
 * the length is capped before normalising, so that normalising stays cheap.
 *
 * @since 0.1.0
 */
export const parse = (input: string): Either.Either<Password, Malformed> => {
  if (input === "") return Either.left("is empty")
  if (input.length > maxLength * 4) return Either.left("is too long")
  if (/\p{Surrogate}|\0/u.test(input)) return Either.left("holds characters that are not allowed")
  const normalized = input.normalize("NFC")
  return codePoints(normalized) > maxLength
    ? Either.left("is too long")
    : Either.right(Redacted.make(brand(normalized)))
}

/**
 * An Argon2id hash as a PHC string. `Redacted`: a hash is not a password, but it is nobody's business either.
 *
 * @since 0.1.0
 */
export const PasswordHash = Schema.Redacted(Schema.String.pipe(Schema.brand("PasswordHash")))
/** @since 0.1.0 */
export type PasswordHash = typeof PasswordHash.Type
