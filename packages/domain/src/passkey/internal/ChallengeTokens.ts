/**
 * What challenges of users and of operators have in common: they are random, stored as hashes, last five minutes, and
 * are bound to a client.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Token } from "../../core/Token.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import { type AuthenticationCredential, challengeOf, type RegistrationCredential } from "../Credential.ts"
import { lifetime } from "../PasskeyChallengeRepository.ts"
import * as Refusal from "./Refusal.ts"

/** Makes the functions. */
export const make = Effect.map(TokenGenerator, (tokens) => {
  /**
   * Generates a challenge for the client that presents a token, or for a new one. `issued` is what the browser gets,
   * `stored` what a store keeps.
   */
  const generate = Effect.fnUntraced(function* (presented: Option.Option<Token>) {
    const challenge = yield* tokens.generate
    const clientToken = Option.isSome(presented) ? presented.value : yield* tokens.generate
    const stored = {
      challengeHash: tokens.hash(challenge),
      clientHash: tokens.hash(clientToken),
      expiresAt: DateTime.addDuration(yield* DateTime.now, lifetime)
    }
    return { issued: { challenge, clientToken }, stored }
  })

  /**
   * Returns the challenge that a credential answers, and `answered`, which finds it in a store. Fails with
   * `InvalidCredentials` if the credential names no challenge, or the client presents no token.
   */
  const read = Effect.fnUntraced(function* (
    credential: RegistrationCredential | AuthenticationCredential,
    clientToken: Option.Option<Token>
  ) {
    const presented = Option.all({ challenge: challengeOf(credential), client: clientToken })
    const { challenge, client } = yield* Effect.catchTag(presented, "NoSuchElementException", () =>
      Refusal.refuse("challenge")
    )
    const answered = {
      challengeHash: tokens.hash(challenge),
      clientHash: tokens.hash(client),
      now: yield* DateTime.now
    }
    return { challenge, answered }
  })

  return { generate, read }
})
