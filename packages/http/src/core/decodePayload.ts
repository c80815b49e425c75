/**
 * Decodes what clients send, by the schema that the contract declares. Names every invalid field, with a reason and
 * never with its value: the default messages of schemas contain it, passwords included.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { type InvalidField, type Problem, problem } from "./Problem.ts"

const expectation = /^Expected ([a-z]+), actual /

/**
 * Returns `true` for a message of Latchkey's own schemas, such as "is not an email address". Messages of `effect` begin
 * with a capital letter and may contain the value that was sent.
 */
const isReason = (message: string): boolean => /^[a-z]/.test(message)

const reasonOf = ({ _tag, message }: ParseResult.ArrayFormatterIssue): string => {
  if (_tag === "Missing") return "is required"
  if (isReason(message)) return message
  if (message.startsWith("Expected ReadonlyArray")) return "must be a list"
  const expected = expectation.exec(message)?.[1]
  return expected === undefined ? "has the wrong type" : `must be a ${expected}`
}

const fieldOf = (path: ReadonlyArray<PropertyKey>): string => (path.length === 0 ? "body" : path.map(String).join("."))

/**
 * Returns one entry per field. A field with several allowed types fails once for each of them: the first counts, unless
 * another one has a message of its own.
 */
const invalidFields = (error: ParseResult.ParseError): ReadonlyArray<InvalidField> => {
  const reasons = new Map<string, string>()
  for (const issue of ParseResult.ArrayFormatter.formatErrorSync(error)) {
    const field = fieldOf(issue.path)
    if (!reasons.has(field) || isReason(issue.message)) reasons.set(field, reasonOf(issue))
  }
  return [...reasons].map(([field, reason]) => ({ field, reason }))
}

/**
 * Makes the function that decodes an input, or fails with 400 `invalid_request`. A message of the schema becomes the
 * reason if it begins with a lower-case letter. It must not contain the value.
 *
 * @since 0.1.0
 */
export const decodePayload = <A, I>(schema: Schema.Schema<A, I>): ((input: unknown) => Effect.Effect<A, Problem>) => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (input) =>
    Either.mapLeft(decode(input), (error) => problem("invalid_request", { errors: invalidFields(error) }))
}
