/** The code that a user types to sign a device in (RFC 8628, 6.1): eight letters without look-alikes. */
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { TokenGenerator } from "../core/TokenGenerator.ts"
import * as TypedCode from "../core/TypedCode.ts"

/** Twenty consonants, so that a code is no word, and no letter looks like a digit. */
export const letters = "BCDFGHJKLMNPQRSTVWXZ"

/** How many letters a code has: there are 2.56 × 10¹⁰ codes. */
export const length = 8

/** A user code in its one form: eight upper-case letters. */
export const UserCode = Schema.String.pipe(
  Schema.pattern(new RegExp(`^[${letters}]{${length}}$`)),
  Schema.brand("UserCode")
)
export type UserCode = typeof UserCode.Type

/** Parses a code as users type or paste it: ignores case, spaces and dashes. Returns `None` for anything else. */
export const parse = (input: string): Option.Option<UserCode> =>
  Option.liftPredicate(TypedCode.read(input).toUpperCase(), Schema.is(UserCode))

/** Decodes a code as `parse` does. The reason of a failure does not contain the code. */
export const FromText: Schema.Schema<UserCode, string> = Schema.transformOrFail(
  Schema.String,
  Schema.typeSchema(UserCode),
  {
    strict: true,
    decode: (text, _, ast) =>
      Effect.mapError(parse(text), () => new ParseResult.Type(ast, undefined, `must be ${length} letters`)),
    encode: ParseResult.succeed
  }
)

/** Returns a code as users read it: in two groups. */
export const format = (code: UserCode): string => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`

// The greatest multiple of twenty that a byte holds: with the bytes above it, the first letters would be more frequent.
const fairBytes = 256 - (256 % letters.length)

/** Makes a new code from random bytes. Each code is as likely as any other. */
export const generate = ({ generate }: Pick<TokenGenerator["Type"], "generate">): Effect.Effect<UserCode> =>
  generate.pipe(
    Effect.map((token) => {
      const random = Effect.runSync(Encoding.decodeBase64Url(Redacted.value(token)))
      const fair = [...random].filter((byte) => byte < fairBytes).slice(0, length)
      return fair.map((byte) => letters.charAt(byte % letters.length)).join("")
    }),
    // One of 10²² tokens has fewer than eight bytes that are fair.
    Effect.repeat({ until: Schema.is(UserCode) }),
    Effect.map((code) => UserCode.make(code))
  )

// It separates the hashes from others, and is no secret: a code works for ten minutes only.
const purpose = Redacted.make("user_code")

/** Returns what stores keep of a code: its HMAC-SHA-256 under a key that is no secret. */
export const hash = ({ mac }: Pick<TokenGenerator["Type"], "mac">, code: UserCode): string => mac(purpose, code)
