/**
 * The second factor of a user: an authenticator app and recovery codes.
 *
 * @since 0.1.0
 */
import type { SessionResponse } from "./Session.ts"

/** The six digits of the authenticator app, or a recovery code, as the user types or pastes it. @since 0.1.0 */
export interface SecondFactorCode {
  readonly code: string
}

/**
 * What an authenticator app needs. Show the user the picture and the key, and send `enrollment` back with the first code,
 * within 30 minutes: nothing is stored before.
 *
 * - `secret`: the key, to type into the app.
 * - `uri`: the same, for a link on the device of the app.
 * - `qrCode`: the URI as a picture, in SVG.
 *
 * @since 0.1.0
 */
export interface TotpEnrollment {
  readonly secret: string
  readonly uri: string
  readonly qrCode: string
  readonly enrollment: string
}

/** The first code of an authenticator app, and the `enrollment` of its key. @since 0.1.0 */
export interface TotpConfirmation {
  readonly enrollment: string
  readonly code: string
}

/** New recovery codes. Show them now: Latchkey keeps only their hashes. @since 0.1.0 */
export interface RecoveryCodes {
  readonly recoveryCodes: ReadonlyArray<string>
}

/** The session of a user who has just set up an authenticator app, and the recovery codes. @since 0.1.0 */
export interface EnrolledSession extends SessionResponse, RecoveryCodes {}

/**
 * Whether the user has a second factor.
 *
 * - `mode`: the setting of the instance.
 * - `isAvailable`: whether the user can set one up.
 * - `confirmedAt`: since when they have one, ISO 8601 in UTC; `null` without.
 * - `recoveryCodes`: how many are left.
 *
 * @since 0.1.0
 */
export interface SecondFactorStatus {
  readonly mode: "off" | "optional" | "required"
  readonly isAvailable: boolean
  readonly confirmedAt: string | null
  readonly recoveryCodes: number
}

/**
 * One way to authenticate again: the password, a code of the authenticator app or a recovery code, or a passkey, which
 * is `toJSON()` of what `navigator.credentials.get` returned.
 *
 * @since 0.1.0
 */
export interface Reauthentication {
  readonly password?: string
  readonly code?: string
  readonly credential?: object
}
