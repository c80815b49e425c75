/**
 * Every error response, as `application/problem+json` (RFC 9457). One catalogue, keyed by code: statuses, titles, the
 * schemas of the contract, the problem documents and the texts of the pages are derived from it.
 *
 * @since 0.1.0
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { PasswordViolation } from "@latchkey/domain/password/PasswordErrors"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { catalogue, InvalidField } from "./internal/catalogue.ts"

export { InvalidField }

type Catalogue = typeof catalogue

/** The code of a problem, which clients branch on. Codes never change. @since 0.1.0 */
export type ProblemCode = keyof Catalogue

/** Every code. @since 0.1.0 */
export const codes = Object.keys(catalogue) as ReadonlyArray<ProblemCode>

/**
 * What a problem says in addition to its code.
 *
 * - `detail`: one sentence for developers; by default the title.
 * - `errors`: the invalid fields, of `invalid_request`.
 * - `violations`: every rule that a password breaks.
 * - `reasons`: sentences of the app's own rules, if a password breaks these.
 * - `availableAt`: when the recovery can be completed, ISO 8601 in UTC, of `factor_recovery_too_early`.
 * - `retryAfterSeconds`: whole seconds, for `Retry-After`.
 * - `allow`: the allowed methods, for the header `Allow` of 405.
 *
 * @since 0.1.0
 */
export interface ProblemDetails {
  readonly detail?: string
  readonly errors?: ReadonlyArray<InvalidField>
  readonly violations?: ReadonlyArray<PasswordViolation>
  readonly reasons?: ReadonlyArray<string>
  readonly availableAt?: string
  readonly retryAfterSeconds?: number
  readonly allow?: ReadonlyArray<string>
}

/** An error response as a value. Its message is the code. @since 0.1.0 */
export class Problem extends Data.TaggedError("Problem")<{ readonly code: ProblemCode } & ProblemDetails> {
  override get message(): string {
    return this.code
  }
}

/** V8 captures as many frames of a stack as this says. Other engines ignore it. */
const v8 = Error as { stackTraceLimit?: number | undefined }

/**
 * Makes a problem. Like every tagged error it is also an `Effect` that fails with it. It has no stack trace: a problem
 * is a response, and capturing the stack would cost several times as much as the rest of it.
 *
 * @since 0.1.0
 */
export const problem = (code: ProblemCode, details: ProblemDetails = {}): Problem => {
  const limit = v8.stackTraceLimit
  v8.stackTraceLimit = 0
  const made = new Problem({ code, ...details })
  v8.stackTraceLimit = limit
  return made
}

/** Returns `true` for a problem, and `false` for an outcome that becomes one. @since 0.1.0 */
export const isProblem = (error: Problem | Outcome): error is Problem => error._tag === "Problem"

/**
 * What an error of the domain says over HTTP: its code, its text as the `detail`, and those of its fields that a problem
 * has. A failure with a `cause` says no more than its code, because its text is for the log.
 *
 * @since 0.1.0
 */
export interface Outcome extends Omit<ProblemDetails, "allow" | "availableAt" | "detail"> {
  readonly _tag: string
  readonly code: ProblemCode
  readonly message: string
  readonly availableAt?: DateTime.Utc
}

const detailsOf = (outcome: Outcome): ProblemDetails => ({
  ...("cause" in outcome && outcome.cause !== undefined ? {} : { detail: `${outcome.message}.` }),
  ...Struct.pick(outcome, "errors", "violations", "retryAfterSeconds"),
  ...(outcome.reasons === undefined || outcome.reasons.length === 0 ? {} : { reasons: outcome.reasons }),
  ...(outcome.availableAt === undefined ? {} : { availableAt: DateTime.formatIso(outcome.availableAt) })
})

/** Returns the problem of an error of the domain. An outage is always 503, never a wrong password. @since 0.1.0 */
export const fromOutcome = (outcome: Outcome): Problem => problem(outcome.code, detailsOf(outcome))

/** Returns the HTTP status of a code. @since 0.1.0 */
export const statusOf = (code: ProblemCode): number => catalogue[code].status

/** The code of a problem that passes with time: 429 and 503. @since 0.1.0 */
export type RetryableCode = {
  [Code in ProblemCode]: Catalogue[Code]["status"] extends 429 | 503 ? Code : never
}[ProblemCode]

/** Returns `true` if the problem passes with time: replies with 429 and 503 have `Retry-After`. @since 0.1.0 */
export const isRetryable = (code: ProblemCode): code is RetryableCode => [429, 503].includes(statusOf(code))

/** Returns the title of a code: a few words. @since 0.1.0 */
export const titleOf = (code: ProblemCode): string => catalogue[code].title

/** Formats a time to wait: `30 seconds`, `2 minutes`. @since 0.1.0 */
export const formatWait = (seconds: number): string => {
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"]
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/** Returns a problem in words for users, with the time to wait if there is one. @since 0.1.0 */
export const userTextOf = ({ code, retryAfterSeconds }: Problem): string => {
  const wait = retryAfterSeconds === undefined ? "a moment" : formatWait(retryAfterSeconds)
  return catalogue[code].userText.replace("$again", `Try again in ${wait}.`)
}

/** Returns the headers of a problem. `Retry-After` is in whole seconds (RFC 9110, 10.2.3). @since 0.1.0 */
export const toHeaders = ({ allow, retryAfterSeconds }: Problem): Readonly<Record<string, string>> => ({
  ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
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

/** Makes the response of a problem: the document, its status and its headers. @since 0.1.0 */
export const toResponse = (problem: Problem): HttpServerResponse.HttpServerResponse => {
  const body = {
    ...toBody(problem.code, problem.detail),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    ...(problem.violations === undefined ? {} : { violations: problem.violations }),
    ...(problem.reasons === undefined ? {} : { reasons: problem.reasons }),
    ...(problem.availableAt === undefined ? {} : { availableAt: problem.availableAt })
  }
  return HttpServerResponse.text(JSON.stringify(body), {
    status: body.status,
    contentType,
    headers: toHeaders(problem)
  })
}

/** Makes the value of a problem's schema without additional fields, for handlers of an `HttpApi`. @since 0.1.0 */
export const toFailure = <Code extends ProblemCode>(code: Code) => ({
  _tag: catalogue[code].tag as Catalogue[Code]["tag"],
  ...toBody(code)
})

/**
 * Makes the schema of a problem. Clients written with `effect` get the tag, others the code. Annotations after the
 * identifier would remove it, and with it the component of the OpenAPI document.
 */
const schemaOf = <const Code extends ProblemCode, Tag extends string, Fields extends Schema.Struct.Fields>(
  code: Code,
  { example, fields, tag }: { readonly tag: Tag; readonly fields: Fields; readonly example?: object }
) =>
  Schema.Struct({
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
      // The compiler does not resolve the type of a generic struct.
      examples: [{ ...toFailure(code), ...example } as never]
    })

/** 400: the password breaks the policy. `violations` names every broken rule. @since 0.1.0 */
export const PasswordTooShort = schemaOf("password_too_short", catalogue.password_too_short)
/** 400: sign-up with an address that has an account. @since 0.1.0 */
export const EmailAlreadyExists = schemaOf("email_already_exists", catalogue.email_already_exists)
/** 400: an external id that another user of the instance has. @since 0.1.0 */
export const ExternalIdAlreadyExists = schemaOf("external_id_already_exists", catalogue.external_id_already_exists)
/** 400: a user without a password in an instance without magic links. @since 0.1.0 */
export const NoSignInMethod = schemaOf("no_sign_in_method", catalogue.no_sign_in_method)
/** 400: a custom password policy on the free plan. @since 0.1.0 */
export const PlanDoesNotAllow = schemaOf("plan_does_not_allow", catalogue.plan_does_not_allow)
/** 400: fields are missing or malformed. `errors` names each of them, never a value. @since 0.1.0 */
export const InvalidRequest = schemaOf("invalid_request", catalogue.invalid_request)
/** 401: no such account, no password, or the wrong one. The reply does not say which. @since 0.1.0 */
export const InvalidCredentials = schemaOf("invalid_credentials", catalogue.invalid_credentials)
/** 401: magic links are turned off in the instance, or there is no email provider. @since 0.1.0 */
export const MagicLinkDisabled = schemaOf("magic_link_disabled", catalogue.magic_link_disabled)
/** 401: codes beside magic links are turned off in the instance, or there is no server key. @since 0.1.0 */
export const MagicLinkCodeDisabled = schemaOf("magic_link_code_disabled", catalogue.magic_link_code_disabled)
/** 401: passwords are turned off in the instance. @since 0.1.0 */
export const PasswordDisabled = schemaOf("password_disabled", catalogue.password_disabled)
/** 401: the link or the code was used, has expired or was never issued. @since 0.1.0 */
export const InvalidToken = schemaOf("invalid_token", catalogue.invalid_token)
/** 401: no active session; of the admin API, no key or a wrong one. @since 0.1.0 */
export const Unauthenticated = schemaOf("unauthenticated", catalogue.unauthenticated)
/** 401: the instance has the second factor turned off, or there is no server key. @since 0.1.0 */
export const SecondFactorDisabled = schemaOf("second_factor_disabled", catalogue.second_factor_disabled)
/** 401: the instance allows no recovery by email, or requires a second factor, or there is no email provider. @since 0.1.0 */
export const FactorRecoveryDisabled = schemaOf("factor_recovery_disabled", catalogue.factor_recovery_disabled)
/** 409: the user has no factor that they would need, or has just used one. @since 0.1.0 */
export const FactorRecoveryNotNeeded = schemaOf("factor_recovery_not_needed", catalogue.factor_recovery_not_needed)
/** 409: the waiting time ends at `availableAt`. @since 0.1.0 */
export const FactorRecoveryTooEarly = schemaOf("factor_recovery_too_early", catalogue.factor_recovery_too_early)
/** 401: the request requires a recent authentication, with the second factor if the user has one. @since 0.1.0 */
export const ReauthenticationRequired = schemaOf("reauthentication_required", catalogue.reauthentication_required)
/** 403: the user has not verified their email address, and that is required. @since 0.1.0 */
export const EmailNotVerified = schemaOf("email_not_verified", catalogue.email_not_verified)
/** 403: the instance lets no one create an account. The same for every address. @since 0.1.0 */
export const SignUpClosed = schemaOf("sign_up_closed", catalogue.sign_up_closed)
/** 403: the role of the operator or of the API key does not include what this requires. @since 0.1.0 */
export const PermissionDenied = schemaOf("permission_denied", catalogue.permission_denied)
/** 403: a page of another site made the request. @since 0.1.0 */
export const ForbiddenOrigin = schemaOf("forbidden_origin", catalogue.forbidden_origin)
/** 403: a notification that is forged, old, malformed or of another topic. @since 0.1.0 */
export const EmailReportRejected = schemaOf("email_report_rejected", catalogue.email_report_rejected)
/** 404: no such instance, user or session, or no such path; or the host of a deleted instance. @since 0.1.0 */
export const NotFound = schemaOf("not_found", catalogue.not_found)
/** 409: the user has a second factor already. @since 0.1.0 */
export const SecondFactorExists = schemaOf("second_factor_exists", catalogue.second_factor_exists)
/** 401: passkeys are turned off, or the host of the instance can have none. @since 0.1.0 */
export const PasskeyDisabled = schemaOf("passkey_disabled", catalogue.passkey_disabled)
/** 409: the instance has the credential already. @since 0.1.0 */
export const PasskeyAlreadyExists = schemaOf("passkey_already_exists", catalogue.passkey_already_exists)
/** 409: the user has 20 passkeys. @since 0.1.0 */
export const TooManyPasskeys = schemaOf("too_many_passkeys", catalogue.too_many_passkeys)
/** 409: users have passkeys for the current RP ID, which the change would replace. @since 0.1.0 */
export const PasskeyRpIdInUse = schemaOf("passkey_rp_id_in_use", catalogue.passkey_rp_id_in_use)
/** 409: the instance `default` cannot be deleted. @since 0.1.0 */
export const DefaultInstanceRequired = schemaOf("default_instance_required", catalogue.default_instance_required)
/** 409: another operator has that email address. @since 0.1.0 */
export const OperatorAlreadyExists = schemaOf("operator_already_exists", catalogue.operator_already_exists)
/** 409: no operator with the role admin who has signed in before would be left. @since 0.1.0 */
export const LastAdminRequired = schemaOf("last_admin_required", catalogue.last_admin_required)
/** 413: the body is larger than 64 KiB. @since 0.1.0 */
export const PayloadTooLarge = schemaOf("payload_too_large", catalogue.payload_too_large)
/** 415: a content type other than JSON, or none. @since 0.1.0 */
export const UnsupportedMediaType = schemaOf("unsupported_media_type", catalogue.unsupported_media_type)
/** 429: too many sign-ups. `Retry-After` says when to try again. @since 0.1.0 */
export const SignUpRateLimited = schemaOf("signup_rate_limited", catalogue.signup_rate_limited)
/** 429: too many sign-in attempts, or wrong admin keys. `Retry-After` says when to try again. @since 0.1.0 */
export const SignInRateLimited = schemaOf("signin_rate_limited", catalogue.signin_rate_limited)
/** 429: too many requests or uses of magic links. `Retry-After` says when to try again. @since 0.1.0 */
export const MagicLinkRateLimited = schemaOf("magic_link_rate_limited", catalogue.magic_link_rate_limited)
/** 500: a defect. The log names it. @since 0.1.0 */
export const InternalError = schemaOf("internal_error", catalogue.internal_error)
/** 503: the store does not answer, or too many users sign in at once. Try again after `Retry-After`. @since 0.1.0 */
export const ServiceUnavailable = schemaOf("service_unavailable", catalogue.service_unavailable)
