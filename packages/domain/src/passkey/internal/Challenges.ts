/**
 * Issues challenges, and takes them back: each once, from the client that it was issued to.
 */
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { UserId } from "../../core/Ids.ts"
import type { Caller } from "../../core/Caller.ts"
import { PasskeyDisabled } from "../PasskeyErrors.ts"
import type { Instance } from "../../instance/Instance.ts"
import type { AuthenticationCredential, RegistrationCredential } from "../Credential.ts"
import { type Ceremony, PasskeyChallenge, PasskeyChallengeRepository } from "../PasskeyChallengeRepository.ts"
import * as ChallengeTokens from "./ChallengeTokens.ts"
import * as Refusal from "./Refusal.ts"
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
  const tokens = yield* ChallengeTokens.make
  const usableParty = yield* UsableParty.make

  /** Returns the relying party. Fails with `PasskeyDisabled` if users of the instance can use no passkeys. */
  const relyingParty = (instance: Instance) => Effect.mapError(usableParty(instance), () => new PasskeyDisabled())

  /** Issues a challenge to the client, which is a new one if the caller presents none. */
  const issue = Effect.fnUntraced(function* (
    { caller, instance }: Request,
    ceremony: Ceremony,
    userId: Option.Option<UserId>
  ) {
    const { issued, stored } = yield* tokens.generate(caller.clientToken)
    yield* challenges.put(new PasskeyChallenge({ ...stored, instanceId: instance.id, ceremony, userId }))
    return issued
  })

  /** Consumes the challenge that the credential answers, and returns it with the user that it was issued to. */
  const consume = Effect.fnUntraced(function* ({ caller, ceremony, credential, instance }: Answer) {
    const { answered, challenge } = yield* tokens.read(credential, caller.clientToken)
    const stored = yield* challenges.consume({ ...answered, instanceId: instance.id, ceremony })
    const { userId } = yield* Effect.catchTag(stored, "NoSuchElementException", () => Refusal.refuse("challenge"))
    return { challenge, userId }
  })

  return { consume, issue, relyingParty }
})
