/**
 * Verifies passkeys with `@simplewebauthn/server`. It is loaded at the first verification, not when the module is
 * imported.
 */
import * as Redacted from "effect/Redacted"
import {
  type AuthenticationCredential,
  CosePublicKey,
  type CredentialId,
  type RegistrationCredential
} from "@latchkey/domain/passkey/Credential"
import {
  CredentialRejected,
  type Expectation,
  type RegisteredCredential,
  type VerifiedCredential,
  type Verifier
} from "@latchkey/domain/passkey/WebAuthn"
import * as WebAuthn from "@latchkey/domain/passkey/WebAuthn"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as ClientData from "./internal/ClientData.ts"

/** The COSE algorithms: EdDSA with Ed25519, ES256, ES384, ES512 and RS256. Every authenticator has one of them. */
export const algorithms: ReadonlyArray<number> = [-8, -7, -35, -36, -257]

const library = () => Promise.all([import("@simplewebauthn/server"), import("@simplewebauthn/server/helpers")])

const isPublicKey = Schema.is(CosePublicKey)

/** Throws unless it holds. The text reaches no one: `run` makes the same error of every failure. */
const require: (holds: boolean) => asserts holds = (holds) => {
  if (!holds) throw new TypeError("The credential did not verify")
}

/** A signature in each form that it can have, of nothing. */
const anySignature = Uint8Array.of(0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01)

const expectationsOf = ({ challenge, origins, rpId }: Expectation) => ({
  expectedChallenge: Redacted.value(challenge),
  expectedOrigin: [...origins],
  expectedRPID: rpId,
  requireUserVerification: true
})

const register = async (credential: RegistrationCredential, expected: Expectation): Promise<RegisteredCredential> => {
  const [{ verifyRegistrationResponse }, helpers] = await library()
  const { decodeAttestationObject, isoBase64URL, isoCBOR, verifySignature } = helpers
  // Without its statement: Latchkey asks for no attestation. The library would parse certificates that anyone can make
  // up, and request the URLs in them.
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(credential.response.attestationObject)).get("authData")
  require(authData instanceof Uint8Array)
  const attestation = new Map<string, unknown>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", authData]
  ])
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(attestation as never))
  const { registrationInfo, verified } = await verifyRegistrationResponse({
    ...expectationsOf(expected),
    supportedAlgorithmIDs: [...algorithms],
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: credential.type,
      clientExtensionResults: {},
      response: { clientDataJSON: credential.response.clientDataJSON, attestationObject }
    }
  })
  require(verified && registrationInfo !== undefined)
  const { aaguid, credential: stored, credentialBackedUp, credentialDeviceType } = registrationInfo
  const publicKey = isoBase64URL.fromBuffer(stored.publicKey)
  require(stored.id === credential.id && isPublicKey(publicKey))
  // Throws if it is no key of its algorithm. Registrations without a statement are not signed, and CBOR that was cut
  // decodes to shorter bytes.
  await verifySignature({
    signature: anySignature,
    data: anySignature,
    credentialPublicKey: stored.publicKey
  })
  return {
    credentialId: credential.id,
    publicKey,
    aaguid,
    signCount: stored.counter,
    backupEligible: credentialDeviceType === "multiDevice",
    backedUp: credentialBackedUp
  }
}

const authenticate = async (
  credential: AuthenticationCredential,
  { publicKey, ...expected }: Expectation & { readonly publicKey: CosePublicKey }
): Promise<VerifiedCredential> => {
  const [{ verifyAuthenticationResponse }, { isoBase64URL }] = await library()
  const { authenticatorData, clientDataJSON, signature } = credential.response
  const { authenticationInfo, verified } = await verifyAuthenticationResponse({
    ...expectationsOf(expected),
    // A counter of 0 is never greater: synchronized passkeys count on every device by themselves, or not at all.
    credential: { id: credential.id, publicKey: isoBase64URL.toBuffer(publicKey), counter: 0 },
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: credential.type,
      clientExtensionResults: {},
      response: { authenticatorData, clientDataJSON, signature }
    }
  })
  require(verified)
  const { credentialBackedUp, credentialDeviceType, newCounter } = authenticationInfo
  return {
    signCount: newCounter,
    backupEligible: credentialDeviceType === "multiDevice",
    backedUp: credentialBackedUp
  }
}

interface Answer {
  readonly id: CredentialId
  readonly rawId: CredentialId
  readonly response: { readonly clientDataJSON: string }
}

/** Checks what the library does not, and runs it. */
const run = <A>(
  credential: Answer,
  { origins }: Expectation,
  verify: () => Promise<A>
): Effect.Effect<A, CredentialRejected> =>
  Effect.gen(function* () {
    const { isFramed, origin } = yield* ClientData.read(credential.response.clientDataJSON)
    if (!origins.includes(origin)) return yield* new CredentialRejected({ reason: "origin" })
    if (isFramed || credential.rawId !== credential.id) return yield* new CredentialRejected({ reason: "not_verified" })
    return yield* Effect.tryPromise({ try: verify, catch: () => new CredentialRejected({ reason: "not_verified" }) })
  })

/** Makes the adapter. */
export const make: Verifier = {
  algorithms,
  verifyRegistration: (credential, expected) => run(credential, expected, () => register(credential, expected)),
  verifyAuthentication: (credential, expected) => run(credential, expected, () => authenticate(credential, expected))
}

/**
 * The adapter as a layer. Provide it to `Domain.layer`; elsewhere it has no effect, and logs a warning after ten
 * seconds.
 */
export const layer: Layer.Layer<WebAuthn.WebAuthn> = WebAuthn.layer(Effect.succeed(make))
