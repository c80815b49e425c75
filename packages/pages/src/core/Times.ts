/**
 * Times in words that need no time zone, which a page without scripts does not know.
 *
 * @since 0.1.0
 */
import { type Fragment, html } from "@latchkey/http/core/Html"
import * as DateTime from "effect/DateTime"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const some = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"} ago`

const calendar = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" })

/** How long ago it was, and from a month on the day. @since 0.1.0 */
export const ago = (then: DateTime.Utc, now: DateTime.Utc): string => {
  const passed = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(then)
  if (passed < minute) return "just now"
  if (passed < hour) return some(Math.floor(passed / minute), "minute")
  if (passed < 2 * day) return some(Math.floor(passed / hour), "hour")
  if (passed < 30 * day) return some(Math.floor(passed / day), "day")
  return `on ${calendar.format(DateTime.toEpochMillis(then))}`
}

/** The same as an element, with the exact time for who points at it. @since 0.1.0 */
export const time = (then: DateTime.Utc, now: DateTime.Utc): Fragment => {
  const exact = DateTime.formatIso(then)
  return html`<time datetime="${exact}" title="${exact.slice(0, 16).replace("T", " ")} UTC">${ago(then, now)}</time>`
}
