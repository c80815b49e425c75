/**
 * @since 0.1.0
 */
import type * as Option from "effect/Option"
import type { Secret } from "./Token.ts"

/**
 * Who asks: what the browser or program presents, unchecked.
 *
 * - `address`: the network address that budgets are kept for, in one spelling: IPv4, or the /64 of IPv6.
 * - `client`, `session`: the values of its two cookies, if it sent exactly one well-formed value of each.
 * - `userAgent`: what the browser calls itself (RFC 9110, 10.1.5), at most `maxUserAgent` characters of it.
 *
 * @since 0.1.0
 */
export interface Caller {
  readonly address: string
  readonly client: Option.Option<Secret>
  readonly session: Option.Option<Secret>
  readonly userAgent?: string | undefined
}

/** 256 characters: what is kept of a `User-Agent`, so that people can tell their sessions apart. @since 0.1.0 */
export const maxUserAgent = 256
