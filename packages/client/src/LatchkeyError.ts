/** Why the server half of the kit refuses a request. The codes are its own: Latchkey's log knows nothing of them. */

/**
 * The code of a refusal, which apps branch on.
 *
 * - `sign_in_required`: the user is not signed in.
 * - `recent_sign_in_required`: the user has to authenticate again, or with a second factor.
 * - `cross_origin_refused`: a page of another origin sends the request with the user's cookies.
 * - `invalid_bearer_token`: the token in `Authorization` is wrong, expired or revoked, or of a kind that is not
 *   accepted.
 * - `insufficient_scope`: the token lacks a scope.
 * - `too_many_attempts`: Latchkey has counted too many wrong tokens of this server.
 * - `latchkey_unavailable`: Latchkey gave no usable reply. It does not mean that the user is signed out.
 */
export type LatchkeyErrorCode =
  | "sign_in_required"
  | "recent_sign_in_required"
  | "cross_origin_refused"
  | "invalid_bearer_token"
  | "insufficient_scope"
  | "too_many_attempts"
  | "latchkey_unavailable"

const statuses: Readonly<Record<LatchkeyErrorCode, number>> = {
  sign_in_required: 401,
  recent_sign_in_required: 403,
  cross_origin_refused: 403,
  invalid_bearer_token: 401,
  insufficient_scope: 403,
  too_many_attempts: 429,
  latchkey_unavailable: 503
}

/** What a refusal has in addition. `challenge`: for `WWW-Authenticate` (RFC 6750, 3). */
export interface LatchkeyErrorOptions {
  readonly cause?: unknown
  readonly challenge?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

/**
 * A refusal of the kit. `message` is a sentence for developers.
 *
 * ```ts
 * import { LatchkeyError } from "@latchkey/client/LatchkeyError"
 *
 * const isOutage = (error: unknown) => error instanceof LatchkeyError && error.code === "latchkey_unavailable"
 * ```
 */
export class LatchkeyError extends Error {
  override readonly name = "LatchkeyError"
  declare readonly code: LatchkeyErrorCode
  declare readonly status: number
  declare readonly challenge: string | undefined
  declare readonly retryAfterSeconds: number | undefined

  constructor(code: LatchkeyErrorCode, message: string, options: LatchkeyErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.status = statuses[code]
    this.challenge = options.challenge
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
