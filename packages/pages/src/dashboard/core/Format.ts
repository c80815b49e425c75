/**
 * Formats times and numbers for the dashboard, in each language. Without scripts the reader's time zone is unknown, so
 * times are in UTC.
 */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

const dayMillis = 86_400_000
const two = (value: number) => String(value).padStart(2, "0")

/** Formats a time of day: `14:05`. */
export const clockTime = (at: DateTime.Utc): string => {
  const { hours, minutes } = DateTime.toPartsUtc(at)
  return `${two(hours)}:${two(minutes)}`
}

/** Returns a time for programs; nothing without one. */
export const iso = (at: Option.Option<DateTime.Utc>): string =>
  Option.match(at, { onNone: () => "", onSome: DateTime.formatIso })

const maxDays = 1000

/** Makes the function that formats a day. Formatting one takes 5 µs, and the times of a page are of few days. */
const makeDay = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" })
  const known = new Map<number, string>()
  return ({ epochMillis }: DateTime.Utc): string => {
    const day = Math.floor(epochMillis / dayMillis)
    const found = known.get(day)
    if (found !== undefined) return found
    if (known.size >= maxDays) known.clear()
    const text = format.format(epochMillis)
    known.set(day, text)
    return text
  }
}

const units = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"]
] as const

/**
 * The formatters of a language.
 *
 * - `utc`: a date and time: `5 Mar 2026, 14:05 UTC`. `time`: the same as an element.
 * - `day`: `5 Mar`.
 * - `number`: `1,234`. `percent`: of a share between 0 and 1. `change`: the same with its sign, as in `+12%`.
 * - `duration`: of seconds: `1 day 12 hours`.
 * - `list`: joins what a list has, without "and".
 * - `compare`: sorts texts.
 */
export interface DashboardFormat {
  readonly utc: (at: DateTime.Utc) => string
  readonly time: (at: DateTime.Utc) => Fragment
  readonly day: (at: DateTime.Utc) => string
  readonly number: (value: number) => string
  readonly percent: (share: number) => string
  readonly change: (share: number) => string
  readonly duration: (seconds: number) => string
  readonly list: (parts: ReadonlyArray<string>) => string
  readonly compare: (one: string, other: string) => number
}

const commas: Readonly<Record<string, string>> = { ar: "، ", ja: "、" }

/** Makes the formatters of a language. `locale`: with a region, for languages whose regions differ. */
export const make = (locale: string): DashboardFormat => {
  const dates = makeDay(locale, { year: "numeric", month: "short", day: "numeric" })
  const day = makeDay(locale, { month: "short", day: "numeric" })
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 })
  const changes = new Intl.NumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero"
  })
  const durations = units.map(
    ([size, unit]) => [size, new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" })] as const
  )
  const comma = commas[locale] ?? ", "
  const between = locale === "ja" ? " " : comma

  const utc = (at: DateTime.Utc) => `${dates(at)}${between}${clockTime(at)} UTC`

  const duration = (seconds: number) => {
    let rest = seconds
    const parts = durations.flatMap(([size, format]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return count === 0 ? [] : [format.format(count)]
    })
    return parts.join(" ")
  }

  return {
    utc,
    time: (at) => html`<time datetime="${DateTime.formatIso(at)}">${utc(at)}</time>`,
    day,
    number: (value) => numbers.format(value),
    percent: (share) => percents.format(share),
    change: (share) => changes.format(share).replace("-", "\u2212"),
    duration,
    list: (parts) => parts.join(comma),
    compare: new Intl.Collator(locale).compare
  }
}
