/**
 * Every error response, as `application/problem+json` (RFC 9457). The rooms fill one catalogue, keyed by code.
 * Statuses, titles, the schemas of the contract, the problem documents and the texts for users are derived from it.
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { PasswordViolation } from "@latchkey/domain/password/PasswordErrors"
import * as Data from "effect/Data"
import type * as DateTime from "effect/DateTime"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { catalogue } from "../Problems.ts"
import { InvalidField } from "./internal/Problems.ts"
import type { ProblemEntry } from "./ProblemEntry.ts"

export { InvalidField }

type Catalogue = typeof catalogue

/** The code of a problem, which clients branch on. Codes never change. */
export type ProblemCode = keyof Catalogue

const entries: Readonly<Record<ProblemCode, ProblemEntry>> = catalogue

/** Every code. */
export const codes = Object.keys(catalogue) as ReadonlyArray<ProblemCode>

/**
 * What a problem says in addition to its code.
 *
 * - `detail`: one sentence for developers; by default the title.
 * - `errors`: the invalid fields, of `invalid_request`.
 * - `violations`: every rule that a password breaks.
 * - `reasons`: sentences of the app's own rules, if a password or a sign-up breaks these.
 * - `methods`: with what the user can sign in, of `proof_required`.
 * - `reason`: why the provider has not confirmed the user, of `identity_rejected`.
 * - `availableAt`: when the recovery can be completed, of `factor_recovery_too_early`.
 * - `retryAfterSeconds`: whole seconds, for `Retry-After`.
 * - `allow`: the allowed methods, for the header `Allow` of 405.
 * - `challenge`: the header `WWW-Authenticate` of 401 for a bearer token that does not work (RFC 6750, 3).
 */
export interface ProblemDetails {
  readonly detail?: string
  readonly errors?: ReadonlyArray<InvalidField>
  readonly violations?: ReadonlyArray<PasswordViolation>
  readonly reasons?: ReadonlyArray<string>
  readonly methods?: ReadonlyArray<string>
  readonly reason?: string
  readonly availableAt?: DateTime.Utc
  readonly retryAfterSeconds?: number
  readonly allow?: ReadonlyArray<string>
  readonly challenge?: string
}

/** An error response as a value. Its message is the code. */
export class Problem<Code extends ProblemCode = ProblemCode> extends Data.TaggedError("Problem")<
  { readonly code: ProblemCode } & ProblemDetails
> {
  declare readonly code: Code
  override get message(): string {
    return this.code
  }
}

/** V8 captures as many frames of a stack as this says. Other engines ignore it. */
const v8 = Error as { stackTraceLimit?: number | undefined }

/**
 * Makes a problem. Like every tagged error it is also an `Effect` that fails with it. It has no stack trace: a problem
 * is a response, and capturing the stack would cost several times as much as the rest of it.
 */
export const problem = <const Code extends ProblemCode>(code: Code, details: ProblemDetails = {}): Problem<Code> => {
  const limit = v8.stackTraceLimit
  v8.stackTraceLimit = 0
  const made = new Problem<Code>({ code, ...details })
  v8.stackTraceLimit = limit
  return made
}

/** Returns `true` for a problem, and `false` for an outcome that becomes one. */
export const isProblem = (error: Problem | Outcome): error is Problem => error._tag === "Problem"

/**
 * What an error of the domain says over HTTP: its code, its text as the `detail`, and those of its fields that a
 * problem has. A failure with a `cause` says no more than its code, because its text is for the log.
 */
export interface Outcome<Code extends ProblemCode = ProblemCode>
  extends Omit<ProblemDetails, "allow" | "challenge" | "detail"> {
  readonly _tag: string
  readonly code: Code
  readonly message: string
}

type Field = Exclude<keyof ProblemDetails, "allow" | "challenge" | "detail" | "retryAfterSeconds">

/** Returns the names of the fields that the document of a code has in addition. */
const fieldsOf = (code: ProblemCode) => Object.keys(entries[code].fields ?? {}) as Array<Field>

const detailsOf = (outcome: Outcome): ProblemDetails => ({
  ...("cause" in outcome ? {} : { detail: `${outcome.message}.` }),
  ...Struct.pick(outcome, "retryAfterSeconds", ...fieldsOf(outcome.code))
})

/** Returns the problem of an error of the domain. An outage is always 503, never a wrong password. */
export const fromOutcome = (outcome: Outcome): Problem => problem(outcome.code, detailsOf(outcome))

/** Returns the HTTP status of a code. */
export const statusOf = (code: ProblemCode): number => catalogue[code].status

/** The code of a problem that passes with time: 429 and 503. */
export type RetryableCode = {
  [Code in ProblemCode]: Catalogue[Code]["status"] extends 429 | 503 ? Code : never
}[ProblemCode]

/** Returns `true` if the problem passes with time: replies with 429 and 503 have `Retry-After`. */
export const isRetryable = (code: ProblemCode): code is RetryableCode => [429, 503].includes(statusOf(code))

/** Returns the title of a code: a few words. */
export const titleOf = (code: ProblemCode): string => catalogue[code].title

/** Formats a time to wait: `30 seconds`, `2 minutes`. */
export const formatWait = (seconds: number): string => {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"]
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/** Returns what users read: in each language, or in English only if no endpoint for users declares the problem. */
export const userTextsOf = (code: ProblemCode): ProblemEntry["userText"] => entries[code].userText

/** Returns a problem in words for users, in English, with the time to wait if there is one. */
export const userTextOf = ({ code, retryAfterSeconds }: Problem): string => {
  const text = userTextsOf(code)
  const wait = retryAfterSeconds === undefined ? "a moment" : formatWait(retryAfterSeconds)
  return (typeof text === "string" ? text : text.en).replace("{when}", `in ${wait}`)
}

/** Returns the headers of a problem. `Retry-After` is in whole seconds (RFC 9110, 10.2.3). */
export const toHeaders = ({ allow, challenge, retryAfterSeconds }: Problem): Readonly<Record<string, string>> => ({
  ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
  ...(challenge === undefined ? {} : { "www-authenticate": challenge }),
  ...(allow === undefined ? {} : { allow: allow.join(", ") })
})

const contentType = "application/problem+json"

const toBody = <Code extends ProblemCode>(code: Code, detail?: string) => ({
  type: `urn:latchkey:problem:${code}`,
  title: titleOf(code),
  status: statusOf(code),
  detail: detail ?? `${titleOf(code)}.`,
  code
})

/** Makes the response of a problem: the document with its `hint` for developers, its status and its headers. */
export const toResponse = (problem: Problem, hint?: string): HttpServerResponse.HttpServerResponse => {
  const body = {
    ...toBody(problem.code, problem.detail),
    ...Struct.pick(problem, ...fieldsOf(problem.code)),
    ...(hint === undefined ? {} : { hint })
  }
  return HttpServerResponse.text(JSON.stringify(body), {
    status: body.status,
    contentType,
    headers: toHeaders(problem)
  })
}

/** Makes the value of a problem's schema without additional fields, for handlers of an `HttpApi`. */
export const toFailure = <Code extends ProblemCode>(code: Code) => ({
  _tag: catalogue[code].tag as Catalogue[Code]["tag"],
  ...toBody(code)
})

type Member<Code extends ProblemCode> = {
  readonly _tag: Catalogue[Code]["tag"]
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: Code
} & (Catalogue[Code] extends { readonly fields: infer Fields extends Schema.Struct.Fields }
  ? Schema.Struct.Type<Fields>
  : unknown)

/** The problem documents of codes. Clients written with `effect` get the tag, others the code. */
export type DocumentOf<Code extends ProblemCode> = { [C in Code]: Member<C> }[Code]

/** An error that becomes a problem with one of these codes. */
export type Failing<Code extends ProblemCode> = Problem<Code> | Outcome<Code>

/**
 * Makes the schema of a problem document. The identifier comes last: annotations after it would remove it, and with it
 * the component of the OpenAPI document.
 */
const makeSchema = (code: ProblemCode) => {
  const { example, fields, tag } = entries[code]
  return Schema.Struct({
    type: Schema.String,
    title: Schema.String,
    status: Schema.Int,
    detail: Schema.String,
    code: Schema.Literal(code),
    ...fields
  })
    .pipe(Schema.attachPropertySignature("_tag", tag))
    .pipe(HttpApiSchema.withEncoding({ kind: "Json", contentType }))
    .annotations({
      ...HttpApiSchema.annotations({ status: statusOf(code) }),
      identifier: tag,
      description: titleOf(code),
      // The compiler does not know which fields a code has.
      examples: [{ ...toFailure(code), ...example } as never]
    })
}

const schemas = Record.map(entries, (_, code) => makeSchema(code as ProblemCode))

/** Returns the schema of the problem document of a code. */
export const schemaOf = <Code extends ProblemCode>(code: Code): Schema.Schema<DocumentOf<Code>, object> =>
  schemas[code] as never
