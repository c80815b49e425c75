/**
 * Decodes what a user typed into a form. An error is the name of a text, one per field: the language of the page that
 * shows it may be known later.
 */
import { type UserName, UserNameInput } from "@latchkey/domain/account/UserData"
import type { Email } from "@latchkey/domain/core/Email"
import { InvalidCredentials } from "@latchkey/domain/core/Errors"
import * as SignInCode from "@latchkey/domain/magic-link/SignInCode"
import { PasskeyName } from "@latchkey/domain/passkey/PasskeyRepository"
import * as Password from "@latchkey/domain/password/Password"
import { type Problem, problem } from "@latchkey/http/core/Problem"
import * as SecondFactorCode from "@latchkey/domain/second-factor/SecondFactorCode"
import type { TotpCode } from "@latchkey/domain/second-factor/Totp"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { EmailInput } from "@latchkey/http/password/Credentials"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PageTexts } from "../language/Catalogue.ts"

/** What is wrong with a field: the name of its text. */
export type FieldError = keyof PageTexts["fields"]

/** The name of the hidden field that holds what the fields of a form showed when the page was made. */
export const shownName = "shown"

/** Returns the one value of a field, or `""` if it is missing or repeated. */
export const textOf = (form: URLSearchParams, name: string): string =>
  Option.getOrElse(RequestReader.single(form, name), () => "")

const decodeEmail = Schema.decodeEither(EmailInput)

/** Decodes the field `email`. */
export const email = (form: URLSearchParams): Either.Either<Email, FieldError> => {
  const text = textOf(form, "email")
  return text.trim() === "" ? Either.left("emailMissing") : Either.mapLeft(decodeEmail(text), () => "emailMalformed")
}

/** Decodes the field `code`. */
export const code = (form: URLSearchParams): Either.Either<SignInCode.SignInCode, FieldError> =>
  Either.fromOption(SignInCode.parse(textOf(form, "code")), (): FieldError => "codeMalformed")

const decodeUserName = Schema.decodeEither(UserNameInput)

/** Decodes the field `name` of a user. An empty field is no name. */
export const userName = (form: URLSearchParams): Either.Either<Option.Option<UserName>, FieldError> => {
  const text = textOf(form, "name").trim()
  return text === ""
    ? Either.right(Option.none())
    : Either.mapBoth(decodeUserName(text), { onLeft: () => "nameMalformed" as const, onRight: Option.some })
}

const decodePasskeyName = Schema.decodeEither(PasskeyName)

/** Decodes the field `code` of an authenticator app. */
export const authenticatorCode = (form: URLSearchParams): Either.Either<TotpCode, FieldError> =>
  Either.fromOption(SecondFactorCode.parseTotp(textOf(form, "code")), (): FieldError => "authenticatorCodeMalformed")

/** Decodes the field `code` of an authenticator app or a recovery code: each works in the place of the other. */
export const secondFactorCode = (
  form: URLSearchParams,
  isRecovery: boolean
): Either.Either<SecondFactorCode.SecondFactorCode, FieldError> =>
  Either.fromOption(
    SecondFactorCode.parse(textOf(form, "code")),
    (): FieldError => (isRecovery ? "recoveryCodeMalformed" : "authenticatorCodeMalformed")
  )

/** Decodes the field `credential`. Fails with `InvalidCredentials`, as for a credential that does not verify. */
export const credential = <A, I>(
  schema: Schema.Schema<A, I>,
  form: URLSearchParams
): Effect.Effect<A, InvalidCredentials> =>
  Effect.mapError(Schema.decode(Schema.parseJson(schema))(textOf(form, "credential")), () => new InvalidCredentials())

/** Decodes the field `name` of a passkey. */
export const passkeyName = (form: URLSearchParams): Either.Either<string, FieldError> => {
  const text = textOf(form, "name").trim()
  return text === ""
    ? Either.left("passkeyNameMissing")
    : Either.mapLeft(decodePasskeyName(text), () => "passkeyNameTooLong")
}

const malformed: Readonly<Record<Exclude<Password.Malformed, "is empty">, FieldError>> = {
  "is too long": "passwordTooLong",
  "contains characters that are not allowed": "passwordMalformed"
}

/** Decodes a password field. `whenEmpty`: the error of an empty field. */
export const password = (
  form: URLSearchParams,
  name: string,
  whenEmpty: FieldError
): Either.Either<Password.Password, FieldError> =>
  Either.mapLeft(Password.parse(textOf(form, name)), (reason) =>
    reason === "is empty" ? whenEmpty : malformed[reason]
  )

/** Puts the error of a field into words. A reason that is no name of a text is one already. */
export const explain = ({ fields }: PageTexts, reason: string): string => {
  if (!Object.hasOwn(fields, reason)) return reason
  const text = fields[reason as FieldError]
  return typeof text === "string" ? text : text(Password.maxLength)
}

/** Returns all fields. Fails with 400 `invalid_request`, which names every invalid one. */
export const all = <const Fields extends Readonly<Record<string, Either.Either<unknown, FieldError>>>>(
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
