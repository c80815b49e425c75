/**
 * Issues challenges, and takes them back: each once, from the client that it was issued to.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { UserId } from "../../core/Ids.ts"
import type { Caller } from "../../core/Caller.ts"
import { InvalidCredentials, PasskeyDisabled } from "../../core/Errors.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import type { Instance } from "../../instance/Instance.ts"
import { type AuthenticationCredential, challengeOf, type RegistrationCredential } from "../Credential.ts"
import { type Ceremony, lifetime, PasskeyChallenge, PasskeyChallengeRepository } from "../PasskeyChallengeRepository.ts"
import * as UsableParty from "./UsableParty.ts"

/** A caller of an instance. */
export interface Request {
  readonly instance: Instance
  readonly caller: Caller
}

interface Answer extends Request {
  readonly ceremony: Ceremony
  readonly credential: RegistrationCredential | AuthenticationCredential
}

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const challenges = yield* PasskeyChallengeRepository
  const tokens = yield* TokenGenerator
  const usableParty = yield* UsableParty.make

  /** Returns the relying party. Fails with `PasskeyDisabled` if users of the instance can use no passkeys. */
  const relyingParty = (instance: Instance) => Effect.mapError(usableParty(instance), () => new PasskeyDisabled())

  /** Issues a challenge to the client, which is a new one if the caller presents none. */
  const issue = Effect.fnUntraced(function* (
    { caller, instance }: Request,
    ceremony: Ceremony,
    userId: Option.Option<UserId>
  ) {
    const challenge = yield* tokens.generate
    const clientToken = Option.isSome(caller.clientToken) ? caller.clientToken.value : yield* tokens.generate
    yield* challenges.put(
      new PasskeyChallenge({
        instanceId: instance.id,
        challengeHash: tokens.hash(challenge),
        ceremony,
        clientHash: tokens.hash(clientToken),
        userId,
        expiresAt: DateTime.addDuration(yield* DateTime.now, lifetime)
      })
    )
    return { challenge, clientToken }
  })

  /** Consumes the challenge that the credential answers, and returns it with its hash. */
  const consume = Effect.fnUntraced(function* ({ caller, ceremony, credential, instance }: Answer) {
    const presented = Option.all({ challenge: challengeOf(credential), client: caller.clientToken })
    const { challenge, client } = yield* Effect.mapError(presented, () => new InvalidCredentials())
    const stored = yield* challenges.consume({
      instanceId: instance.id,
      challengeHash: tokens.hash(challenge),
      ceremony,
      clientHash: tokens.hash(client),
      now: yield* DateTime.now
    })
    const { userId } = yield* Effect.mapError(stored, () => new InvalidCredentials())
    return { challenge, userId }
  })

  return { consume, issue, relyingParty }
})
