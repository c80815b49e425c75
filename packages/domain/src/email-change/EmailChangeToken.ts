/**
 * How stores keep the tokens of links that change and restore an address: beside those of magic links, hashed in other
 * ways. So a token of one kind is unknown wherever another kind is looked up.
 */
import * as Redacted from "effect/Redacted"
import type { User } from "../account/UserRepository.ts"
import type { Token, TokenHash } from "../core/Token.ts"
import type { TokenGenerator } from "../core/TokenGenerator.ts"

type Hasher = Pick<TokenGenerator["Type"], "keyedHash">

/**
 * Returns the hash of a token that changes the address of a user. The hash contains the user and the credential
 * version: for every other user the token is unknown, and so it is after any change of the credentials. That needs no
 * table of changes in progress, and no step that voids them.
 */
export const hash = (
  { keyedHash }: Hasher,
  token: Token,
  { credentialVersion, id }: Pick<User, "credentialVersion" | "id">
): TokenHash => keyedHash(Redacted.make(`email_change ${id} ${credentialVersion}`), token)

// It separates the kinds, and is no secret: 256 random bits need none.
const purposeOfRestoring = Redacted.make("email_restore")

/** Returns the hash of a token that restores a former address. */
export const hashOfRestoring = ({ keyedHash }: Hasher, token: Token): TokenHash => keyedHash(purposeOfRestoring, token)
