/**
 * Decodes what a user typed into a form. Errors are texts for users, one per field.
 */
import type { Email } from "@latchkey/domain/core/Email"
import * as Password from "@latchkey/domain/password/Password"
import { type Problem, problem } from "@latchkey/http/core/Problem"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { EmailInput } from "@latchkey/http/password/Credentials"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Returns the one value of a field, or `""` if it is missing or repeated. */
export const textOf = (form: URLSearchParams, name: string): string =>
  Option.getOrElse(RequestReader.single(form, name), () => "")

const decodeEmail = Schema.decodeEither(EmailInput)

/** Decodes the field `email`. */
export const email = (form: URLSearchParams): Either.Either<Email, string> => {
  const text = textOf(form, "email")
  return text.trim() === ""
    ? Either.left("Enter your email address.")
    : Either.mapLeft(decodeEmail(text), () => "Enter an email address in the correct format, like name@example.com.")
}

const malformed: Readonly<Record<Exclude<Password.Malformed, "is empty">, string>> = {
  "is too long": `Your password must be ${Password.maxLength} characters or fewer.`,
  "contains characters that are not allowed": "Your password contains a character that isn't allowed."
}

/** Decodes a password field. `whenEmpty`: the error of an empty field. */
export const password = (
  form: URLSearchParams,
  name: string,
  whenEmpty: string
): Either.Either<Password.Password, string> =>
  Either.mapLeft(Password.parse(textOf(form, name)), (reason) =>
    reason === "is empty" ? whenEmpty : malformed[reason]
  )

/** Returns all fields. Fails with 400 `invalid_request`, which names every invalid one. */
export const all = <const Fields extends Readonly<Record<string, Either.Either<unknown, string>>>>(
  fields: Fields
): Effect.Effect<{ readonly [Name in keyof Fields]: Either.Either.Right<Fields[Name]> }, Problem> => {
  const errors = Object.entries(fields).flatMap(([field, decoded]) =>
    Either.isLeft(decoded) ? [{ field, reason: decoded.left }] : []
  )
  // The compiler does not see that a record of eithers without a left is a record of values.
  const values = Object.fromEntries(Object.entries(fields).map(([field, decoded]) => [field, Either.merge(decoded)]))
  return errors.length === 0
    ? Effect.succeed(values as { readonly [Name in keyof Fields]: Either.Either.Right<Fields[Name]> })
    : problem("invalid_request", { errors })
}
