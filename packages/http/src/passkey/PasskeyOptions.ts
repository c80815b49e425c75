/**
 * The JSON forms of WebAuthn Level 3 for the options of a ceremony, for users and for operators. A credential is always
 * discoverable, and always verifies its user.
 */
import type { Token } from "@latchkey/domain/core/Token"
import type { CredentialId, UserHandle } from "@latchkey/domain/passkey/Credential"
import { lifetime } from "@latchkey/domain/passkey/PasskeyChallenge"
import type { RelyingParty } from "@latchkey/domain/passkey/RelyingParty"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import type { CreationOptions, RequestOptions } from "./PasskeyApi.ts"

const timeout = Duration.toMillis(lifetime)

/**
 * What a browser needs to create a passkey. `account`: how authenticators show it. `passkeys`: those that the account
 * has; an authenticator that holds one of them creates no other one.
 */
export interface Creation {
  readonly challenge: Token
  readonly relyingParty: RelyingParty
  readonly userHandle: UserHandle
  readonly account: { readonly name: string; readonly displayName: string }
  readonly algorithms: ReadonlyArray<number>
  readonly passkeys: ReadonlyArray<{ readonly credentialId: CredentialId; readonly transports: ReadonlyArray<string> }>
}

/** Returns the options to create a passkey (WebAuthn Level 3, 5.1.9). */
export const toCreationOptions = (creation: Creation): CreationOptions => ({
  rp: { id: creation.relyingParty.id, name: creation.relyingParty.name },
  user: { id: creation.userHandle, ...creation.account },
  challenge: Redacted.value(creation.challenge),
  pubKeyCredParams: creation.algorithms.map((alg) => ({ type: "public-key", alg })),
  timeout,
  excludeCredentials: creation.passkeys.map(({ credentialId, transports }) => ({
    type: "public-key",
    id: credentialId,
    transports
  })),
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none"
})

/** Returns the options to ask for a passkey (WebAuthn Level 3, 5.1.9). They name none. */
export const toRequestOptions = ({
  challenge,
  rpId
}: {
  readonly challenge: Token
  readonly rpId: string
}): RequestOptions => ({
  challenge: Redacted.value(challenge),
  timeout,
  rpId,
  allowCredentials: [],
  userVerification: "required"
})
