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

/** Makes the same as an element, with the exact time as its tooltip. */
export const time = (texts: PageTexts, then: DateTime.Utc, now: DateTime.Utc): Fragment => {
  const exact = DateTime.formatIso(then)
  const tooltip = `${exact.slice(0, 16).replace("T", " ")} UTC`
  return html`<time datetime="${exact}" title="${tooltip}">${format(texts, then, now)}</time>`
}
