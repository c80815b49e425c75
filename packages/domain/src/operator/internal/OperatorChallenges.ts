/**
 * Issues challenges of the dashboard, and takes them back: each once, from the client that it was issued to.
 *
 * @since 0.1.0
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { InvalidCredentials, PasskeyDisabled } from "../../core/Errors.ts"
import type { OperatorId } from "../../core/Ids.ts"
import * as AppPart from "../../core/internal/AppPart.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import { type AuthenticationCredential, challengeOf, type RegistrationCredential } from "../../passkey/Credential.ts"
import { type Ceremony, lifetime } from "../../passkey/PasskeyChallengeRepository.ts"
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
  const tokens = yield* TokenGenerator
  const { algorithms } = yield* AppPart.read(WebAuthn)

  /** Returns the relying party of a dashboard, or `None` if passkeys are impossible, or no adapter verifies them. */
  const usableParty = (origin: string): Option.Option<RelyingParty.RelyingParty> =>
    algorithms.length > 0 ? RelyingParty.ofOrigin(origin, name) : Option.none()

  /** Returns the relying party. Fails with `PasskeyDisabled` if there is none. */
  const relyingParty = (origin: string) => Effect.mapError(usableParty(origin), () => new PasskeyDisabled())

  /** Issues a challenge to the client, which is a new one if the caller presents none. */
  const issue = Effect.fnUntraced(function* (
    { clientToken: presented }: Presented,
    ceremony: Ceremony,
    operatorId: Option.Option<OperatorId>
  ) {
    const challenge = yield* tokens.generate
    const clientToken = Option.isSome(presented) ? presented.value : yield* tokens.generate
    yield* challenges.put(
      new OperatorChallenge({
        challengeHash: tokens.hash(challenge),
        ceremony,
        clientHash: tokens.hash(clientToken),
        operatorId,
        expiresAt: DateTime.addDuration(yield* DateTime.now, lifetime)
      })
    )
    return { challenge, clientToken }
  })

  /** Consumes the challenge that the credential answers, and returns it with the operator that it was issued to. */
  const consume = Effect.fnUntraced(function* ({ ceremony, clientToken, credential }: Answer) {
    const presented = Option.all({ challenge: challengeOf(credential), client: clientToken })
    const { challenge, client } = yield* Effect.mapError(presented, () => new InvalidCredentials())
    const stored = yield* challenges.consume({
      challengeHash: tokens.hash(challenge),
      ceremony,
      clientHash: tokens.hash(client),
      now: yield* DateTime.now
    })
    const { operatorId } = yield* Effect.mapError(stored, () => new InvalidCredentials())
    return { challenge, operatorId }
  })

  return { consume, issue, relyingParty, usableParty }
})
