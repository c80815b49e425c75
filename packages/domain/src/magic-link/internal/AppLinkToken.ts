/**
 * What is stored of the token of a link. That of a link which opens a native client is stored under the token of that
 * client, so that another app which is opened in its place cannot use the link: what PKCE does (RFC 7636, RFC 8252
 * 8.1).
 */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Caller } from "../../core/Caller.ts"
import type { Token, TokenHash } from "../../core/Token.ts"
import type { TokenGenerator } from "../../core/TokenGenerator.ts"

type Tokens = Pick<TokenGenerator["Type"], "hash" | "keyedHash">

/** Returns the hash of a link that any client can use. */
export const hashForAll = ({ hash }: Tokens, token: Token): TokenHash => hash(token)

/** Returns the hash of a link that only the client with that hash can use. */
export const hashFor =
  (clientHash: Option.Option<TokenHash>) =>
  ({ hash, keyedHash }: Tokens, token: Token): TokenHash =>
    Option.match(clientHash, {
      onNone: () => hash(token),
      onSome: (client) => keyedHash(Redacted.make(client), token)
    })

/** Returns the hashes that a token can be stored as if the caller can use the link. */
export const candidates = (
  tokens: Tokens,
  { clientToken, isNative }: Caller,
  token: Token
): ReadonlyArray<TokenHash> =>
  isNative === true && Option.isSome(clientToken)
    ? [hashFor(Option.some(tokens.hash(clientToken.value)))(tokens, token), tokens.hash(token)]
    : [tokens.hash(token)]
