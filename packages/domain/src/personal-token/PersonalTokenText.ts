/** The text of a personal access token: `lk_`, the 43 characters of a token, and a checksum of six characters. */
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { Token } from "../core/Token.ts"
import * as TokenText from "../core/TokenText.ts"

/** What every personal access token begins with. */
export const prefix = "lk_"

/** Returns the text of a token, which is the only copy of it. */
export const format = (token: Token): Redacted.Redacted => TokenText.format(prefix, token)

/** Returns the token of a text, or `None` if the text is none or its checksum is wrong. */
export const parse = (presented: Redacted.Redacted): Option.Option<Token> =>
  Option.flatMap(TokenText.parse(prefix, 1, presented), Arr.head)
