/**
 * A password, made comparable: normalized to NFC (NIST SP 800-63B-4, 3.1.1.2), at most 256 code points, never trimmed
 * or truncated. `Redacted`, so it prints as `<redacted>`.
 */
import * as Brand from "effect/Brand"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** A password that can be compared and hashed. Only `parse` returns one. */
export type Password = Redacted.Redacted<string & Brand.Brand<"Password">>

/** The texts that normalizing has changed. A password that is no longer used takes its text with it. */
const typedTexts = new WeakMap<Password, string>()

const brand = Brand.nominal<string & Brand.Brand<"Password">>()

/**
 * 256: the maximum length of a password in code points. NIST SP 800-63B-4 (3.1.1.2) requires that at least 64 be
 * allowed.
 */
export const maxLength = 256

/** Why a text cannot be a password under any policy. */
export type Malformed = "is empty" | "is too long" | "contains characters that are not allowed"

/** Counts Unicode code points, not UTF-16 units (NIST SP 800-63B-4, 3.1.1.2). */
export const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/**
 * Parses a password. Refuses lone surrogates and NUL, because hashing would map different passwords to one. Limits the
 * length before normalizing, so that normalizing stays cheap.
 */
export const parse = (input: string): Either.Either<Password, Malformed> => {
  if (input === "") return Either.left("is empty")
  if (input.length > maxLength * 4) return Either.left("is too long")
  if (/\p{Surrogate}|\0/u.test(input)) return Either.left("contains characters that are not allowed")
  const normalized = input.normalize("NFC")
  if (codePoints(normalized) > maxLength) return Either.left("is too long")
  const password = Redacted.make(brand(normalized))
  if (input !== normalized) typedTexts.set(password, input)
  return Either.right(password)
}

/** Decodes a password as `parse` does. The reason of a failure does not contain the password. */
export const FromText: Schema.Schema<Password, string> = Schema.transformOrFail(
  Schema.String.annotations({ format: "password", examples: ["correct horse battery"] }),
  Schema.declare((value: unknown): value is Password => Redacted.isRedacted(value)),
  {
    strict: true,
    decode: (text, _, ast) => Either.mapLeft(parse(text), (reason) => new ParseResult.Type(ast, undefined, reason)),
    encode: (password) => ParseResult.succeed(Redacted.value(password))
  }
)

/** Returns the text that was parsed, before it was normalized: other systems hashed it like that. */
export const asTyped = (password: Password): Redacted.Redacted => {
  const typed = typedTexts.get(password)
  return typed === undefined ? password : Redacted.make(typed)
}
