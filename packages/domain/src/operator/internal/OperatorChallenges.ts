/**
 * Issues challenges of the dashboard, and takes them back: each once, from the client that it was issued to.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { PasskeyDisabled } from "../../passkey/PasskeyErrors.ts"
import type { OperatorId } from "../../core/Ids.ts"
import * as AppPart from "../../core/internal/AppPart.ts"
import type { AuthenticationCredential, RegistrationCredential } from "../../passkey/Credential.ts"
import type { Ceremony } from "../../passkey/PasskeyChallengeRepository.ts"
import * as ChallengeTokens from "../../passkey/internal/ChallengeTokens.ts"
import * as Refusal from "../../passkey/internal/Refusal.ts"
import * as RelyingParty from "../../passkey/RelyingParty.ts"
import { WebAuthn } from "../../passkey/WebAuthn.ts"
import { OperatorChallenge, OperatorChallengeRepository } from "../OperatorChallengeRepository.ts"
import type { OperatorPasskeyRequest } from "../OperatorPasskeyRequest.ts"

/** What authenticators call the dashboard. */
const name = "Latchkey dashboard"

type Presented = Pick<OperatorPasskeyRequest, "clientToken">

interface Answer extends Presented {
  readonly ceremony: Ceremony
  readonly credential: RegistrationCredential | AuthenticationCredential
}

/** Makes the functions. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const challenges = yield* OperatorChallengeRepository
  const tokens = yield* ChallengeTokens.make
  const { algorithms } = yield* AppPart.read(WebAuthn)

  /** Returns the relying party of a dashboard, or `None` if passkeys are impossible, or no adapter verifies them. */
  const usableParty = (origin: string): Option.Option<RelyingParty.RelyingParty> =>
    algorithms.length > 0 ? RelyingParty.ofOrigin(origin, name) : Option.none()

  /** Returns the relying party. Fails with `PasskeyDisabled` if there is none. */
  const relyingParty = (origin: string) => Effect.mapError(usableParty(origin), () => new PasskeyDisabled())

  /** Issues a challenge to the client, which is a new one if the caller presents none. */
  const issue = Effect.fnUntraced(function* (
    { clientToken }: Presented,
    ceremony: Ceremony,
    operatorId: Option.Option<OperatorId>
  ) {
    const { issued, stored } = yield* tokens.generate(clientToken)
    yield* challenges.put(new OperatorChallenge({ ...stored, ceremony, operatorId }))
    return issued
  })

  /** Consumes the challenge that the credential answers, and returns it with the operator that it was issued to. */
  const consume = Effect.fnUntraced(function* ({ ceremony, clientToken, credential }: Answer) {
    const { answered, challenge } = yield* tokens.read(credential, clientToken)
    const stored = yield* challenges.consume({ ...answered, ceremony })
    const { operatorId } = yield* Effect.catchTag(stored, "NoSuchElementException", () => Refusal.refuse("challenge"))
    return { challenge, operatorId }
  })

  return { consume, issue, relyingParty, usableParty }
})
