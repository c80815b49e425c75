/**
 * The fields that an instance asks its users for, as a form: a text, a list to choose from, a number, or a box.
 */
import * as FieldValues from "@latchkey/domain/account/FieldValues"
import { type DataPatch, type Json, UserNameInput } from "@latchkey/domain/account/UserData"
import type { UserName } from "@latchkey/domain/account/UserData"
import * as TypedCode from "@latchkey/domain/core/TypedCode"
import type { RejectedField } from "@latchkey/domain/core/Outcome"
import { labelIn, nameOfUser, type UserField, type UserFields } from "@latchkey/domain/instance/UserField"
import { Fragment, html } from "@latchkey/http/core/Page"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Field from "../core/Field.ts"
import * as FormInput from "../core/FormInput.ts"
import { all, none } from "../core/Fragments.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"

/** The id of a field, and its name in the form. */
export const idOf = ({ name }: UserField): string => `field-${name}`

/** The texts in a form, by the ids of its fields. A box that is ticked is `on`. */
export type Values = Readonly<Record<string, string>>

const textOfValue = (value: Json): string => (typeof value === "boolean" ? (value ? "on" : "") : String(value))

/** Returns the texts that show what a user has. */
export const valuesOf = (fields: UserFields, data: FieldValues.OwnData): Values =>
  Object.fromEntries(
    fields.map((field) => [
      idOf(field),
      Option.match(FieldValues.valueOf(field, data), { onNone: () => "", onSome: textOfValue })
    ])
  )

/** Returns what was typed, without the spaces around it. */
export const valuesIn = (fields: UserFields, form: URLSearchParams): Values =>
  Object.fromEntries(fields.map((field) => [idOf(field), FormInput.textOf(form, idOf(field)).trim()]))

// Many languages write a comma. In a whole number it would separate thousands.
const numberPatterns = { integer: /^[-+]?[0-9]+$/, number: /^[-+]?[0-9]+([.,][0-9]+)?$/ }

const numberOf = (type: keyof typeof numberPatterns, text: string): number => {
  const typed = TypedCode.withAsciiDigits(text)
    .replace(/\p{Cf}/gu, "")
    .replace("\u2212", "-")
    .replace("\u066b", ".")
  return numberPatterns[type].test(typed) ? Number(typed.replace(",", ".")) : NaN
}

/** Returns the value that a text means, none for an empty one. A text that is no number is `NaN`, which no field accepts. */
const valueOf = (field: UserField, text: string): Option.Option<Json> => {
  if (field.type === "boolean") return Option.some(text !== "")
  if (text === "") return Option.none()
  return Option.some(field.type === "string" ? text : numberOf(field.type, text))
}

const explain = (
  { account, fields }: PageLanguage["texts"],
  field: UserField,
  refusal: FieldValues.Refusal
): string => {
  switch (refusal._tag) {
    case "Missing":
      return field.type === "string" && field.enum !== undefined ? account.chooseOne : account.fillIn
    case "NotListed":
      return account.chooseOne
    case "NotTicked":
      return account.tickBox
    case "TooShort":
      return account.tooShort(refusal.least)
    case "TooLong":
      return account.tooLong(refusal.most)
    case "TooSmall":
      return account.atLeast(refusal.least)
    case "TooLarge":
      return account.atMost(refusal.most)
    case "ControlCharacter":
      return fields.nameMalformed
    case "WrongType":
      return field.type === "integer" ? account.wholeNumber : account.number
  }
}

/** Returns the value that a text means, none for an empty one, or what is wrong with it. */
const readOne = (
  texts: PageLanguage["texts"],
  field: UserField,
  text: string
): Either.Either<Option.Option<Json>, string> => {
  const value = valueOf(field, text)
  const refusal = FieldValues.refusalOf(field, value)
  if (Option.isSome(refusal)) return Either.left(explain(texts, field, refusal.value))
  if (field.name !== nameOfUser || Option.isNone(value)) return Either.right(value)
  return Either.mapBoth(Schema.decodeEither(UserNameInput)(text), {
    onLeft: () => texts.fields.nameMalformed,
    onRight: Option.some
  })
}

/** What a user changes with the form, as the use case takes it. */
export interface Details {
  readonly name?: Option.Option<UserName>
  readonly userMetadata: Option.Option<DataPatch>
}

/**
 * Returns what a form says, or the error of each invalid field, by its id. `shown`: what the form showed. A field that
 * was empty and is so changes nothing: the app may have written what the field does not accept, and so does not show.
 */
export const read = (
  { texts }: PageLanguage,
  fields: UserFields,
  values: Values,
  shown: Values
): Either.Either<Details, Readonly<Record<string, string>>> => {
  const all = fields.map((field) => [field, readOne(texts, field, values[idOf(field)] ?? "")] as const)
  const errors = all.flatMap(([field, result]) => (Either.isLeft(result) ? [[idOf(field), result.left] as const] : []))
  if (errors.length > 0) return Either.left(Object.fromEntries(errors))
  const some = all.flatMap(([field, result]) => {
    if (Either.isLeft(result) || (Option.isNone(result.right) && shown[idOf(field)] === "")) return []
    return [[field.name, result.right] as const]
  })
  const name = some.find(([name]) => name === nameOfUser)?.[1]
  const members = some.filter(([name]) => name !== nameOfUser)
  return Either.right({
    ...(name === undefined ? {} : { name: name as Option.Option<UserName> }),
    userMetadata: Option.some(Object.fromEntries(members.map(([name, value]) => [name, Option.getOrNull(value)])))
  })
}

/** Returns what is wrong with the field `name` of a form, if the instance asks for the name. */
export const errorOfName = ({ texts }: PageLanguage, fields: UserFields, form: URLSearchParams): string | undefined => {
  const field = fields.find(({ name }) => name === nameOfUser)
  if (field === undefined) return undefined
  const read = readOne(texts, field, FormInput.textOf(form, nameOfUser).trim())
  return Option.getOrUndefined(Either.getLeft(read))
}

/** Returns the errors of the fields that a use case does not accept, by their ids. */
export const errorsOf = (
  { texts }: PageLanguage,
  fields: UserFields,
  rejected: ReadonlyArray<RejectedField>
): Readonly<Record<string, string>> => {
  const isRejected = (path: string) => rejected.some(({ field }) => field === path || field.startsWith(`${path}.`))
  const wrong = fields.filter((field) => isRejected(FieldValues.pathOf(field)))
  return Object.fromEntries(wrong.map((field) => [idOf(field), texts.account.notAccepted]))
}

const labelled = (texts: PageLanguage["texts"], field: UserField, label: string): string =>
  field.required ? label : texts.account.optional(label)

interface Part {
  readonly isRequired: boolean
  readonly id: string
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly isFocused: boolean
}

const attributesOf = ({ error, id, isFocused, isRequired }: Part): Fragment =>
  html` id="${id}" name="${id}"${new Fragment(isRequired ? " required" : "")}${new Fragment(error === undefined ? "" : ` aria-invalid="true" aria-describedby="${id}-error"`)}${new Fragment(isFocused ? " autofocus" : "")}`

const errorOf = ({ error, id }: Part): Fragment =>
  error === undefined ? none : html`<span class="error" id="${id}-error">${error}</span>`

const select = (part: Part, values: ReadonlyArray<string>, choose: string): Fragment =>
  html`<div class="field"><label for="${part.id}">${part.label}</label>
<select${attributesOf(part)}><option value="">${choose}</option>${all(
    values.map((value) => Field.option(value, value, part.value))
  )}</select>
${errorOf(part)}</div>`

const box = (part: Part): Fragment =>
  html`<div class="field box"><input type="checkbox" value="on"${attributesOf(part)}${new Fragment(part.value === "" ? "" : " checked")}> <label for="${part.id}">${part.label}</label>
${errorOf(part)}</div>`

/** Makes the controls. `errors`: by the ids of the fields; the first invalid one is focused. */
export const controls = (
  { tag, texts }: PageLanguage,
  fields: UserFields,
  values: Values,
  errors: Readonly<Record<string, string>>
): Fragment => {
  const focused = fields.find((field) => idOf(field) in errors) ?? fields.find((field) => values[idOf(field)] === "")
  const control = (field: UserField): Fragment => {
    const id = idOf(field)
    const label = labelled(texts, field, labelIn(field, tag))
    const part: Part = {
      id,
      label,
      value: values[id] ?? "",
      error: errors[id],
      isFocused: field === focused,
      isRequired: field.required
    }
    if (field.type === "boolean") return box(part)
    if (field.type === "string" && field.enum !== undefined) return select(part, field.enum, texts.account.choose)
    return Field.field(texts, {
      ...part,
      type: "text",
      autocomplete: field.name === nameOfUser ? "name" : "on",
      ...(field.type === "string" ? {} : { inputMode: field.type === "integer" ? "numeric" : "decimal" })
    })
  }
  return all(fields.map(control))
}
