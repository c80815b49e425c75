import { TokenHash } from "@latchkey/domain/core/Token"
import * as DateTime from "effect/DateTime"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** `timestamptz`. Latchkey's times are whole milliseconds. */
export const Time = Schema.DateTimeUtcFromDate

/** Encodes a time as a parameter: in UTC, so that neither the zone of the process nor of the connection matters. */
export const time = (instant: DateTime.Utc): string => DateTime.formatIso(instant)

/** Encodes an optional time as a parameter. */
export const optionalTime = (instant: Option.Option<DateTime.Utc>): string | null =>
  Option.match(instant, { onNone: () => null, onSome: time })

/** `bytea`, the 32 bytes of a SHA-256. */
export const Digest = Schema.transform(Schema.Uint8ArrayFromSelf, TokenHash, {
  strict: true,
  decode: (bytes) => Encoding.encodeHex(bytes),
  encode: (hex) => Buffer.from(hex, "hex")
})

/** Encodes a hash as a parameter. */
export const digest = (hash: TokenHash): Uint8Array => Buffer.from(hash, "hex")

/** Encodes an optional hash as a parameter. */
export const optionalDigest = (hash: Option.Option<TokenHash>): Uint8Array | null =>
  Option.match(hash, { onNone: () => null, onSome: digest })

/** `bytea` as base64url without padding. */
export const Base64UrlFromBytes = Schema.transform(Schema.Uint8ArrayFromSelf, Schema.String, {
  strict: true,
  decode: (bytes) => Buffer.from(bytes).toString("base64url"),
  encode: (text) => Buffer.from(text, "base64url")
})

/** Encodes base64url as a parameter. */
export const base64Url = (text: string): Uint8Array => Buffer.from(text, "base64url")
