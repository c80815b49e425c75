/**
 * What people type: addresses and passwords, read as the endpoints read them. For apps and tests that call the use cases
 * themselves.
 *
 * @since 0.1.0
 */
import * as Email from "@latchkey/domain/core/Email"
import * as Password from "@latchkey/domain/password/Password"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** IDNA by the URL parser every runtime has (WHATWG URL, UTS 46). `""` for what it refuses. */
const domainToAscii = (domain: string): string => {
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return ""
  try {
    return new URL(`http://${domain}/`).hostname
  } catch {
    return ""
  }
}

/**
 * An email address as people type it: outer space and upper case do not matter, and an international domain may be
 * written in its own letters (IDNA). Fails with "is not an email address".
 *
 * @since 0.1.0
 */
export const EmailInput: Schema.Schema<Email.Email, string> = Schema.transformOrFail(
  Schema.String,
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
 * A password as people type it: brought into NFC (NIST SP 800-63B-4, 3.1.1.2), never trimmed. Fails with the reason,
 * and never with the password.
 *
 * @since 0.1.0
 */
export const PasswordInput: Schema.Schema<Password.Password, string> = Schema.transformOrFail(
  Schema.String,
  Schema.declare((value: unknown): value is Password.Password => Redacted.isRedacted(value)),
  {
    strict: true,
    decode: (text, _, ast) =>
      Either.mapLeft(Password.parse(text), (reason) => new ParseResult.Type(ast, undefined, reason)),
    encode: (password) => ParseResult.succeed(Redacted.value(password))
  }
)

/** What signs in by password. @since 0.1.0 */
export const Credentials = Schema.Struct({ email: EmailInput, password: PasswordInput })
