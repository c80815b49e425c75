/**
 * What can go wrong, as values with a `code`. Latchkey's own errors are problem documents (RFC 9457); `network_error`,
 * `aborted` and `unexpected_reply` come from the client.
 */
import type { CommonCode, ProblemByCode } from "./Schemas.ts"

/** The code of a problem, which apps branch on. Codes never change. */
export type ProblemCode = keyof ProblemByCode

/**
 * No reply, or only a part of one. `cause` is what `fetch` rejected with. Browsers also report this if the page's
 * origin is not allowed.
 */
export interface NetworkError {
  readonly code: "network_error"
  readonly cause: unknown
}

/** The call's own `signal` aborted it. Latchkey may have handled the request. */
export interface Aborted {
  readonly code: "aborted"
}

/**
 * A reply that the endpoint never sends: a proxy's page, another service, a redirect. `status` is the reply's, and 0
 * for a redirect in a browser, which does not tell more.
 */
export interface UnexpectedReply {
  readonly code: "unexpected_reply"
  readonly status: number
}

/**
 * Why a sign-in with a passkey failed, in addition to the problems of its calls.
 *
 * - `passkey_canceled`: the user has not chosen one.
 * - `passkey_rejected`: Latchkey knows none like it, or its user may not sign in.
 * - `passkey_unavailable`: the browser has none of that technique, or the page is not on a host of the instance's RP
 *   ID.
 *
 * `cause`: what the browser rejected with.
 */
export interface PasskeyFailure {
  readonly code: "passkey_canceled" | "passkey_rejected" | "passkey_unavailable"
  readonly cause?: unknown
}

/** The problems of a method whose endpoint has these codes, in addition to those of every endpoint. */
export type ProblemOf<Code extends ProblemCode> =
  | ProblemByCode[Code | CommonCode]
  | NetworkError
  | Aborted
  | UnexpectedReply

/** Every problem. */
export type Problem = ProblemOf<ProblemCode>

/** What every method returns. */
export type Result<A, P = Problem> =
  | { readonly ok: true; readonly data: A }
  | { readonly ok: false; readonly problem: P }
