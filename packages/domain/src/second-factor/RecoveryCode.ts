/** Recovery codes: what a user writes down to sign in without the authenticator app. Each works once. */
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { TokenHash } from "../core/Token.ts"
import type { TokenGenerator } from "../core/TokenGenerator.ts"
import * as TypedCode from "../core/TypedCode.ts"
import * as Base32 from "./internal/Base32.ts"

/** Ten: how many recovery codes a user has at first. */
export const count = 10

/** 16 bytes: one cannot be guessed, so that stores keep its hash without salt (OWASP ASVS 5.0, 6.5.2). */
export const bytes = 16

/** A recovery code in its one form: 26 letters and digits. */
export type RecoveryCode = Redacted.Redacted

// 26 letters hold 130 bits. The last one carries only three, so 8 of the 32 letters can end a code.
const pattern = /^[a-z2-7]{25}[aeimquy4]$/

/**
 * Parses a code as users type or paste it: ignores upper case, spaces and dashes, and accepts the digits of any script.
 * Returns `None` for anything that is no recovery code.
 */
export const parse = (input: string): Option.Option<RecoveryCode> => {
  const text = TypedCode.read(input).toLowerCase()
  return pattern.test(text) ? Option.some(Redacted.make(text)) : Option.none()
}

/** Makes a new code, of the first 16 of 32 random bytes. */
export const generate = ({ generate }: Pick<TokenGenerator["Type"], "generate">): Effect.Effect<RecoveryCode> =>
  Effect.map(generate, (token) => {
    const random = Effect.runSync(Encoding.decodeBase64Url(Redacted.value(token)))
    return Redacted.make(Base32.encode(random.slice(0, bytes)).toLowerCase())
  })

/** Returns a code as users read it: in groups, with dashes. */
export const format = (code: RecoveryCode): Redacted.Redacted =>
  Redacted.make((Redacted.value(code).match(/.{5}(?=.{5})|.{5,6}$/g) ?? []).join("-"))

// It separates the hashes from those of tokens, and is no secret: 128 random bits need none.
const purpose = Redacted.make("recovery_code")

/** Returns what stores keep of a code: its HMAC-SHA-256 under a key that is no secret. */
export const hash = ({ mac }: Pick<TokenGenerator["Type"], "mac">, code: RecoveryCode): TokenHash =>
  TokenHash.make(mac(purpose, Redacted.value(code)))
