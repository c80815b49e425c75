/**
 * Formats times, numbers and lists for readers of a language. The formatters of `Intl` take up to a millisecond to
 * make, so each is made when it is first used, once per language.
 */
import * as DateTime from "effect/DateTime"
import type { Lifetime } from "./EmailText.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const dayOf = (at: DateTime.Utc): number => Math.floor(at.epochMillis / day)

const lazy = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** The forms of a noun, by the plural rules of Unicode (UTS 35). Every language has `other`. */
export type Plurals = Partial<Record<Exclude<Intl.LDMLPluralRule, "other">, string>> & { readonly other: string }

/**
 * The formatters of a language.
 *
 * - `plural`: chooses the form of a noun for a number, and puts the number in the place of `#`.
 * - `list`: joins nouns: "a, b and c".
 * - `date`: a day of UTC: "22 October 2026".
 * - `time`: a time of UTC: "November 22, 2026 at 15:04 UTC". The time zone of the reader is unknown.
 * - `ago`: the time since a past time, in days of UTC: "5 minutes ago", "yesterday". Of more than 29 days, the date.
 */
export interface Format {
  readonly plural: (count: number, forms: Plurals) => string
  readonly list: (nouns: ReadonlyArray<string>) => string
  readonly date: (at: DateTime.Utc) => string
  readonly time: (at: DateTime.Utc) => string
  readonly ago: (then: DateTime.Utc, now: DateTime.Utc) => Ago
}

/** The time since a past time: less than a minute, less than 30 days in words, or the date. */
export type Ago =
  | { readonly _tag: "JustNow" }
  | { readonly _tag: "Recently"; readonly text: string }
  | { readonly _tag: "LongAgo"; readonly date: string }

/** Makes the formatters of a language. */
export const make = (language: string): Format => {
  const rules = lazy(() => new Intl.PluralRules(language))
  const numbers = lazy(() => new Intl.NumberFormat(language))
  const lists = lazy(() => new Intl.ListFormat(language))
  const dates = lazy(() => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }))
  const relative = lazy(() => new Intl.RelativeTimeFormat(language, { numeric: "auto" }))
  const times = lazy(
    () =>
      new Intl.DateTimeFormat(language, {
        year: "numeric",
        month: "long",
        day: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        hourCycle: "h23",
        timeZone: "UTC",
        timeZoneName: "short"
      })
  )

  const date = (at: DateTime.Utc) => dates().format(at.epochMillis)

  const ago = (then: DateTime.Utc, now: DateTime.Utc): Ago => {
    const passed = now.epochMillis - then.epochMillis
    if (passed < minute) return { _tag: "JustNow" }
    if (passed >= 30 * day) return { _tag: "LongAgo", date: date(then) }
    if (passed < hour) return { _tag: "Recently", text: relative().format(-Math.floor(passed / minute), "minute") }
    if (passed < day) return { _tag: "Recently", text: relative().format(-Math.floor(passed / hour), "hour") }
    return { _tag: "Recently", text: relative().format(dayOf(then) - dayOf(now), "day") }
  }

  return {
    plural: (count, forms) => (forms[rules().select(count)] ?? forms.other).replace("#", numbers().format(count)),
    list: (nouns) => lists().format(nouns),
    date,
    time: (at) => times().format(at.epochMillis),
    ago
  }
}

/** Makes the functions that format durations. `waiting`: a number of hours, in days if these are whole. */
export const durations = ({ plural }: Format, forms: Readonly<Record<"minute" | "hour" | "day", Plurals>>) => {
  const days = (count: number) => plural(count, forms.day)
  return {
    minutes: (count: number) => plural(count, forms.minute),
    days,
    waiting: (hours: number) => (hours % 24 === 0 ? days(hours / 24) : plural(hours, forms.hour)),
    duration: ({ count, unit }: Lifetime) => plural(count, forms[unit])
  }
}
