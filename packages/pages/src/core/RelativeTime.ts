/**
 * Times relative to now. They need no time zone, which the server does not know.
 */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"
import type { PageTexts } from "../language/Catalogue.ts"

/** Formats a past time: `5 minutes ago`, `yesterday`, `on 22 October 2026`. Days are days of UTC. */
export const format = ({ time }: PageTexts, then: DateTime.Utc, now: DateTime.Utc): string => {
  const ago = time.ago(then, now)
  switch (ago._tag) {
    case "JustNow":
      return time.justNow
    case "Recently":
      return ago.text
    case "LongAgo":
      return time.on(ago.date)
  }
}

/** Makes an element with the exact time as its tooltip. */
const element = (at: DateTime.Utc, text: string): Fragment => {
  const exact = DateTime.formatIso(at)
  const tooltip = `${exact.slice(0, 16).replace("T", " ")} UTC`
  return html`<time datetime="${exact}" title="${tooltip}">${text}</time>`
}

/** Makes the same as an element, with the exact time as its tooltip. */
export const time = (texts: PageTexts, then: DateTime.Utc, now: DateTime.Utc): Fragment =>
  element(then, format(texts, then, now))

/** Makes the date of a future time as an element: `on 22 October 2026`, a day of UTC. */
export const date = ({ time }: PageTexts, at: DateTime.Utc): Fragment => element(at, time.on(time.date(at)))
