/**
 * What a team keeps with a user: the name, and two JSON objects. A store gets each object as its text, so that it
 * returns every member as it was written.
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { UserDataRejected } from "./AccountErrors.ts"

/** 8,192: the most bytes of each object, as JSON in UTF-8. */
export const maxDataBytes = 8192

/** 16: how deep an object may be nested, itself included. */
export const maxDataDepth = 16

// Control characters, lone surrogates, line separators, and what turns the direction of a text.
const namePattern = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,200}$/u

/** The name of a user: 1 to 200 code points in NFC, on one line and without spaces around it. */
export const UserName = Schema.String.pipe(
  Schema.filter((text) => namePattern.test(text) && text === text.trim() && text === text.normalize("NFC"), {
    message: () => "must be 1 to 200 characters without control characters"
  }),
  Schema.brand("UserName")
)
export type UserName = typeof UserName.Type

/** Decodes a name, without the spaces around it and in NFC. */
export const UserNameInput = Schema.transform(Schema.String.annotations({ examples: ["Ada Lovelace"] }), UserName, {
  strict: true,
  decode: (text) => text.trim().normalize("NFC"),
  encode: (name) => name
})

/** A value of JSON (RFC 8259). */
export type Json = boolean | null | number | string | ReadonlyArray<Json> | JsonObject

/** The members of an object, by their names. Of two with one name, a parser keeps the last. */
export interface JsonObject {
  readonly [name: string]: Json
}

/** The text of a JSON object. `write` makes it, and `read` reads it. */
export const UserData = Schema.String.pipe(Schema.brand("UserData"))
export type UserData = typeof UserData.Type

/** The object without members: what a user has before anything is written. */
export const noData = UserData.make("{}")

/** Which of the two objects: the app's, or the one that the user writes, too. */
export type DataField = "metadata" | "userMetadata"

const tooLong = `must be at most ${maxDataBytes} bytes as JSON`

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

// PostgreSQL's `jsonb`, where many apps copy it to, has no NUL and no lone surrogates.
const unstorable = /[\0\p{Cs}]/u

const problemOfText = (text: string): string | undefined =>
  unstorable.test(text) ? "must not contain NUL or half a surrogate pair" : undefined

/** Returns what is wrong with a value, or `undefined`. `depth`: how many objects and lists may be inside each other. */
const problemOf = (value: unknown, depth: number): string | undefined => {
  if (typeof value === "string") return problemOfText(value)
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : "must not contain a number that is too large"
  if (typeof value === "boolean" || value === null) return undefined
  if (typeof value !== "object") return "must contain nothing but JSON"
  if (depth === 0) return `must be nested at most ${maxDataDepth} deep`
  for (const [name, member] of Object.entries(value)) {
    // Code that copies an object member by member would set the prototype of the copy.
    const problem = name === "__proto__" ? "must not have a member __proto__" : problemOfText(name)
    const found = problem ?? problemOf(member, depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}

const problemOfPatch = (value: unknown): string | undefined =>
  isObject(value) ? problemOf(value, maxDataDepth) : "must be an object"

/** Merges a patch into a value (RFC 7396, 2). */
const merged = (target: Json, patch: Json): Json => {
  if (!isObject(patch)) return patch
  const members = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else members.set(name, merged(members.get(name) ?? null, value))
  }
  return Object.fromEntries(members)
}

/** Returns the length of a text without lone surrogates in bytes of UTF-8. */
const bytesOf = (text: string): number => {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return bytes
}

/** Returns the object. */
export const read = (data: UserData): JsonObject => JSON.parse(data)

/** A checked patch of an object: a JSON object, in which `null` removes a member. */
export type DataPatch = JsonObject

/**
 * Returns the data after a patch (RFC 7396): `null` removes a member, an object changes the members of one, and any
 * other value, a list too, takes the place of the former. Returns `None` for a result of more than `maxDataBytes`.
 */
export const patch = (
  field: DataField,
  data: UserData,
  members: DataPatch
): Either.Either<UserData, UserDataRejected> => {
  const text = JSON.stringify(merged(read(data), members))
  return bytesOf(text) > maxDataBytes
    ? Either.left(new UserDataRejected({ errors: [{ field, reason: tooLong }] }))
    : Either.right(UserData.make(text))
}

/** Returns a field of data after a change: `undefined` changes nothing, and `None` removes every member. */
export const change = (
  field: DataField,
  stored: Readonly<Record<DataField, UserData>>,
  members: Option.Option<DataPatch> | undefined
): Either.Either<UserData, UserDataRejected> => {
  if (members === undefined) return Either.right(stored[field])
  return Option.match(members, {
    onNone: () => Either.right(noData),
    onSome: (some) => patch(field, stored[field], some)
  })
}

/** Returns the data that has those members of an object that are not `null`, or what is wrong with it. */
const write = (value: unknown): Either.Either<UserData, string> => {
  const problem = problemOfPatch(value)
  if (problem !== undefined) return Either.left(problem)
  return Either.mapLeft(patch("metadata", noData, value as JsonObject), () => tooLong)
}

// By default, JSON Schema has an `$id` for `unknown`, which a document may have only once.
const anyJson = Schema.Unknown.annotations({
  jsonSchema: { type: ["array", "boolean", "null", "number", "object", "string"], items: {} }
})

/** A JSON object in a reply, with any members. */
export const DataObject = Schema.Record({ key: Schema.String, value: anyJson })

const described = {
  jsonSchema: { type: "object" },
  description: `A JSON object of at most ${maxDataBytes} bytes, nested at most ${maxDataDepth} deep.`
}

/** Decodes a patch of an object. Fails with a reason that contains nothing of it. */
export const DataPatchInput: Schema.Schema<DataPatch, unknown> = Schema.Unknown.pipe(
  Schema.filter((value) => problemOfPatch(value) ?? true)
).annotations(described) as never

/** Decodes an object to its text, as a patch of no data. Fails with a reason that contains nothing of it. */
export const UserDataInput: Schema.Schema<UserData, unknown> = Schema.transformOrFail(
  Schema.Unknown.annotations(described),
  Schema.typeSchema(UserData),
  {
    strict: true,
    decode: (value, _, ast) => Either.mapLeft(write(value), (reason) => new ParseResult.Type(ast, undefined, reason)),
    encode: (data) => ParseResult.succeed(read(data))
  }
)
