/** The values that users have in the fields of their instance: in their name, or in members of `userMetadata`. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { RejectedField } from "../core/Outcome.ts"
import { defaultLength, nameOfUser, type UserField, type UserFields } from "../instance/UserField.ts"
import type { Json, UserData, UserName } from "./UserData.ts"
import * as Data from "./UserData.ts"

/** What fields have their values in. */
export interface OwnData {
  readonly name: Option.Option<UserName>
  readonly userMetadata: UserData
}

/** Whether a field accepts a value, and what it accepts, as in `a whole number from 1 to 10`. */
interface Rule {
  readonly accepts: (value: unknown) => boolean
  readonly expected: string
}

const rangeOf = (least: number | undefined, most: number | undefined): string => {
  if (least === undefined) return most === undefined ? "" : ` of at most ${most}`
  return most === undefined ? ` of at least ${least}` : ` from ${least} to ${most}`
}

const ofText = ({ maxLength = defaultLength, minLength = 0, ...field }: UserField & { type: "string" }): Rule => {
  if (field.enum !== undefined) return { accepts: Schema.is(Schema.Literal(...field.enum)), expected: "a listed value" }
  const fits = (text: string) => {
    const length = [...text].length
    return length >= minLength && length <= maxLength && !/\p{Cc}/u.test(text)
  }
  const expected = `a text of ${minLength} to ${maxLength} characters without control characters`
  return { accepts: Schema.is(Schema.String.pipe(Schema.filter(fits))), expected }
}

const ofNumber = ({ maximum, minimum, type }: UserField & { type: "integer" | "number" }): Rule => {
  const number = type === "integer" ? Schema.Int : Schema.Finite
  const least = Schema.greaterThanOrEqualTo(minimum ?? -Number.MAX_VALUE)
  return {
    accepts: Schema.is(number.pipe(least, Schema.lessThanOrEqualTo(maximum ?? Number.MAX_VALUE))),
    expected: `a ${type === "integer" ? "whole " : ""}number${rangeOf(minimum, maximum)}`
  }
}

const ruleOf = (field: UserField): Rule => {
  switch (field.type) {
    case "boolean":
      return field.required
        ? { accepts: (value) => value === true, expected: "true" }
        : { accepts: Schema.is(Schema.Boolean), expected: "true or false" }
    case "string":
      return ofText(field)
    default:
      return ofNumber(field)
  }
}

const storedIn = (field: UserField, { name, userMetadata }: OwnData): Option.Option<Json> => {
  if (field.name === nameOfUser) return name
  const members = Data.read(userMetadata)
  return Object.hasOwn(members, field.name) ? Option.fromNullable(members[field.name]) : Option.none()
}

/** Returns the value that a user has in a field. None also if the field accepts it no more. */
export const valueOf = (field: UserField, data: OwnData): Option.Option<Json> =>
  Option.filter(storedIn(field, data), ruleOf(field).accepts)

/** Returns the fields in which a user has no value. */
export const missing = (fields: UserFields, data: OwnData): UserFields =>
  fields.filter((field) => Option.isNone(valueOf(field, data)))

/** Returns where a user has the value of a field, as in `userMetadata.company`. */
export const pathOf = ({ name }: UserField): string => (name === nameOfUser ? nameOfUser : `userMetadata.${name}`)

const reasonOf = (field: UserField, value: Option.Option<Json>): Option.Option<string> => {
  const { accepts, expected } = ruleOf(field)
  return Option.match(value, {
    onNone: () => (field.required ? Option.some("must not be removed") : Option.none()),
    onSome: (some) => (accepts(some) ? Option.none() : Option.some(`must be ${expected}`))
  })
}

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
