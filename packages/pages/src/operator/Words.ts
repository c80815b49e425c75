/**
 * Times and numbers as people read them. There are no scripts that could know where the reader is: times are UTC.
 *
 * @since 0.1.0
 */
import type { Fragment } from "@latchkey/http/core/Html"
import { html } from "@latchkey/http/core/Html"
import * as DateTime from "effect/DateTime"

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const two = (value: number) => String(value).padStart(2, "0")

/** `14:05`. @since 0.1.0 */
export const clockTime = (at: DateTime.Utc): string => {
  const { hours, minutes } = DateTime.toPartsUtc(at)
  return `${two(hours)}:${two(minutes)}`
}

/** `5 Mar 2026, 14:05 UTC`, in an element that programs can read as well. @since 0.1.0 */
export const time = (at: DateTime.Utc): Fragment => {
  const { day, month, year } = DateTime.toPartsUtc(at)
  const words = `${day} ${months[month - 1] ?? ""} ${year}, ${clockTime(at)} UTC`
  return html`<time datetime="${DateTime.formatIso(at)}">${words}</time>`
}

/** `1,234`. @since 0.1.0 */
export const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",")

/** `1 session`, `2 sessions`. @since 0.1.0 */
export const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? "" : "s"}`

const units = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"]
] as const

/** `1 day 12 hours`. @since 0.1.0 */
export const duration = (seconds: number): string => {
  let rest = seconds
  const parts = units.flatMap(([size, noun]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [counted(count, noun)]
  })
  return parts.join(" ")
}
