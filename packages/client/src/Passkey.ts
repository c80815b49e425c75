/**
 * Passkeys: options and credentials in the JSON forms of WebAuthn Level 3, and the passkeys of the signed-in user.
 *
 * @since 0.1.0
 */

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
