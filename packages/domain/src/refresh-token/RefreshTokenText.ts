/**
 * The text of a refresh token: `lkr_`, the tokens of the client and of its session, and a checksum of six characters.
 * The token of the client stays the same as long as the session, so that a former refresh token is recognized.
 */
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { Token } from "../core/Token.ts"
import * as TokenText from "../core/TokenText.ts"

/** What every refresh token begins with. */
export const prefix = "lkr_"

/** The two tokens of a refresh token. */
export interface Parts {
  readonly clientToken: Token
  readonly sessionToken: Token
}

/** Returns the text of a refresh token, which is the only copy of it. */
export const format = ({ clientToken, sessionToken }: Parts): Redacted.Redacted =>
  TokenText.format(prefix, clientToken, sessionToken)

/** Returns the tokens of a text, or `None` if the text is no refresh token or its checksum is wrong. */
export const parse = (presented: Redacted.Redacted): Option.Option<Parts> =>
  Option.flatMap(TokenText.parse(prefix, 2, presented), ([clientToken, sessionToken]) =>
    Option.all({ clientToken: Option.fromNullable(clientToken), sessionToken: Option.fromNullable(sessionToken) })
  )
