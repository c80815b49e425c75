/**
 * How stores keep the token of the link that completes a sign-up: beside those of magic links, hashed in another way.
 * So a token of one kind is unknown wherever the other kind is looked up, and using one link ends all links of its
 * address.
 */
import * as Redacted from "effect/Redacted"
import type { Token, TokenHash } from "../core/Token.ts"
import type { TokenGenerator } from "../core/TokenGenerator.ts"

// It separates the kinds, and is no secret: 256 random bits need none.
const purpose = Redacted.make("sign_up")

/** Returns the hash of the token of a pending sign-up. */
export const hash = ({ keyedHash }: Pick<TokenGenerator["Type"], "keyedHash">, token: Token): TokenHash =>
  keyedHash(purpose, token)
