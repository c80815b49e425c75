import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as AppPart from "../core/AppPart.ts"
import type { Token } from "../core/Token.ts"
import type { AuthenticationCredential, CosePublicKey, CredentialId, RegistrationCredential } from "./Credential.ts"

/**
 * What a credential has to answer.
 *
 * - `challenge`: the one that Latchkey issued for this ceremony.
 * - `rpId`: the RP ID that the credential is bound to, such as `example.com`.
 * - `origins`: the exact origins of the pages that may have asked for it.
 */
export interface Expectation {
  readonly challenge: Token
  readonly rpId: string
  readonly origins: ReadonlyArray<string>
}

/**
 * A credential that verified.
 *
 * - `signCount`: how often the authenticator says it has signed; 0 if it does not count.
 * - `backupEligible`: whether the credential may be copied to other devices; it never changes.
 * - `backedUp`: whether it is copied at this time.
 */
export interface VerifiedCredential {
  readonly signCount: number
  readonly backupEligible: boolean
  readonly backedUp: boolean
}

/** A new credential that verified. `aaguid`: the model of the authenticator as a UUID; zeros if it does not say. */
export interface RegisteredCredential extends VerifiedCredential {
  readonly credentialId: CredentialId
  readonly publicKey: CosePublicKey
  readonly aaguid: string
}

/**
 * A credential did not verify. `reason`: for the log; `origin` if it comes from a page that may not ask for one. The
 * use cases turn it into an error that does not say which.
 */
export class CredentialRejected extends Schema.TaggedError<CredentialRejected>("@latchkey/domain/CredentialRejected")(
  "CredentialRejected",
  { reason: Schema.Literal("origin", "not_verified") }
) {
  override get message() {
    return this.reason === "origin"
      ? "A page of another origin asked for the credential"
      : "The credential did not verify"
  }
}

/**
 * Verifies credentials (WebAuthn Level 3, 7): a computation, without any store. It accepts a credential only if the
 * user was present and the authenticator has verified them, and if no page in a frame of another origin asked for it.
 */
export interface Verifier {
  /** The COSE algorithms that it verifies (RFC 9053), in the order of preference, for `pubKeyCredParams`. */
  readonly algorithms: ReadonlyArray<number>

  /** Verifies a new credential. Ignores its attestation statement, which Latchkey does not ask for. */
  readonly verifyRegistration: (
    credential: RegistrationCredential,
    expected: Expectation
  ) => Effect.Effect<RegisteredCredential, CredentialRejected>

  /** Verifies the signature of a credential with its stored public key. */
  readonly verifyAuthentication: (
    credential: AuthenticationCredential,
    expected: Expectation & { readonly publicKey: CosePublicKey }
  ) => Effect.Effect<VerifiedCredential, CredentialRejected>
}

const reject = () => new CredentialRejected({ reason: "not_verified" })

/** Verifies nothing: it knows no algorithm. Passkeys are turned off. */
export const none: Verifier = { algorithms: [], verifyRegistration: reject, verifyAuthentication: reject }

/**
 * The port for verifying passkeys: `none` by default. `@latchkey/webauthn/SimpleWebAuthn` is an adapter. `Domain.layer`
 * reads it when it is built.
 */
export class WebAuthn extends Context.Reference<WebAuthn>()("@latchkey/domain/WebAuthn", {
  defaultValue: () => none
}) {}

/**
 * Verifies passkeys. Provide the layer to `Domain.layer`; elsewhere it has no effect, and logs a warning after ten
 * seconds.
 */
export const layer = <E, R>(make: Effect.Effect<Verifier, E, R>): Layer.Layer<WebAuthn, E, R> =>
  AppPart.layer("WebAuthn.layer", WebAuthn, make)
