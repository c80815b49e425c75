/** Decodes JSON by schemas, with messages that never echo the input, and encodes replies. */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { type InvalidField, type Problem, problem } from "./Problem.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Adds to a response what its body does not say, such as cookies or another status. */
export type MapResponse = (response: Response) => Response

/** A reply, and what else its response needs. */
export interface JsonReply<S> {
  readonly body: S
  readonly mapResponse?: MapResponse
}

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
 * another one fails with a message of Latchkey's.
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
 * Makes the function that decodes an input, or returns what is wrong with it, field by field. A message of the schema
 * becomes the reason if it begins with a lower-case letter. It must not contain the value.
 */
export const decodeFields = <A, I>(
  schema: Schema.Schema<A, I>
): ((input: unknown) => Either.Either<A, ReadonlyArray<InvalidField>>) => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (input) => Either.mapLeft(decode(input), invalidFields)
}

/** Makes the function that decodes an input as `decodeFields` does, or fails with 400 `invalid_request`. */
export const decodePayload = <A, I>(
  schema: Schema.Schema<A, I>
): ((input: unknown) => Effect.Effect<A, Problem<"invalid_request">>) => {
  const decode = decodeFields(schema)
  return (input) => Either.mapLeft(decode(input), (errors) => problem("invalid_request", { errors }))
}

/** Makes the function that encodes a reply by its declared schema and status. */
export const jsonResponse = <S, SI>(
  success: Schema.Schema<S, SI>,
  encode: (body: S) => SI = Schema.encodeSync(success)
): ((reply: JsonReply<S>, emptyJson?: Response) => Response) => {
  const status = HttpApiSchema.getStatusSuccessAST(success.ast)
  return ({ body, mapResponse }, emptyJson = HttpServerResponse.unsafeJson({})) => {
    // Each step copies all headers.
    const empty = emptyJson.status === status ? emptyJson : HttpServerResponse.setStatus(emptyJson, status)
    const response = HttpServerResponse.setBody(empty, HttpBody.unsafeJson(encode(body)))
    return mapResponse === undefined ? response : mapResponse(response)
  }
}
