/**
 * A list as a table: filters, columns, rows, count and pages. Every list of the dashboard is one. On a phone each row
 * is a card; the roles keep it a table for screen readers, which forget it when its parts are no longer displayed as
 * one.
 */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import { all, none, when } from "../../core/Fragments.ts"
import { maxRows } from "./Csv.ts"
import { query } from "./DashboardPaths.ts"
import { flag } from "./Elements.ts"
import type { DashboardLanguage } from "./DashboardLanguage.ts"
import * as Paging from "./Paging.ts"

/** How a column is sorted at the moment, and where its link leads. */
export interface Sort {
  readonly href: string
  readonly direction: "ascending" | "descending" | "none"
}

/**
 * A column.
 *
 * - `cell`: what a row has in it. That of the first column names the row.
 * - `kind`: numbers and buttons are at the end of the line. A `plain` cell says what it is, and has no title on a
 *   phone.
 * - `sort`: only if the store can sort by it.
 */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string | Fragment
  readonly kind?: "action" | "number" | "plain"
  readonly sort?: Sort
}

/** A field of the filters. A select has the empty value for all rows as its first option. */
export interface Filter {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly kind: "date" | "search" | "select"
  readonly options?: ReadonlyArray<readonly [value: string, text: string]>
}

/** What a list without rows says: that it is empty, and what to do. */
export interface Empty {
  readonly title: string
  readonly text: string | Fragment
  readonly action?: Fragment
}

/**
 * A table.
 *
 * - `id`: of the section; unique in the page.
 * - `caption`: for screen readers, unless the page has several lists: then `heading` shows it.
 * - `count`: how many rows there are, as far as that is known.
 * - `filters`: with the parameters that the form keeps, such as the order.
 * - `csv`: where the list is as a file.
 */
export interface DataTable<Row> {
  readonly id: string
  readonly caption: string
  readonly heading?: boolean
  readonly intro?: Fragment
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly count: string
  readonly empty: Empty
  readonly noMatches?: Empty
  readonly filters?: ReadonlyArray<Filter>
  readonly kept?: Readonly<Record<string, string>>
  readonly csv?: string
  readonly pages?: Paging.Pages
}

/** Returns how many rows a list has, as far as one page shows it. `counted`: makes the text of a number of rows. */
export const countOf = (
  { texts: { core } }: DashboardLanguage,
  rows: number,
  { next, position }: Pick<Paging.Pages, "next" | "position">,
  counted: (count: number) => string
): string => {
  if (position.cursor !== "") return core.table.onPage(rows)
  return Option.isSome(next) ? core.table.moreThan(counted(rows)) : counted(rows)
}

type Texts = DashboardLanguage["texts"]["core"]["table"]

const control = (id: string, { kind, label, name, options = [], value }: Filter): Fragment => {
  const own = html`id="${id}-${name}" name="${name}"`
  const input =
    kind === "select"
      ? html`<select ${own}>${all(options.map(([option, text]) => html`<option value="${option}"${flag("selected", option === value)}>${text}</option>`))}</select>`
      : html`<input ${own} type="${kind}" value="${value}" autocomplete="off" autocapitalize="none" spellcheck="false">`
  return html`<div class="filter by-${kind}"><label for="${id}-${name}">${label}</label>${input}</div>`
}

type Filtered = Pick<DataTable<unknown>, "filters" | "id" | "kept" | "pages">

const isFiltered = ({ filters = [] }: Pick<Filtered, "filters">): boolean => filters.some(({ value }) => value !== "")

/** The most filters that a phone shows at once. */
const maxOpen = 2

/** Makes the filters. On a phone many of them are closed, unless one is set. */
const filterForm = (texts: Texts, list: Filtered): Fragment =>
  (list.filters ?? []).length <= maxOpen
    ? fieldsOf(texts, list)
    : html`<details class="folded"${flag("open", isFiltered(list))}><summary class="button quiet small">${texts.filters}</summary>${fieldsOf(texts, list)}</details>`

const fieldsOf = (texts: Texts, { filters = [], id, kept = {}, pages }: Filtered): Fragment => {
  const path = pages?.path ?? ""
  const hidden = Object.entries(kept).filter(([, value]) => value !== "")
  return html`<form class="filters" method="get" action="${path}" role="search">
${all(filters.map((filter) => control(id, filter)))}
${all(hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`))}
<div class="filter"><button class="quiet small">${filters.every(({ kind }) => kind === "search") ? texts.search : texts.apply}</button>
${when(isFiltered({ filters }), () => html`<a class="clear" href="${path}${query(kept)}">${texts.clear}</a>`)}</div></form>`
}

const arrows = { ascending: "↑", descending: "↓", none: "↕" } as const

const header = <Row>({ kind, sort, title }: Column<Row>): Fragment => {
  const text =
    sort === undefined
      ? kind === "action"
        ? html`<span class="unseen">${title}</span>`
        : html`${title}`
      : html`<a href="${sort.href}">${title}<span class="arrow" aria-hidden="true">${arrows[sort.direction]}</span></a>`
  const order = when(sort !== undefined && sort.direction !== "none", () => html` aria-sort="${sort?.direction ?? ""}"`)
  return html`<th scope="col" role="columnheader"${kindOf(kind)}${order}>${text}</th>`
}

const kindOf = (kind: Column<never>["kind"]) => when(kind !== undefined, () => html` class="${kind ?? ""}"`)

const rowOf =
  <Row>(columns: ReadonlyArray<Column<Row>>) =>
  (row: Row): Fragment =>
    html`<tr role="row">${all(
      columns.map(({ cell, kind, title }, index) =>
        index === 0
          ? html`<th scope="row" role="rowheader">${cell(row)}</th>`
          : html`<td role="cell"${kindOf(kind)}${when(kind === undefined || kind === "number", () => html` data-label="${title}"`)}>${cell(row)}</td>`
      )
    )}</tr>`

const emptyState = ({ action = none, text, title }: Empty): Fragment =>
  html`<div class="empty" role="status"><p class="strong">${title}</p><p>${text}</p>${action}</div>`

const table = <Row>({ caption, columns, id, rows }: DataTable<Row>): Fragment =>
  html`<table class="data" role="table" aria-labelledby="${id}-caption"><caption class="unseen" id="${id}-caption">${caption}</caption>
<thead role="rowgroup"><tr role="row">${all(columns.map(header))}</tr></thead>
<tbody role="rowgroup">${all(rows.map(rowOf(columns)))}</tbody></table>`

const foot = <Row>({ format, texts: { core } }: DashboardLanguage, list: DataTable<Row>): Fragment => {
  const { caption, count, csv, pages } = list
  const { table: texts } = core
  return html`<div class="foot"><p>${count}</p>
${csv === undefined ? "" : html`<p><a class="csv" href="${csv}" download>${texts.csv}</a> <span>${texts.csvHint(format.number(maxRows))}</span></p>`}
${pages === undefined ? "" : Paging.view(pages, texts.pagesOf(caption), texts)}</div>`
}

/** Makes the table. */
export const view = <Row>(language: DashboardLanguage, list: DataTable<Row>): Fragment => {
  const { caption, empty, filters = [], heading = false, id, intro = none, noMatches = empty, rows } = list
  const isBeyond = list.pages !== undefined && list.pages.position.cursor !== ""
  return html`<section class="list" id="${id}" aria-label="${caption}">
${when(heading, () => html`<h2>${caption}</h2>`)}${intro}${when(filters.length > 0, () => filterForm(language.texts.core.table, list))}
<div class="sheet">${rows.length > 0 ? table(list) : emptyState(isFiltered(list) ? noMatches : empty)}${when(rows.length > 0 || isBeyond, () => foot(language, list))}</div></section>`
}
