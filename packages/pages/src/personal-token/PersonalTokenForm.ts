/** The form that creates a personal access token. */
import { PersonalTokenName } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import type { Problem } from "@latchkey/http/core/Problem"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as FormInput from "../core/FormInput.ts"

/** What a form shows. `expiry`: the value of a choice. */
export interface Values {
  readonly name: string
  readonly expiry: string
  readonly scopes: ReadonlyArray<string>
}

/** The days after which a token can expire. */
export const days = [7, 30, 60, 90] as const

/** The values of the other choices: a year, and no expiry. */
export const year = "year"
export const never = "never"

/** The form before anything is typed: thirty days, and no scope. */
export const initial: Values = { name: "", expiry: "30", scopes: [] }

/** Returns when a token expires that is created now, or `None` for one that does not or for another value. */
export const expiresAt = (expiry: string, now: DateTime.Utc): Option.Option<DateTime.Utc> => {
  if (expiry === year) return Option.some(DateTime.add(now, { years: 1 }))
  const chosen = Option.fromNullable(days.find((count) => String(count) === expiry))
  return Option.map(chosen, (count) => DateTime.add(now, { days: count }))
}

/** Returns what was typed and chosen. */
export const valuesIn = (form: URLSearchParams): Values => ({
  name: FormInput.textOf(form, "name").trim(),
  expiry: FormInput.textOf(form, "expiry"),
  scopes: [...new Set(form.getAll("scopes"))]
})

const decodeName = Schema.decodeEither(PersonalTokenName)

const readName = (name: string): Either.Either<string, FormInput.FieldError> =>
  name === "" ? Either.left("tokenNameMissing") : Either.mapLeft(decodeName(name), () => "tokenNameMalformed")

const readExpiry = (
  expiry: string,
  now: DateTime.Utc
): Either.Either<Option.Option<DateTime.Utc>, FormInput.FieldError> => {
  const at = expiresAt(expiry, now)
  return Option.isSome(at) || expiry === never ? Either.right(at) : Either.left("tokenExpiryMissing")
}

/** What the use case gets. */
export interface Decoded {
  readonly name: string
  readonly expiresAt: Option.Option<DateTime.Utc>
  readonly scopes: ReadonlyArray<string>
}

/** Decodes the form. Fails with 400 `invalid_request`, which names every invalid field. */
export const decode = Effect.fnUntraced(function* ({
  expiry,
  name,
  scopes
}: Values): Effect.fn.Return<Decoded, Problem> {
  const now = yield* DateTime.now
  const decoded = yield* FormInput.all({ name: readName(name), expiry: readExpiry(expiry, now) })
  return { name: decoded.name, expiresAt: decoded.expiry, scopes }
})
