/** Values of the domain as columns. */
import { TokenHash } from "@latchkey/domain/core/Token"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

export const Time = Schema.DateTimeUtcFromNumber
export const OptionalTime = Schema.OptionFromNullOr(Time)
export const OptionalHash = Schema.OptionFromNullOr(TokenHash)

export const millis = DateTime.toEpochMillis
export const optionalMillis = (time: Option.Option<DateTime.Utc>): number | null =>
  Option.match(time, { onNone: () => null, onSome: millis })
export const optionalHash = (hash: Option.Option<TokenHash>): string | null => Option.getOrNull(hash)

/** Decodes the first row, if there is one. */
export const firstOf =
  <A, I>(row: Schema.Schema<A, I>) =>
  ([first]: ReadonlyArray<unknown>): Option.Option<A> =>
    Option.map(Option.fromNullable(first), Schema.decodeUnknownSync(row))

/** Decodes all rows. */
export const allOf = <A, I>(row: Schema.Schema<A, I>) => Schema.decodeUnknownSync(Schema.Array(row))
