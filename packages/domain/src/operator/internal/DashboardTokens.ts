/** How the store holds the tokens of invitations and of dashboard sessions. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Token, TokenHash } from "../../core/Token.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import type { OperatorCaller } from "../OperatorSessions.ts"

// No secret: it keeps the hashes of operators apart from all others. Versions without operators never look for such a
// hash. With a plain one they would take the session of a viewer for one without a name, which may do everything.
const ofOperators = Redacted.make("latchkey dashboard operator")

type Keys = Pick<OperatorCaller, "adminKey" | "previousAdminKey">

/** Makes the functions. */
export const make = Effect.map(TokenGenerator, (tokens) => {
  const underKey = (adminKey: OperatorCaller["adminKey"], token: Token): TokenHash =>
    Option.match(adminKey, { onNone: () => tokens.hash(token), onSome: (key) => tokens.keyedHash(key, token) })

  return {
    /** Hashes the token of an operator. It does not depend on the admin key. */
    named: (token: Token): TokenHash => tokens.keyedHash(ofOperators, token),

    /**
     * Hashes the token of someone without a name under the current admin key. With an unkeyed hash, sessions would
     * outlive the key. With a hash of the key beside it, a dump would help to guess it.
     */
    unnamed: ({ adminKey }: Pick<Keys, "adminKey">, token: Token): TokenHash => underKey(adminKey, token),

    /** Returns the hashes that a presented token may be stored under. */
    candidates: ({ adminKey, previousAdminKey = Option.none() }: Keys, token: Token): ReadonlyArray<TokenHash> => [
      tokens.keyedHash(ofOperators, token),
      underKey(adminKey, token),
      ...Option.toArray(Option.map(previousAdminKey, (key) => tokens.keyedHash(key, token)))
    ]
  }
})
