/**
 * Email addresses and passwords as users type them, for the contract, the pages, and apps that call the use cases
 * themselves.
 */
import * as Email from "@latchkey/domain/core/Email"
import * as ForeignHash from "@latchkey/domain/password/ForeignHash"
import * as Password from "@latchkey/domain/password/Password"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { domainToAscii } from "../core/Idna.ts"

/**
 * Decodes an email address as users type or paste it: ignores case, space and invisible characters around it and
 * `mailto:` before it, and accepts full-width forms and an international domain in its own letters (IDNA). Fails with
 * "is not an email address".
 */
export const EmailInput: Schema.Schema<Email.Email, string> = Schema.transformOrFail(
  Schema.String.annotations({ format: "email", examples: ["ada@example.com"] }),
  Schema.typeSchema(Email.Email),
  {
    strict: true,
    decode: (text, _, ast) =>
      Either.fromOption(
        Email.parse(text, domainToAscii),
        () => new ParseResult.Type(ast, undefined, "is not an email address")
      ),
    encode: (email) => ParseResult.succeed(email)
  }
)

/**
 * Returns how stored addresses begin that users would type with this beginning: searching finds an address by every
 * spelling that signs in.
 */
export const emailPrefix = (text: string): string => Email.toPrefix(text, domainToAscii)

/** Decodes a password hash that another system made, without checking it: `PasswordHasher.adopt` does. */
export const PasswordHashInput: Schema.Schema<ForeignHash.ForeignHash, string> = Schema.transform(
  Schema.String.annotations({
    description: "The hash that another system made of the password, in place of `password`.",
    examples: ["$2b$12$bIRGj4QPPoSUMWsJE.4Pk.T1qTpDWz7HhMnuiQhGzGinKPsx/HQdq"]
  }),
  Schema.declare((value: unknown): value is ForeignHash.ForeignHash => Redacted.isRedacted(value)),
  { strict: true, decode: ForeignHash.make, encode: (hash) => Redacted.value(hash) }
)

/** What a user signs up or signs in with. */
export const Credentials = Schema.Struct({ email: EmailInput, password: Password.FromText })
