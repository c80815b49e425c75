/**
 * Passkeys: options and credentials in the JSON forms of WebAuthn Level 3, the passkeys of the signed-in user, and the
 * methods for them.
 *
 * @since 0.1.0
 */
import type { CallOptions } from "./Options.ts"
import type { BodyCode, ProblemOf, Result } from "./Problem.ts"
import type { Ok, SignInResponse } from "./Session.ts"

/**
 * A credential that the user has. Bytes are base64url without padding. Arrays are mutable here and in the options,
 * because the types of browsers require it.
 *
 * @since 0.1.0
 */
export interface PasskeyDescriptor {
  readonly type: "public-key"
  readonly id: string
  readonly transports: Array<string>
}

/**
 * What `PublicKeyCredential.parseCreationOptionsFromJSON` takes. `timeout`: milliseconds until the challenge expires.
 *
 * @since 0.1.0
 */
export interface PasskeyCreationOptions {
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly challenge: string
  readonly pubKeyCredParams: Array<{ readonly type: "public-key"; readonly alg: number }>
  readonly timeout: number
  readonly excludeCredentials: Array<PasskeyDescriptor>
  readonly authenticatorSelection: {
    readonly residentKey: "required"
    readonly requireResidentKey: true
    readonly userVerification: "required"
  }
  readonly attestation: "none"
}

/**
 * What `PublicKeyCredential.parseRequestOptionsFromJSON` takes. `timeout`: milliseconds until the challenge expires.
 *
 * @since 0.1.0
 */
export interface PasskeyRequestOptions {
  readonly challenge: string
  readonly timeout: number
  readonly rpId: string
  readonly allowCredentials: Array<PasskeyDescriptor>
  readonly userVerification: "required"
}

/**
 * A new passkey: `toJSON()` of what `navigator.credentials.create` returned. `name`: what the user calls it; by default
 * the name of the password manager or the device.
 *
 * @since 0.1.0
 */
export interface NewPasskey {
  readonly credential: object
  readonly name?: string
}

/** A passkey: `toJSON()` of what `navigator.credentials.get` returned. @since 0.1.0 */
export interface PasskeyCredential {
  readonly credential: object
}

/**
 * A passkey of the signed-in user. Times are ISO 8601 in UTC.
 *
 * - `name`: what the user calls it.
 * - `aaguid`: the model of the authenticator as a UUID; zeros if it does not say.
 * - `backupEligible`, `backedUp`: whether it may be copied to other devices, and was.
 * - `lastUsedAt`: `null` if it has not signed in yet.
 *
 * @since 0.1.0
 */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly aaguid: string
  readonly transports: ReadonlyArray<string>
  readonly backupEligible: boolean
  readonly backedUp: boolean
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/**
 * What `PublicKeyCredential.signalAllAcceptedCredentials` and `signalCurrentUserDetails` take, so that password managers
 * hide removed passkeys and show the present email address.
 *
 * @since 0.1.0
 */
export interface PasskeySignal {
  readonly rpId: string
  readonly userId: string
  readonly name: string
  readonly displayName: string
  readonly allAcceptedCredentialIds: ReadonlyArray<string>
}

/** The passkeys of the signed-in user, oldest first. `signal`: `null` if the user has never added one. @since 0.1.0 */
export interface PasskeyList {
  readonly passkeys: ReadonlyArray<Passkey>
  readonly signal: PasskeySignal | null
}

/** The `id` of a passkey. @since 0.1.0 */
export interface PasskeyReference {
  readonly id: string
}

/** Another name for a passkey: 1 to 100 characters. @since 0.1.0 */
export interface PasskeyRename extends PasskeyReference {
  readonly name: string
}

/** Why a passkey cannot be created. @since 0.1.0 */
export type NewPasskeyOptionsProblem = ProblemOf<
  | "unauthenticated"
  | "reauthentication_required"
  | "passkey_disabled"
  | "too_many_passkeys"
  | "signin_rate_limited"
  | "forbidden_origin"
>
/** Why a passkey is not added. @since 0.1.0 */
export type AddPasskeyProblem = ProblemOf<
  | "unauthenticated"
  | "reauthentication_required"
  | "invalid_credentials"
  | "passkey_disabled"
  | "passkey_already_exists"
  | "too_many_passkeys"
  | "signin_rate_limited"
  | BodyCode
>
/** Why the browser cannot be asked for a passkey. @since 0.1.0 */
export type PasskeyOptionsProblem = ProblemOf<"passkey_disabled" | "signin_rate_limited" | "forbidden_origin">
/** Why signing in with a passkey fails. @since 0.1.0 */
export type SignInWithPasskeyProblem = ProblemOf<
  "invalid_credentials" | "passkey_disabled" | "signin_rate_limited" | BodyCode
>
/** Why there are no passkeys to list. @since 0.1.0 */
export type PasskeysProblem = ProblemOf<"unauthenticated">
/** Why a passkey is not renamed. @since 0.1.0 */
export type RenamePasskeyProblem = ProblemOf<"unauthenticated" | BodyCode>
/** Why a passkey is not removed. @since 0.1.0 */
export type RemovePasskeyProblem = ProblemOf<"unauthenticated" | "reauthentication_required" | "forbidden_origin">

/** The methods of a client for passkeys. @since 0.1.0 */
export interface PasskeyMethods {
  /**
   * Returns the options for `navigator.credentials.create`, with a challenge for this client that lasts five minutes.
   * The user must have authenticated in the last ten minutes, with a passkey or a second factor if they have one.
   */
  readonly newPasskeyOptions: (
    options?: CallOptions
  ) => Promise<Result<PasskeyCreationOptions, NewPasskeyOptionsProblem>>

  /** Adds the passkey that the browser has created. A user has at most 20. */
  readonly addPasskey: (passkey: NewPasskey, options?: CallOptions) => Promise<Result<Passkey, AddPasskeyProblem>>

  /**
   * Returns the options for `navigator.credentials.get`, with a challenge for this client that lasts five minutes and
   * can be answered once: to sign in, or to authenticate again.
   */
  readonly passkeyOptions: (options?: CallOptions) => Promise<Result<PasskeyRequestOptions, PasskeyOptionsProblem>>

  /**
   * Signs in with a passkey, at assurance level 2. An unknown passkey, one that does not verify, and a disabled account
   * are all `invalid_credentials`.
   */
  readonly signInWithPasskey: (
    passkey: PasskeyCredential,
    options?: CallOptions
  ) => Promise<Result<SignInResponse, SignInWithPasskeyProblem>>

  /** Returns the passkeys of the user, oldest first. */
  readonly passkeys: (options?: CallOptions) => Promise<Result<PasskeyList, PasskeysProblem>>

  /** Gives a passkey of the user another name. */
  readonly renamePasskey: (rename: PasskeyRename, options?: CallOptions) => Promise<Result<Ok, RenamePasskeyProblem>>

  /**
   * Removes a passkey of the user, and returns the others. The user must have authenticated with a passkey or a second
   * factor in the last ten minutes. Pass `signal` of the reply to `PublicKeyCredential.signalAllAcceptedCredentials`.
   */
  readonly removePasskey: (
    passkey: PasskeyReference,
    options?: CallOptions
  ) => Promise<Result<PasskeyList, RemovePasskeyProblem>>
}
