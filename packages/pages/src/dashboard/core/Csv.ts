/**
 * Lists as CSV (RFC 4180), for spreadsheets. A cell that a spreadsheet would take for a formula is text (OWASP, CSV
 * Injection): others than the operator write what is in it.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** A column: its name, and the text of a row. */
export type CsvColumn<Row> = readonly [name: string, text: (row: Row) => string]

/** The most rows of a file. */
export const maxRows = 10_000

const pageSize = 1000

const formula = /^[=+\-@\t\r\n]/

const cell = (text: string): string => {
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const line = (cells: ReadonlyArray<string>): string => `${cells.map(cell).join(",")}\r\n`

/** Makes the text of a file, with the names of the columns as its first line. */
export const textOf = <Row>(columns: ReadonlyArray<CsvColumn<Row>>, rows: ReadonlyArray<Row>): string =>
  [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, text]) => text(row)))].map(line).join("")

/** Makes a file to download. `name`: of the file, without its ending. */
export const file = <Row>(
  name: string,
  columns: ReadonlyArray<CsvColumn<Row>>,
  rows: ReadonlyArray<Row>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(textOf(columns, rows), {
    contentType: "text/csv; charset=utf-8",
    headers: { "content-disposition": `attachment; filename="${name}.csv"` }
  })

/** Reads a list page by page, until its end or `maxRows`. `list` returns a page and the cursor of the next one. */
export const gather = <Row, Cursor, E, R>(
  list: (
    after: Option.Option<Cursor>,
    limit: number
  ) => Effect.Effect<{ readonly rows: ReadonlyArray<Row>; readonly next: Option.Option<Cursor> }, E, R>
): Effect.Effect<ReadonlyArray<Row>, E, R> =>
  Effect.gen(function* () {
    const rows: Array<Row> = []
    let after = Option.none<Cursor>()
    do {
      const page = yield* list(after, Math.min(pageSize, maxRows - rows.length))
      rows.push(...page.rows)
      after = page.next
    } while (Option.isSome(after) && rows.length < maxRows)
    return rows
  })
