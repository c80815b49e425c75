import { TokenHash } from "@latchkey/domain/core/Token"
import type { TokenHash as Hash } from "@latchkey/domain/core/Token"
import * as DateTime from "effect/DateTime"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** `timestamptz`. Latchkey's times are whole milliseconds. */
export const Time = Schema.DateTimeUtcFromDate

/** How a time is sent: in UTC, so that neither the zone of this process nor that of the connection matters. */
export const time = (instant: DateTime.Utc): string => DateTime.formatIso(instant)

/** `bytea`, the 32 bytes of a SHA-256. */
export const Digest = Schema.transform(Schema.Uint8ArrayFromSelf, TokenHash, {
  strict: true,
  decode: (bytes) => Encoding.encodeHex(bytes),
  encode: (hex) => Buffer.from(hex, "hex")
})

/** How a hash is sent. */
export const digest = (hash: Hash): Uint8Array => Buffer.from(hash, "hex")

/** How a hash that may be missing is sent. */
export const optionalDigest = (hash: Option.Option<Hash>): Uint8Array | null =>
  Option.match(hash, { onNone: () => null, onSome: digest })
