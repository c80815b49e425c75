/**
 * What can go wrong, as values with a `code`. Latchkey's own errors are problem documents (RFC 9457); `network_error`,
 * `aborted` and `unexpected_reply` come from the client.
 *
 * @since 0.1.0
 */

/**
 * What every problem of Latchkey contains. Branch on `code`, which never changes. `title` and `detail` are English
 * sentences for developers; `status` is the HTTP status.
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

/**
 * What a password breaks: a rule of the password policy, or with `custom` rules of the app's own. `common`: attackers
 * try it first, because many users have it, or because it is the email address or the name of the instance.
 *
 * @since 0.1.0
 */
export type PasswordViolation =
  | "too_short"
  | "common"
  | "uppercase_required"
  | "lowercase_required"
  | "number_required"
  | "special_required"
  | "custom"

/**
 * The password breaks the policy. `violations` names every broken rule. With `custom` among them, `reasons` are
 * sentences for the user.
 *
 * @since 0.1.0
 */
export interface PasswordTooShort extends ProblemDocument<"password_too_short"> {
  readonly violations: ReadonlyArray<PasswordViolation>
  readonly reasons?: ReadonlyArray<string>
}

/** A field of the request and what is wrong with it, never its value. @since 0.1.0 */
export interface InvalidField {
  readonly field: string
  readonly reason: string
}

/** Fields are missing or malformed, such as an invalid email address. `errors` names each of them. @since 0.1.0 */
export interface InvalidRequest extends ProblemDocument<"invalid_request"> {
  readonly errors: ReadonlyArray<InvalidField>
}

/**
 * Try again after `retryAfterSeconds`: the reply's `Retry-After`, in whole seconds (RFC 9110, 10.2.3). It is 1 if a
 * proxy removed that header or replaced it with a date.
 *
 * @since 0.1.0
 */
export interface Retryable<Code extends string> extends ProblemDocument<Code> {
  readonly retryAfterSeconds: number
}

/** The waiting time of the recovery ends at `availableAt`, ISO 8601 in UTC. @since 0.1.0 */
export interface FactorRecoveryTooEarly extends ProblemDocument<"factor_recovery_too_early"> {
  readonly availableAt: string
}

/** The problem of each code. @since 0.1.0 */
export interface ProblemByCode {
  readonly password_too_short: PasswordTooShort
  readonly email_already_exists: ProblemDocument<"email_already_exists">
  readonly invalid_request: InvalidRequest
  /** Wrong email address or wrong password. The reply does not say which. */
  readonly invalid_credentials: ProblemDocument<"invalid_credentials">
  readonly password_disabled: ProblemDocument<"password_disabled">
  readonly magic_link_disabled: ProblemDocument<"magic_link_disabled">
  readonly magic_link_code_disabled: ProblemDocument<"magic_link_code_disabled">
  readonly passkey_disabled: ProblemDocument<"passkey_disabled">
  /** The instance has the passkey already. */
  readonly passkey_already_exists: ProblemDocument<"passkey_already_exists">
  readonly too_many_passkeys: ProblemDocument<"too_many_passkeys">
  /** The instance has the second factor turned off, or no server key. */
  readonly second_factor_disabled: ProblemDocument<"second_factor_disabled">
  /** The user has a second factor already. */
  readonly second_factor_exists: ProblemDocument<"second_factor_exists">
  /** The instance lets no one remove lost factors by email, or requires a second factor. */
  readonly factor_recovery_disabled: ProblemDocument<"factor_recovery_disabled">
  /** The user has no factor that they would need, or has just used one. */
  readonly factor_recovery_not_needed: ProblemDocument<"factor_recovery_not_needed">
  readonly factor_recovery_too_early: FactorRecoveryTooEarly
  /** The link or the code was used, has expired or was never issued; or too many codes were tried. */
  readonly invalid_token: ProblemDocument<"invalid_token">
  readonly unauthenticated: ProblemDocument<"unauthenticated">
  /** Setting a password requires the current one, or a recent sign-in with a magic link. */
  readonly reauthentication_required: ProblemDocument<"reauthentication_required">
  /** The user is signed in, and the instance requires a verified email address first. */
  readonly email_not_verified: ProblemDocument<"email_not_verified">
  /** The instance lets no one create an account. The same for every address. */
  readonly sign_up_closed: ProblemDocument<"sign_up_closed">
  /** The user has no such session, or the instance of the host was deleted. */
  readonly not_found: ProblemDocument<"not_found">
  /** The page's origin is not allowed. */
  readonly forbidden_origin: ProblemDocument<"forbidden_origin">
  readonly payload_too_large: ProblemDocument<"payload_too_large">
  readonly unsupported_media_type: ProblemDocument<"unsupported_media_type">
  readonly signup_rate_limited: Retryable<"signup_rate_limited">
  readonly signin_rate_limited: Retryable<"signin_rate_limited">
  readonly magic_link_rate_limited: Retryable<"magic_link_rate_limited">
  readonly internal_error: ProblemDocument<"internal_error">
  /** An outage, or too many sign-ins at once. It says nothing about the password. */
  readonly service_unavailable: Retryable<"service_unavailable">
}

/** The code of a problem, which apps branch on. Codes never change. @since 0.1.0 */
export type ProblemCode = keyof ProblemByCode

/** The codes of every endpoint. @since 0.1.0 */
export type CommonCode = "internal_error" | "not_found" | "service_unavailable"

/** The codes of every endpoint that reads a body. @since 0.1.0 */
export type BodyCode = "forbidden_origin" | "invalid_request" | "payload_too_large" | "unsupported_media_type"

/**
 * No reply, or only a part of one. `cause` is what `fetch` rejected with. Browsers also report this if the page's
 * origin is not allowed.
 *
 * @since 0.1.0
 */
export interface NetworkError {
  readonly code: "network_error"
  readonly cause: unknown
}

/** The call's own `signal` aborted it. Latchkey may have handled the request. @since 0.1.0 */
export interface Aborted {
  readonly code: "aborted"
}

/**
 * A reply that the endpoint never sends: a proxy's page, another service, a redirect. `status` is the reply's, and 0
 * for a redirect in a browser, which does not tell more.
 *
 * @since 0.1.0
 */
export interface UnexpectedReply {
  readonly code: "unexpected_reply"
  readonly status: number
}

/** The problems of a method whose endpoint has these codes, in addition to those of every endpoint. @since 0.1.0 */
export type ProblemOf<Code extends ProblemCode> =
  | ProblemByCode[Code | CommonCode]
  | NetworkError
  | Aborted
  | UnexpectedReply

/** Every problem. @since 0.1.0 */
export type Problem = ProblemOf<ProblemCode>

/** What every method returns. @since 0.1.0 */
export type Result<A, P = Problem> =
  | { readonly ok: true; readonly data: A }
  | { readonly ok: false; readonly problem: P }
