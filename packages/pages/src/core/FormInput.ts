/**
 * Reads what people typed into a form. What is wrong is said in words for them, field by field.
 *
 * @since 0.1.0
 */
import type { Email } from "@latchkey/domain/core/Email"
import * as Password from "@latchkey/domain/password/Password"
import { EmailInput } from "@latchkey/http/password/Credentials"
import { type Problem, problem } from "@latchkey/http/core/Problem"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** The one value of a field; empty when it is missing or given more than once. @since 0.1.0 */
export const textOf = (form: URLSearchParams, name: string): string => {
  const [value = "", ...others] = form.getAll(name)
  return others.length === 0 ? value : ""
}

const decodeEmail = Schema.decodeEither(EmailInput)

/** The field `email`. @since 0.1.0 */
export const email = (form: URLSearchParams): Either.Either<Email, string> => {
  const text = textOf(form, "email")
  return text.trim() === ""
    ? Either.left("Enter your email address.")
    : Either.mapLeft(decodeEmail(text), () => "This is not an email address. One looks like ada@example.com.")
}

const malformed: Readonly<Record<Exclude<Password.Malformed, "is empty">, string>> = {
  "is too long": `A password has at most ${Password.maxLength} characters.`,
  "holds characters that are not allowed": "This password holds a character that cannot be used."
}

/** A field with a password, and what to say when there is none. @since 0.1.0 */
export const password = (
  form: URLSearchParams,
  name: string,
  whenEmpty = "Enter a password."
): Either.Either<Password.Password, string> =>
  Either.mapLeft(Password.parse(textOf(form, name)), (reason) =>
    reason === "is empty" ? whenEmpty : malformed[reason]
  )

/** All fields, or a problem that names each one that is wrong. @since 0.1.0 */
export const all = <const Fields extends Readonly<Record<string, Either.Either<unknown, string>>>>(
  fields: Fields
): Effect.Effect<{ readonly [Name in keyof Fields]: Either.Either.Right<Fields[Name]> }, Problem> => {
  const errors = Object.entries(fields).flatMap(([field, read]) =>
    Either.isLeft(read) ? [{ field, reason: read.left }] : []
  )
  // The compiler does not see that a record of eithers without a left is a record of values.
  const values = Object.fromEntries(Object.entries(fields).map(([field, read]) => [field, Either.merge(read)]))
  return errors.length === 0
    ? Effect.succeed(values as { readonly [Name in keyof Fields]: Either.Either.Right<Fields[Name]> })
    : problem("invalid_request", { errors })
}
