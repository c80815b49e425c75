/** Challenges of the dashboard. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { InstanceId, type OperatorId } from "../../core/Ids.ts"
import * as AppPart from "../../core/AppPart.ts"
import type { AuthenticationCredential, RegistrationCredential } from "../../passkey/Credential.ts"
import * as ChallengeTokens from "../../passkey/ChallengeTokens.ts"
import type { Ceremony } from "../../passkey/PasskeyChallenge.ts"
import { PasskeyDisabled } from "../../passkey/PasskeyErrors.ts"
import * as RelyingParty from "../../passkey/RelyingParty.ts"
import { WebAuthn } from "../../passkey/WebAuthn.ts"
import type { OperatorPasskeyRequest } from "../OperatorPasskeyRequest.ts"

/** The instance id of the dashboard's challenges. It is reserved: Latchkey generates it for no instance. */
export const instanceId = InstanceId.make("inst_00000000-0000-7000-8000-000000000000")

/** What authenticators call the dashboard. */
const name = "Latchkey dashboard"

type Presented = Pick<OperatorPasskeyRequest, "clientToken">

interface Answer extends Presented {
  readonly ceremony: Ceremony
  readonly credential: RegistrationCredential | AuthenticationCredential
}

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const tokens = yield* ChallengeTokens.make
  const { algorithms } = yield* AppPart.read(WebAuthn)

  /** Returns the relying party of a dashboard, or `None` if passkeys are impossible, or no adapter verifies them. */
  const usableParty = (origin: string): Option.Option<RelyingParty.RelyingParty> =>
    algorithms.length > 0 ? RelyingParty.ofOrigin(origin, name) : Option.none()

  /** Returns the relying party. Fails with `PasskeyDisabled` if there is none. */
  const relyingParty = (origin: string) => Effect.mapError(usableParty(origin), () => new PasskeyDisabled())

  /** Issues a challenge to the client, which is a new one if the caller presents none. */
  const issue = ({ clientToken }: Presented, ceremony: Ceremony, issuedTo: Option.Option<OperatorId>) =>
    Effect.map(tokens.issue({ instanceId, ceremony, clientToken, issuedTo }), ({ issued }) => issued)

  /** Consumes the challenge that the credential answers, and returns it with the operator that it was issued to. */
  const consume = ({ ceremony, clientToken, credential }: Answer) =>
    tokens.consume({ instanceId, ceremony, clientToken, credential })

  return { consume, issue, relyingParty, usableParty }
})
