/** Challenges of the users of an instance. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { User } from "../../account/UserRepository.ts"
import type { Caller } from "../../core/Caller.ts"
import type { Instance } from "../../instance/Instance.ts"
import { Unauthenticated } from "../../session/SessionErrors.ts"
import type { AuthenticationCredential, RegistrationCredential } from "../Credential.ts"
import type { Ceremony } from "../PasskeyChallenge.ts"
import { PasskeyDisabled } from "../PasskeyErrors.ts"
import * as ChallengeTokens from "../ChallengeTokens.ts"
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

const clientOf = ({ caller: { clientToken }, instance }: Request) => ({ instanceId: instance.id, clientToken })

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const tokens = yield* ChallengeTokens.make
  const usableParty = yield* UsableParty.make

  /** Returns the relying party. Fails with `PasskeyDisabled` if users of the instance can use no passkeys. */
  const relyingParty = (instance: Instance) => Effect.mapError(usableParty(instance), () => new PasskeyDisabled())

  /** Issues a challenge to authenticate to the client, which is a new one if the caller presents none. */
  const issue = (request: Request) =>
    Effect.map(tokens.issue({ ...clientOf(request), ceremony: "authentication" }), ({ issued }) => issued)

  /** Issues a challenge to the user's client, for adding a passkey. It is void once the user's credentials change. */
  const issueTo = Effect.fnUntraced(function* (request: Request, { credentialVersion, id: userId }: User) {
    const { issued, isStored } = yield* tokens.issue({
      ...clientOf(request),
      ceremony: "registration",
      issuedTo: Option.some(userId),
      owner: Option.some({ userId, credentialVersion })
    })
    return isStored ? issued : yield* new Unauthenticated()
  })

  /** Consumes the challenge that the credential answers, and returns it with the user that it was issued to. */
  const consume = ({ ceremony, credential, ...request }: Answer) =>
    tokens.consume({ ...clientOf(request), ceremony, credential })

  return { consume, issue, issueTo, relyingParty }
})
