/**
 * What the pages ask a user for, beside the email address: the name, and members of `userMetadata`. A field is
 * described by a subset of JSON Schema (draft 2020-12): `type`, `enum`, `minLength`, `maxLength`, `minimum` and
 * `maximum`.
 */
import * as Schema from "effect/Schema"
import { Language } from "../language/Language.ts"
import { wholeNumber } from "./internal/wholeNumber.ts"

/** 10: how many fields an instance may have. */
export const maxFields = 10

/** The name of the field whose value is the name of the user. Every other is a member of `userMetadata`. */
export const nameOfUser = "name"

/** 200: the most code points of a text whose field sets no other, and of every name. */
export const defaultLength = 200

const FieldName = Schema.String.pipe(
  Schema.pattern(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, {
    message: () => "must begin with a letter, and have at most 64 letters, digits and underscores"
  })
)

/** What the pages call a field, or a value to choose. */
const Label = Schema.String.pipe(
  Schema.pattern(/^[^\p{Cc}\p{Surrogate}]{1,100}$/u, {
    message: () => "must be 1 to 100 characters, and no control characters"
  }),
  // Forms leave them out, so that a value with them could never be chosen.
  Schema.filter((text) => text === text.trim(), { message: () => "must not begin or end with a space" })
)

/** What the pages call a field in other languages. */
const Labels = Schema.Record({ key: Schema.String, value: Label }).pipe(
  Schema.filter((labels) => Object.keys(labels).every(Schema.is(Language)), {
    message: () => "must have tags of languages as its names, such as de or pt-BR"
  })
)

const exact = { exact: true } as const

/**
 * - `label`: what the pages call the field. `labels`: what they call it in other languages.
 * - `required`: whether the pages ask again until it has a value. A box must be ticked then, as for a consent.
 */
const common = {
  name: FieldName,
  label: Label,
  labels: Schema.optionalWith(Labels, exact),
  required: Schema.Boolean
}

const length = wholeNumber(0, 1000, "a whole number")

/** A text. `enum`: the values to choose from. `minLength`, `maxLength`: code points; at most 1,000. */
const StringField = Schema.Struct({
  ...common,
  type: Schema.Literal("string"),
  enum: Schema.optionalWith(
    Schema.Array(Label).pipe(
      Schema.minItems(1, { message: () => "must have a value" }),
      Schema.maxItems(100, { message: () => "must be at most 100 values" }),
      Schema.filter((values) => new Set(values).size === values.length, {
        message: () => "must not have a value twice",
        jsonSchema: { uniqueItems: true }
      })
    ),
    exact
  ),
  minLength: Schema.optionalWith(length, exact),
  maxLength: Schema.optionalWith(length, exact)
})

const bound = Schema.Finite.annotations({ message: () => ({ message: "must be a number", override: true }) })

const bounds = { minimum: Schema.optionalWith(bound, exact), maximum: Schema.optionalWith(bound, exact) }

// A type each: with several in one literal, an invalid field would also have the errors of other types.
const IntegerField = Schema.Struct({ ...common, type: Schema.Literal("integer"), ...bounds })
const NumberField = Schema.Struct({ ...common, type: Schema.Literal("number"), ...bounds })

/** A box to tick. */
const BooleanField = Schema.Struct({ ...common, type: Schema.Literal("boolean") })

/** What the pages ask a user for. */
export const UserField = Schema.Union(StringField, IntegerField, NumberField, BooleanField)
export type UserField = typeof UserField.Type

type TextField = typeof StringField.Type

// A text that is empty is none.
const hasText = ({ maxLength = defaultLength, minLength = 0, name }: TextField): boolean =>
  Math.max(1, minLength) <= (name === nameOfUser ? Math.min(maxLength, defaultLength) : maxLength)

const isPossible = (field: UserField): boolean => {
  if (field.type === "boolean") return true
  if (field.type === "string") return hasText(field)
  const { maximum = Number.MAX_VALUE, minimum = -Number.MAX_VALUE } = field
  return field.type === "number"
    ? minimum <= maximum
    : Math.max(Math.ceil(minimum), Number.MIN_SAFE_INTEGER) <= Math.min(Math.floor(maximum), Number.MAX_SAFE_INTEGER)
}

const hasOneRule = (field: UserField): boolean =>
  field.type !== "string" || field.enum === undefined || (field.minLength ?? field.maxLength) === undefined

const isName = (field: UserField): boolean => field.type === "string" && field.enum === undefined

/** The fields of an instance, in the order of the page. */
export const UserFields = Schema.Array(
  UserField.pipe(
    Schema.filter(isPossible, { message: () => "must have bounds between which there is a value" }),
    Schema.filter(hasOneRule, { message: () => "must not have both values to choose from and lengths" }),
    Schema.filter((field) => field.name !== nameOfUser || isName(field), {
      message: () => "must be a text: this is the name of the user"
    })
  )
).pipe(
  Schema.maxItems(maxFields, { message: () => `must be at most ${maxFields} fields` }),
  Schema.filter((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, {
    message: () => "must not name a field twice"
  })
)
export type UserFields = typeof UserFields.Type

/** Returns what a field is called in a language. */
export const labelIn = ({ label, labels }: UserField, language: Language): string => labels?.[language] ?? label
