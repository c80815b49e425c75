/** How stores keep the token of a recovery: hashed in another way than those of other links. */
import * as Redacted from "effect/Redacted"
import type { Token, TokenHash } from "../core/Token.ts"
import type { TokenGenerator } from "../core/TokenGenerator.ts"

// It separates the kinds, and is no secret: 256 random bits need none.
const purpose = Redacted.make("factor_recovery")

/** Returns the hash of a token of a recovery. */
export const hash = ({ keyedHash }: Pick<TokenGenerator["Type"], "keyedHash">, token: Token): TokenHash =>
  keyedHash(purpose, token)
