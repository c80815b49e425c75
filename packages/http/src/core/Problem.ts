/**
 * Every error reply, as `application/problem+json` (RFC 9457). Clients switch on `code`, which never changes.
 *
 * @since 0.1.0
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Violation } from "@latchkey/domain/instance/PasswordPolicy"
import * as Data from "effect/Data"
import * as Schema from "effect/Schema"

const catalogue = {
  password_too_short: [400, "The password does not satisfy the policy"],
  email_already_exists: [400, "The email address already has an account"],
  plan_does_not_allow: [400, "The plan does not include that"],
  invalid_request: [400, "The request is malformed"],
  invalid_credentials: [401, "Wrong email address or password"],
  magic_link_disabled: [401, "Magic links are switched off"],
  invalid_token: [401, "The link is no longer valid"],
  unauthenticated: [401, "Not signed in"],
  reauthentication_required: [401, "The current password is needed"],
  forbidden_origin: [403, "The request comes from a foreign site"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "The method is not allowed here"],
  payload_too_large: [413, "The request body is too large"],
  unsupported_media_type: [415, "The content type is not supported"],
  signup_rate_limited: [429, "Too many sign-ups"],
  signin_rate_limited: [429, "Too many sign-in attempts"],
  magic_link_rate_limited: [429, "Too many magic-link requests"],
  internal_error: [500, "Something went wrong"],
  service_unavailable: [503, "The service is unavailable for the moment"]
} as const

/**
 * The code of a problem: what a client switches on. `password_too_short` (400), `email_already_exists` (400),
 * `plan_does_not_allow` (400), `invalid_request` (400), `invalid_credentials` (401), `magic_link_disabled` (401),
 * `invalid_token` (401), `unauthenticated` (401), `reauthentication_required` (401), `forbidden_origin` (403),
 * `not_found` (404), `method_not_allowed` (405), `payload_too_large` (413), `unsupported_media_type` (415), `signup_rate_limited` (429),
 * `signin_rate_limited` (429), `magic_link_rate_limited` (429), `internal_error` (500), `service_unavailable` (503).
 *
 * @since 0.1.0
 */
export type ProblemCode = keyof typeof catalogue

/** A field of the request and what is wrong with it; never its value. @since 0.1.0 */
export const InvalidField = Schema.Struct({ field: Schema.String, reason: Schema.String })
/** @since 0.1.0 */
export type InvalidField = typeof InvalidField.Type

/**
 * What a problem says besides its code.
 *
 * - `detail`: one sentence for people; by default the title.
 * - `errors`: the fields that are wrong, of `invalid_request`.
 * - `violations`: the rules that a password breaks, all of them.
 * - `retryAfterSeconds`: whole seconds, for the header `Retry-After`.
 * - `allow`: the methods that there are, for the header `Allow` of 405.
 *
 * @since 0.1.0
 */
export interface ProblemDetails {
  readonly detail?: string
  readonly errors?: ReadonlyArray<InvalidField>
  readonly violations?: ReadonlyArray<Violation>
  readonly retryAfterSeconds?: number
  readonly allow?: ReadonlyArray<string>
}

/** An error reply as a value: what `SessionSource` fails with. Its message is the code. @since 0.1.0 */
export class Problem extends Data.TaggedError("Problem")<{ readonly code: ProblemCode } & ProblemDetails> {
  override get message(): string {
    return this.code
  }
}

/** Makes a problem. As every tagged error it is an `Effect` as well, which fails with it. @since 0.1.0 */
export const problem = (code: ProblemCode, details: ProblemDetails = {}): Problem => new Problem({ code, ...details })

/** The HTTP status of a code. @since 0.1.0 */
export const statusOf = (code: ProblemCode): number => catalogue[code][0]

/** The title of a code: a few words for people. @since 0.1.0 */
export const titleOf = (code: ProblemCode): string => catalogue[code][1]

const contentType = "application/problem+json"
const typeOf = (code: ProblemCode) => `urn:latchkey:problem:${code}`

/** What every body says of a problem. */
const about = <Code extends ProblemCode>(code: Code, detail?: string) => ({
  type: typeOf(code),
  title: titleOf(code),
  status: statusOf(code),
  detail: detail ?? `${titleOf(code)}.`,
  code
})

/** The headers that go with a problem. `Retry-After` is in whole seconds (RFC 9110, 10.2.3). @since 0.1.0 */
export const toHeaders = ({ allow, retryAfterSeconds }: Problem): Readonly<Record<string, string>> => ({
  ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
  ...(allow === undefined ? {} : { allow: allow.join(", ") })
})

/** The reply, as `application/problem+json`, with its status and the headers that go with it. @since 0.1.0 */
export const toResponse = (problem: Problem): HttpServerResponse.HttpServerResponse => {
  const body = {
    ...about(problem.code, problem.detail),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    ...(problem.violations === undefined ? {} : { violations: problem.violations })
  }
  return HttpServerResponse.text(JSON.stringify(body), {
    status: body.status,
    contentType,
    headers: toHeaders(problem)
  })
}

/** The value of a problem's schema, `detail` and all. @since 0.1.0 */
export interface Refusal<Tag extends string, Code extends ProblemCode> {
  readonly _tag: Tag
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: Code
}

/** Makes the value of a problem's schema: what the handlers of an `HttpApi` fail with. @since 0.1.0 */
export const refusal = <Tag extends string, Code extends ProblemCode>(_tag: Tag, code: Code): Refusal<Tag, Code> => ({
  _tag,
  ...about(code)
})

/** The schema of one problem, for the contract. Clients written with `effect` get the tag, the others the code. */
const schema = <Tag extends string, Code extends ProblemCode, Extra extends Schema.Struct.Fields>(
  tag: Tag,
  code: Code,
  extra: Extra
) =>
  Schema.Struct({
    type: Schema.String,
    title: Schema.String,
    status: Schema.Int,
    detail: Schema.String,
    code: Schema.Literal(code),
    ...extra
  })
    .pipe(Schema.attachPropertySignature("_tag", tag))
    .annotations({ identifier: code, description: titleOf(code) })
    .annotations(HttpApiSchema.annotations({ status: statusOf(code) }))
    .pipe(HttpApiSchema.withEncoding({ kind: "Json", contentType }))

/**
 * 400 `password_too_short`: the password breaks the policy, in whatever way; `violations` names every rule.
 *
 * @since 0.1.0
 */
export const PasswordTooShort = schema("PasswordTooShort", "password_too_short", {
  violations: Schema.Array(Violation)
})
/** 400 `email_already_exists`: sign-up with an address that has an account. @since 0.1.0 */
export const EmailAlreadyExists = schema("EmailAlreadyExists", "email_already_exists", {})
/** 400 `plan_does_not_allow`: a password policy of its own, on the free plan. @since 0.1.0 */
export const PlanDoesNotAllow = schema("PlanDoesNotAllow", "plan_does_not_allow", {})
/**
 * 400 `invalid_request`: fields are missing or malformed; `errors` names each of them, and never a value.
 *
 * @since 0.1.0
 */
export const InvalidRequest = schema("InvalidRequest", "invalid_request", { errors: Schema.Array(InvalidField) })
/** 401 `invalid_credentials`: no such account, no password or the wrong one. Which of them is not said. @since 0.1.0 */
export const InvalidCredentials = schema("InvalidCredentials", "invalid_credentials", {})
/** 401 `magic_link_disabled`: links are switched off in the instance, or there is no mail provider. @since 0.1.0 */
export const MagicLinkDisabled = schema("MagicLinkDisabled", "magic_link_disabled", {})
/** 401 `invalid_token`: the link was used, has expired or never existed. @since 0.1.0 */
export const InvalidToken = schema("InvalidToken", "invalid_token", {})
/** 401 `unauthenticated`: no live session; of the admin API, no or a wrong key. @since 0.1.0 */
export const Unauthenticated = schema("Unauthenticated", "unauthenticated", {})
/**
 * 401 `reauthentication_required`: to set a password, send the current one too, or sign in by a link first.
 *
 * @since 0.1.0
 */
export const ReauthenticationRequired = schema("ReauthenticationRequired", "reauthentication_required", {})
/** 403 `forbidden_origin`: a page of a foreign site made the request. @since 0.1.0 */
export const ForbiddenOrigin = schema("ForbiddenOrigin", "forbidden_origin", {})
/** 404 `not_found`: there is no such instance, no such session of one's own, or no such path. @since 0.1.0 */
export const NotFound = schema("NotFound", "not_found", {})
/** 413 `payload_too_large`: the body is over 64 KiB. @since 0.1.0 */
export const PayloadTooLarge = schema("PayloadTooLarge", "payload_too_large", {})
/** 415 `unsupported_media_type`: another content type than JSON, or none. @since 0.1.0 */
export const UnsupportedMediaType = schema("UnsupportedMediaType", "unsupported_media_type", {})
/** 429 `signup_rate_limited`. `Retry-After` says when there is room again. @since 0.1.0 */
export const SignUpRateLimited = schema("SignUpRateLimited", "signup_rate_limited", {})
/** 429 `signin_rate_limited`, of the admin API as well. `Retry-After` says when there is room again. @since 0.1.0 */
export const SignInRateLimited = schema("SignInRateLimited", "signin_rate_limited", {})
/**
 * 429 `magic_link_rate_limited`, of asking for a link and of using one. `Retry-After` says when there is room again.
 *
 * @since 0.1.0
 */
export const MagicLinkRateLimited = schema("MagicLinkRateLimited", "magic_link_rate_limited", {})
/** 500 `internal_error`: a defect. The log has its name. @since 0.1.0 */
export const InternalError = schema("InternalError", "internal_error", {})
/**
 * 503 `service_unavailable`: the store does not answer, or too many sign in at once. Try again after `Retry-After`
 * seconds.
 *
 * @since 0.1.0
 */
export const ServiceUnavailable = schema("ServiceUnavailable", "service_unavailable", {})
