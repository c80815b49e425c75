/** Errors that several rooms share. */
import { type FailureFields, Outcome } from "./Outcome.ts"

/**
 * Sign-in failed, or the current password was wrong. The same for an unknown address, an account without a password, a
 * disabled account and a wrong password.
 *
 * `of`: only for a passkey, what the client knows or may know. `challenge`: it answers none that the client can answer
 * now. `unknown_passkey`: no account of any instance with the RP ID has one with this id, which only its
 * authenticator knows.
 */
export class InvalidCredentials extends Outcome(
  "InvalidCredentials",
  "invalid_credentials",
  "Wrong email address or password"
)<{ readonly of?: "challenge" | "unknown_passkey" }> {
  constructor(fields: { readonly of?: "challenge" | "unknown_passkey" } = {}) {
    super(fields)
  }
}

/** The instance has passwords turned off. */
export class PasswordDisabled extends Outcome("PasswordDisabled", "password_disabled", "Passwords are turned off") {}

/** The instance does not let the caller create an account. The same for every address. */
export class SignUpClosed extends Outcome("SignUpClosed", "sign_up_closed", "Sign-up is closed") {}

/**
 * The token or the code was used, has expired or was never issued, or too many codes were tried. The error does not say
 * which. `of`: what was presented.
 */
export class InvalidToken extends Outcome("InvalidToken", "invalid_token")<{ readonly of: "link" | "code" }> {
  constructor(fields: { readonly of?: "link" | "code" } = {}) {
    super({ of: "link", ...fields })
  }
  override get message() {
    return this.of === "link"
      ? "The link has been used, has expired or was never issued"
      : "The code is wrong, has been used or has expired, or too many codes were tried"
  }
}

/**
 * The store could not be reached, did not answer, or returned something unexpected. A write may have arrived. Only
 * stores, and parts of the app that use one, make it. `detail` may be logged; `cause` is for debugging and may contain
 * anything. `part`: the part of the app that failed, such as "The hook onCreated".
 */
export class PersistenceError extends Outcome("PersistenceError", "service_unavailable")<
  FailureFields & { readonly part?: string | undefined }
> {
  /** Whole seconds after which to try again. */
  readonly retryAfterSeconds = 2
  override get message() {
    const what = this.part === undefined ? "The store is unavailable" : `${this.part} failed`
    return this.detail === undefined ? what : `${what}: ${this.detail}`
  }
  /** Returns the failure with the name of the part of the app that it comes from. */
  static ofPart({ cause, detail }: PersistenceError, part: string): PersistenceError {
    return new PersistenceError({ cause, detail, part })
  }
}

/** Other requests changed the same users again and again, faster than this one. Nothing was changed. */
export class ConcurrentChanges extends Outcome(
  "ConcurrentChanges",
  "service_unavailable",
  "Other requests kept changing the same users"
) {
  /** Whole seconds after which to try again. */
  readonly retryAfterSeconds = 2
}
