import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { Language } from "../language/Language.ts"
import type { Token } from "./Token.ts"

/**
 * What a client or program presents, unchecked.
 *
 * - `ipAddress`: the IP address that limits are kept for, normalized: IPv4, or the /64 of IPv6.
 * - `widerNetworks`: the /56 and the /48 of IPv6 that contain it, in this order. None for IPv4.
 * - `clientToken`, `sessionToken`: the values of its two cookies, if it sent exactly one well-formed value of each.
 * - `languages`: the languages that it prefers, the best first (RFC 9110, 12.5.4). At most `maxLanguages` are kept.
 * - `isNative`: whether it is an app without cookies, which gets a refresh token in place of them.
 * - `sessionKey`: what its session token is stored under, if that is not the token's own hash: a session ends with
 *   the key.
 * - `userAgent`: its `User-Agent` header (RFC 9110, 10.1.5). At most `maxUserAgent` characters are kept.
 */
export interface Caller {
  readonly ipAddress: string
  readonly widerNetworks?: ReadonlyArray<string> | undefined
  readonly clientToken: Option.Option<Token>
  readonly sessionToken: Option.Option<Token>
  readonly isNative?: boolean | undefined
  readonly sessionKey?: Redacted.Redacted | undefined
  readonly languages?: ReadonlyArray<Language> | undefined
  readonly userAgent?: string | undefined
}

/** 256: how many characters of a `User-Agent` are kept, so that users can tell their sessions apart. */
export const maxUserAgent = 256

/** 5: how many languages of a client are kept. Browsers send fewer. */
export const maxLanguages = 5

/** Returns the widest network of a caller: on whose behalf its passwords are hashed. */
export const widestNetwork = ({ ipAddress, widerNetworks }: Pick<Caller, "ipAddress" | "widerNetworks">): string =>
  widerNetworks?.at(-1) ?? ipAddress
