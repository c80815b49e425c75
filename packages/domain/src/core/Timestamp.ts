/** Times as other programs write them. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

// RFC 3339, 5.6. No store has to keep a year 0, or one of five digits.
const earliest = DateTime.unsafeMake("0001-01-01T00:00:00.000Z").epochMillis
const latest = DateTime.unsafeMake("9999-12-31T23:59:59.999Z").epochMillis

const isStorable = ({ epochMillis }: DateTime.Utc): boolean => epochMillis >= earliest && epochMillis <= latest

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([+-])(\d\d):?(\d\d)?)?(?: ?(?:[Zz]|UTC|GMT))?)?$/

const daysIn = (year: number, month: number): number => {
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return last.getUTCDate()
}

const parse = (text: string): DateTime.Utc | undefined => {
  const found = pattern.exec(text)
  if (found === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const [fraction = "", sign, offsetHour = 0, offsetMinute = 0] = found.slice(7)
  const isReal =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour < 24 &&
    minute < 60 &&
    second < 60 &&
    Number(offsetHour) < 24 &&
    Number(offsetMinute) < 60
  if (!isReal) return undefined
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  local.setUTCHours(hour, minute, second, Number(fraction.padEnd(3, "0").slice(0, 3)))
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === "-" ? -60_000 : 60_000)
  const time = DateTime.unsafeMake(local.getTime() - offset)
  return isStorable(time) ? time : undefined
}

/**
 * Decodes a time as ISO 8601, such as `2026-11-27T10:00:00Z` or `2026-11-27`: without a time zone it is in UTC. Fails
 * with "is not a time as ISO 8601" for a day that does not exist, such as February 30, and for a year before 1 or after
 * 9999. Encodes in UTC, with milliseconds.
 */
export const Timestamp: Schema.Schema<DateTime.Utc, string> = Schema.transformOrFail(
  Schema.String,
  Schema.DateTimeUtcFromSelf,
  {
    strict: true,
    decode: (text, _, ast) =>
      Either.fromNullable(parse(text), () => new ParseResult.Type(ast, text, "is not a time as ISO 8601")),
    encode: (time) => ParseResult.succeed(DateTime.formatIso(time))
  }
)

/** Decodes milliseconds since 1970, of a year from 1 to 9999. */
export const TimestampFromMillis = Schema.DateTimeUtcFromNumber.pipe(Schema.filter(isStorable))
