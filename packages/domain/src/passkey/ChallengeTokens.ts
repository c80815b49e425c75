/**
 * Issues challenges, of users and of operators, and takes them back: each once, from the client that it was issued to.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InstanceId } from "../core/Ids.ts"
import type { Token } from "../core/Token.ts"
import { clientTokenOf, TokenGenerator } from "../core/TokenGenerator.ts"
import type { TokenOwner } from "../one-time-token/OneTimeTokenRepository.ts"
import * as OneTimeTokens from "../one-time-token/OneTimeTokens.ts"
import { type AuthenticationCredential, challengeOf, type RegistrationCredential } from "./Credential.ts"
import { type Ceremony, kindOf } from "./PasskeyChallenge.ts"
import * as Refusal from "./Refusal.ts"

/** `clientToken`: what the client presents. */
interface OfClient {
  readonly instanceId: InstanceId
  readonly ceremony: Ceremony
  readonly clientToken: Option.Option<Token>
}

interface Issue extends OfClient {
  readonly issuedTo?: Option.Option<string>
  readonly owner?: Option.Option<TokenOwner>
}

interface Answer extends OfClient {
  readonly credential: RegistrationCredential | AuthenticationCredential
}

const orRefuse = <A>(found: Option.Option<A>) =>
  Effect.catchTag(found, "NoSuchElementException", () => Refusal.refuse("challenge"))

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const tokens = yield* TokenGenerator
  const stored = {
    registration: yield* OneTimeTokens.make(kindOf("registration")),
    authentication: yield* OneTimeTokens.make(kindOf("authentication"))
  }

  /**
   * Issues a challenge to the client, which is a new one if it presents no token. `isStored`: `false` if the owner's
   * credentials have changed.
   */
  const issue = Effect.fnUntraced(function* ({
    ceremony,
    clientToken: presented,
    instanceId,
    issuedTo = Option.none(),
    owner = Option.none()
  }: Issue) {
    const challenge = yield* tokens.generate
    const clientToken = yield* clientTokenOf(tokens, presented)
    const isStored = yield* stored[ceremony].put({
      instanceId,
      subject: tokens.hash(clientToken),
      tokenHash: tokens.hash(challenge),
      owner,
      data: issuedTo
    })
    return { issued: { challenge, clientToken }, isStored }
  })

  /**
   * Consumes the challenge that the credential answers, and returns it with whom it was issued to. Fails with
   * `InvalidCredentials` if there is none, or the client presents no token.
   */
  const consume = Effect.fnUntraced(function* ({ ceremony, clientToken, credential, instanceId }: Answer) {
    const presented = Option.all({ challenge: challengeOf(credential), client: clientToken })
    const { challenge, client } = yield* orRefuse(presented)
    const key = { instanceId, subject: tokens.hash(client), tokenHash: tokens.hash(challenge) }
    const { data: issuedTo } = yield* orRefuse(yield* stored[ceremony].consume(key))
    return { challenge, issuedTo }
  })

  return { consume, issue }
})
