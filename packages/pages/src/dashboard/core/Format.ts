/**
 * Formats times and numbers for the dashboard. Without scripts the reader's time zone is unknown, so times are in UTC.
 */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const two = (value: number) => String(value).padStart(2, "0")

/** Formats a time of day: `14:05`. */
export const clockTime = (at: DateTime.Utc): string => {
  const { hours, minutes } = DateTime.toPartsUtc(at)
  return `${two(hours)}:${two(minutes)}`
}

/** Formats a date and time: `5 Mar 2026, 14:05 UTC`. */
export const utc = (at: DateTime.Utc): string => {
  const { day, month, year } = DateTime.toPartsUtc(at)
  return `${day} ${months[month - 1] ?? ""} ${year}, ${clockTime(at)} UTC`
}

/** Formats a day: `5 Mar`. */
export const day = (at: DateTime.Utc): string => {
  const parts = DateTime.toPartsUtc(at)
  return `${parts.day} ${months[parts.month - 1] ?? ""}`
}

/** Makes an element with a date and time. */
export const time = (at: DateTime.Utc): Fragment => html`<time datetime="${DateTime.formatIso(at)}">${utc(at)}</time>`

/** Returns a time for programs; nothing without one. */
export const iso = (at: Option.Option<DateTime.Utc>): string =>
  Option.match(at, { onNone: () => "", onSome: DateTime.formatIso })

/** Formats a number: `1,234`. */
export const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",")

/** Formats a number of things: `1 session`, `2 sessions`. */
export const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? "" : "s"}`

const units = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"]
] as const

/** Formats a duration: `1 day 12 hours`. */
export const duration = (seconds: number): string => {
  let rest = seconds
  const parts = units.flatMap(([size, noun]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [counted(count, noun)]
  })
  return parts.join(" ")
}
