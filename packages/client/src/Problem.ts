/**
 * Everything that can go wrong, as values that are told apart by `code`. What Latchkey answers is a problem document
 * (RFC 9457); what is not an answer of Latchkey has a code of its own.
 *
 * @since 0.1.0
 */

/**
 * What Latchkey says of every problem. `code` never changes and is what to switch on; `title` and `detail` are for
 * people, in English; `status` is that of the reply.
 *
 * @since 0.1.0
 */
export interface ProblemDocument<Code extends string> {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: Code
}

/** A rule of the password policy that a password breaks. @since 0.1.0 */
export type Violation =
  | "too_short"
  | "uppercase_required"
  | "lowercase_required"
  | "number_required"
  | "special_required"

/** The password breaks the policy: `violations` names every rule that it breaks. @since 0.1.0 */
export interface PasswordTooShort extends ProblemDocument<"password_too_short"> {
  readonly violations: ReadonlyArray<Violation>
}

/** A field of the request and what is wrong with it; never its value. @since 0.1.0 */
export interface InvalidField {
  readonly field: string
  readonly reason: string
}

/** Fields are missing or malformed: an address that is none, for one. `errors` names each. @since 0.1.0 */
export interface InvalidRequest extends ProblemDocument<"invalid_request"> {
  readonly errors: ReadonlyArray<InvalidField>
}

/**
 * Worth another try in `retryAfterSeconds`: the reply's `Retry-After`, in whole seconds (RFC 9110, 10.2.3). It is 1
 * where something between here and Latchkey has taken that header away, or made a date of it.
 *
 * @since 0.1.0
 */
export interface Retryable<Code extends string> extends ProblemDocument<Code> {
  readonly retryAfterSeconds: number
}

/** Each code that Latchkey answers people with, and what comes with it. @since 0.1.0 */
export interface ProblemByCode {
  readonly password_too_short: PasswordTooShort
  readonly email_already_exists: ProblemDocument<"email_already_exists">
  readonly invalid_request: InvalidRequest
  /** Wrong address or wrong password; nobody is told which. */
  readonly invalid_credentials: ProblemDocument<"invalid_credentials">
  readonly magic_link_disabled: ProblemDocument<"magic_link_disabled">
  /** The link was used, has expired or never existed. */
  readonly invalid_token: ProblemDocument<"invalid_token">
  readonly unauthenticated: ProblemDocument<"unauthenticated">
  /** To set a password, send the current one too, or sign in by a link first. */
  readonly reauthentication_required: ProblemDocument<"reauthentication_required">
  /** There is no such session of one's own. */
  readonly not_found: ProblemDocument<"not_found">
  /** The page's origin is not one that may call. */
  readonly forbidden_origin: ProblemDocument<"forbidden_origin">
  readonly payload_too_large: ProblemDocument<"payload_too_large">
  readonly unsupported_media_type: ProblemDocument<"unsupported_media_type">
  readonly signup_rate_limited: Retryable<"signup_rate_limited">
  readonly signin_rate_limited: Retryable<"signin_rate_limited">
  readonly magic_link_rate_limited: Retryable<"magic_link_rate_limited">
  readonly internal_error: ProblemDocument<"internal_error">
  /** An outage, or too many sign-ins at once. It says nothing of the password. */
  readonly service_unavailable: Retryable<"service_unavailable">
}

/** What to switch on: it says what happened, and never changes. @since 0.1.0 */
export type ProblemCode = keyof ProblemByCode

/** What every endpoint may answer, whatever it is for. @since 0.1.0 */
export type CommonCode =
  | "invalid_request"
  | "forbidden_origin"
  | "payload_too_large"
  | "unsupported_media_type"
  | "internal_error"
  | "service_unavailable"

/**
 * No reply, or only a part of one: `cause` is what `fetch` rejected with. A browser also says so little when the page's
 * origin is not one that may call.
 *
 * @since 0.1.0
 */
export interface NetworkError {
  readonly code: "network_error"
  readonly cause: unknown
}

/** The call's own `signal` ended it. Latchkey may have done what it was asked for all the same. @since 0.1.0 */
export interface Aborted {
  readonly code: "aborted"
}

/**
 * A reply, and not one that Latchkey gives here: a proxy's page, another service, a redirect. `status` is the reply's,
 * and 0 for a redirect in a browser, which does not say more.
 *
 * @since 0.1.0
 */
export interface UnexpectedReply {
  readonly code: "unexpected_reply"
  readonly status: number
}

/** The problems of a method whose endpoint answers `Code` besides what every endpoint does. @since 0.1.0 */
export type ProblemOf<Code extends ProblemCode> =
  | ProblemByCode[Code | CommonCode]
  | NetworkError
  | Aborted
  | UnexpectedReply

/** Every problem there is. @since 0.1.0 */
export type Problem = ProblemOf<ProblemCode>

/** What every method answers. @since 0.1.0 */
export type Result<A, P = Problem> =
  | { readonly ok: true; readonly data: A }
  | { readonly ok: false; readonly problem: P }
