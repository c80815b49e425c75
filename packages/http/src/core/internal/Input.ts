/**
 * Turns what clients send into the domain's values. Every field that is wrong is named, with the reason and never with
 * its value (the default messages of schemas print it, passwords included).
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { EmailInput } from "../../password/Credentials.ts"
import { queryOf } from "../Endpoint.ts"
import * as FormBody from "../FormBody.ts"
import { type InvalidField, problem } from "../Problem.ts"

/** @since 0.1.0 */
export const MagicLinkAddress = Schema.Struct({ email: EmailInput })

/** @since 0.1.0 */
export const MagicLinkToken = Schema.Struct({ token: Schema.String })

const expectation = /^Expected ([a-z]+), actual /

const reasonOf = ({ _tag, message }: ParseResult.ArrayFormatterIssue): string => {
  if (_tag === "Missing") return "is required"
  // A default message: what comes after "actual" is the value that was sent.
  if (!message.startsWith("Expected ")) return message
  if (message.startsWith("Expected ReadonlyArray")) return "must be a list"
  const expected = expectation.exec(message)?.[1]
  return expected === undefined ? "has the wrong type" : `must be a ${expected}`
}

const fieldOf = (path: ReadonlyArray<PropertyKey>): string => (path.length === 0 ? "body" : path.map(String).join("."))

/**
 * One entry a field. A field with several types to choose from fails once for each of them: the first counts, unless
 * one has words of its own.
 */
const invalidFields = (error: ParseResult.ParseError): ReadonlyArray<InvalidField> => {
  const reasons = new Map<string, string>()
  for (const issue of ParseResult.ArrayFormatter.formatErrorSync(error)) {
    const field = fieldOf(issue.path)
    if (!reasons.has(field) || !issue.message.startsWith("Expected ")) reasons.set(field, reasonOf(issue))
  }
  return [...reasons].map(([field, reason]) => ({ field, reason }))
}

/** Decodes `input`, or fails with 400 `invalid_request`. @since 0.1.0 */
export const decode = <A, I>(schema: Schema.Schema<A, I>) => {
  const decodeUnknown = Schema.decodeUnknown(schema, { errors: "all" })
  return (input: unknown) =>
    Effect.mapError(decodeUnknown(input), (error) => problem("invalid_request", { errors: invalidFields(error) }))
}

/** The one value of a query parameter; 400 when it is missing or given more than once. @since 0.1.0 */
export const queryParameter = (url: string, name: string) => FormBody.field(queryOf({ url }), name)
