/** The values that users have in the fields of their instance: in their name, or in members of `userMetadata`. */
import * as Option from "effect/Option"
import type { RejectedField } from "../core/Outcome.ts"
import { defaultLength, nameOfUser, type UserField, type UserFields } from "../instance/UserField.ts"
import type { Json, UserData, UserName } from "./UserData.ts"
import * as Data from "./UserData.ts"

/** What fields have their values in. */
export interface OwnData {
  readonly name: Option.Option<UserName>
  readonly userMetadata: UserData
}

/** Why a field does not accept a value. `WrongType` is also a whole number that JSON does not carry exactly. */
export type Refusal =
  | { readonly _tag: "ControlCharacter" | "Missing" | "NotListed" | "NotTicked" | "WrongType" }
  | { readonly _tag: "TooShort" | "TooSmall"; readonly least: number }
  | { readonly _tag: "TooLong" | "TooLarge"; readonly most: number }

/** A field of this type. */
type Of<Type extends UserField["type"]> = Extract<UserField, { readonly type: Type }>

const refusalOfText = (
  { enum: values, maxLength = defaultLength, minLength = 0 }: Of<"string">,
  value: Json
): Refusal | undefined => {
  if (typeof value !== "string") return { _tag: "WrongType" }
  if (values !== undefined) return values.includes(value) ? undefined : { _tag: "NotListed" }
  const length = [...value].length
  if (length < minLength) return { _tag: "TooShort", least: minLength }
  if (length > maxLength) return { _tag: "TooLong", most: maxLength }
  return /[\p{Cc}\p{Cs}]/u.test(value) ? { _tag: "ControlCharacter" } : undefined
}

const refusalOfNumber = (
  { maximum, minimum, type }: Of<"integer"> | Of<"number">,
  value: Json
): Refusal | undefined => {
  if (typeof value !== "number") return { _tag: "WrongType" }
  if (!(type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value))) return { _tag: "WrongType" }
  if (minimum !== undefined && value < minimum) return { _tag: "TooSmall", least: minimum }
  return maximum !== undefined && value > maximum ? { _tag: "TooLarge", most: maximum } : undefined
}

const refusalOfBox = ({ required }: Of<"boolean">, value: Json): Refusal | undefined => {
  if (typeof value !== "boolean") return { _tag: "WrongType" }
  return required && !value ? { _tag: "NotTicked" } : undefined
}

const refusalOfValue = (field: UserField, value: Json): Refusal | undefined => {
  switch (field.type) {
    case "boolean":
      return refusalOfBox(field, value)
    case "string":
      return refusalOfText(field, value)
    default:
      return refusalOfNumber(field, value)
  }
}

/** Returns why a field does not accept a value, or that it is empty. None if it does. */
export const refusalOf = (field: UserField, value: Option.Option<Json>): Option.Option<Refusal> =>
  Option.match(value, {
    onNone: () => (field.required ? Option.some<Refusal>({ _tag: "Missing" }) : Option.none()),
    onSome: (some) => Option.fromNullable(refusalOfValue(field, some))
  })

const rangeOf = (least: number | undefined, most: number | undefined): string => {
  if (least === undefined) return most === undefined ? "" : ` of at most ${most}`
  return most === undefined ? ` of at least ${least}` : ` from ${least} to ${most}`
}

/** Returns what a field accepts, as in `a whole number from 1 to 10`. */
const describe = (field: UserField): string => {
  switch (field.type) {
    case "boolean":
      return field.required ? "true" : "true or false"
    case "string": {
      const { maxLength = defaultLength, minLength = 0 } = field
      return field.enum === undefined
        ? `a text of ${minLength} to ${maxLength} characters without control characters`
        : "a listed value"
    }
    default:
      return `a ${field.type === "integer" ? "whole " : ""}number${rangeOf(field.minimum, field.maximum)}`
  }
}

const storedIn = (field: UserField, { name, userMetadata }: OwnData): Option.Option<Json> => {
  if (field.name === nameOfUser) return name
  const members = Data.read(userMetadata)
  return Object.hasOwn(members, field.name) ? Option.fromNullable(members[field.name]) : Option.none()
}

/** Returns the value that a user has in a field. None also if the field accepts it no more. */
export const valueOf = (field: UserField, data: OwnData): Option.Option<Json> =>
  Option.filter(storedIn(field, data), (value) => refusalOfValue(field, value) === undefined)

/** Returns the fields in which a user has no value. */
export const missing = (fields: UserFields, data: OwnData): UserFields =>
  fields.filter((field) => Option.isNone(valueOf(field, data)))

/** Returns where a user has the value of a field, as in `userMetadata.company`. */
export const pathOf = ({ name }: UserField): string => (name === nameOfUser ? nameOfUser : `userMetadata.${name}`)

const reasonOf = (field: UserField, value: Option.Option<Json>): Option.Option<string> =>
  Option.map(refusalOf(field, value), ({ _tag }) => (_tag === "Missing" ? "is required" : `must be ${describe(field)}`))

/**
 * Returns what is wrong with the fields that a user changes. A field that stays as it is may have any value: the app
 * may have written it, or the field may be younger.
 */
export const rejected = (fields: UserFields, before: OwnData, after: OwnData): ReadonlyArray<RejectedField> =>
  fields.flatMap((field) => {
    const [was, is] = [storedIn(field, before), storedIn(field, after)]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    return Option.toArray(Option.map(reasonOf(field, is), (reason) => ({ field: pathOf(field), reason })))
  })
