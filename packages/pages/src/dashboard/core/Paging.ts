/**
 * Pages of a list. A cursor is what the last row of a page had; the URL of a page has its own cursor, and those of the
 * pages before it, so that "Previous" needs nothing of a store.
 */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import * as FormInput from "../../core/FormInput.ts"
import { none } from "../../core/Fragments.ts"
import { query } from "./DashboardPaths.ts"

/** Where a reader is in a list. `cursor`: empty on the first page. `trail`: the cursors of the pages between. */
export interface Position {
  readonly cursor: string
  readonly trail: ReadonlyArray<string>
}

/** A list: its path, its filters as query parameters, where the reader is, and the cursor of the next page. */
export interface Pages {
  readonly path: string
  readonly filters: Readonly<Record<string, string>>
  readonly position: Position
  readonly next: Option.Option<string>
}

/** The most pages that "Previous" goes back. The page before them is the first one. */
const maxTrail = 20
const separator = " "

/** Reads the parameters `after` and `trail`. */
export const read = (parameters: URLSearchParams): Position => ({
  cursor: FormInput.textOf(parameters, "after"),
  trail: FormInput.textOf(parameters, "trail").split(separator).filter(Boolean).slice(-maxTrail)
})

const urlOf = ({ filters, path }: Pages, { cursor, trail }: Position): string =>
  `${path}${query({ ...filters, after: cursor, trail: trail.join(separator) })}`

const previousOf = ({ cursor, trail }: Position): Option.Option<Position> =>
  cursor === "" ? Option.none() : Option.some({ cursor: trail.at(-1) ?? "", trail: trail.slice(0, -1) })

const nextOf = ({ position: { cursor, trail }, next }: Pages): Option.Option<Position> =>
  Option.map(next, (following) => ({
    cursor: following,
    trail: (cursor === "" ? trail : [...trail, cursor]).slice(-maxTrail)
  }))

/** Makes the links to the pages beside this one; nothing if there are none. `label`: what the pages list. */
export const view = (pages: Pages, label: string, texts: { readonly previous: string; readonly next: string }) => {
  const link = (position: Option.Option<Position>, rel: "prev" | "next", text: string): Fragment =>
    Option.match(position, {
      onNone: () => none,
      onSome: (to) => html`<a class="button quiet small" rel="${rel}" href="${urlOf(pages, to)}">${text}</a>`
    })
  const previous = previousOf(pages.position)
  const next = nextOf(pages)
  return Option.isNone(previous) && Option.isNone(next)
    ? none
    : html`<nav class="pages" aria-label="${label}">${link(previous, "prev", texts.previous)}${link(next, "next", texts.next)}</nav>`
}
