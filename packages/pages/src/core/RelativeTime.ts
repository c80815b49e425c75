/**
 * Times relative to now. They need no time zone, which the server does not know.
 */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"} ago`

const dayOf = (at: DateTime.Utc): number => Math.floor(at.epochMillis / day)

const calendar = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" })

/** Formats a past time: `5 minutes ago`, `yesterday`, `on 22 October 2026`. Days are days of UTC. */
export const format = (then: DateTime.Utc, now: DateTime.Utc): string => {
  const passed = now.epochMillis - then.epochMillis
  if (passed < minute) return "just now"
  if (passed < hour) return ago(Math.floor(passed / minute), "minute")
  if (passed < day) return ago(Math.floor(passed / hour), "hour")
  if (passed >= 30 * day) return `on ${calendar.format(then.epochMillis)}`
  const days = dayOf(now) - dayOf(then)
  return days === 1 ? "yesterday" : ago(days, "day")
}

/** Makes the same as an element, with the exact time as its tooltip. */
export const time = (then: DateTime.Utc, now: DateTime.Utc): Fragment => {
  const exact = DateTime.formatIso(then)
  const tooltip = `${exact.slice(0, 16).replace("T", " ")} UTC`
  return html`<time datetime="${exact}" title="${tooltip}">${format(then, now)}</time>`
}
