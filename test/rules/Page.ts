/** Parses `test/rules.md`: which test proves which rule. */

/** A rule that is built. `file` is relative to the page, and `title` is empty if the row names no test. */
export interface Rule {
  readonly id: string
  readonly section: string
  readonly text: string
  readonly file: string
  readonly title: string
}

/** A rule that is not built yet, and the subject of the change that builds it. */
export interface Planned {
  readonly id: string
  readonly text: string
  readonly subject: string
}

/** A rule whose test is slow by nature, and why. */
export interface Slow {
  readonly id: string
  readonly reason: string
}

export interface Page {
  readonly rules: ReadonlyArray<Rule>
  readonly planned: ReadonlyArray<Planned>
  readonly slow: ReadonlyArray<Slow>
}

/** Returns the cells of a row of a table, without the escapes of Markdown. */
const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replace(/\\([|<>])/g, "$1"))

/**
 * A cell such as `[SignUp.test.ts](../packages/domain/test/password/SignUp.test.ts) SignUp.signUp > creates an
 * account`.
 */
const testCell = /^\[[^\]]+\]\(([^)]+)\) (.+)$/

const isRow = (line: string): boolean => line.startsWith("|") && !line.startsWith("| ---")

/** Returns the rows of every table with the first word of the heading above it. */
const rowsOf = (page: string): ReadonlyArray<readonly [string, ReadonlyArray<string>]> => {
  let section = ""
  let isHeader = true
  return page.split("\n").flatMap((line) => {
    if (line.startsWith("#")) section = line.replace(/^#+ /, "").split(" ")[0] ?? ""
    const row = isRow(line)
    const isFirst = row && isHeader
    isHeader = !line.startsWith("|")
    return row && !isFirst ? [[section, cellsOf(line)] as const] : []
  })
}

/** Parses the page. Tables below the headings "Planned" and "Slow by nature" are not rules that are built. */
export const parse = (page: string): Page => {
  const rows = rowsOf(page)
  const below = (heading: string) => rows.filter(([section]) => section === heading).map(([, cells]) => cells)
  return {
    rules: rows
      .filter(([section]) => section !== "Planned" && section !== "Slow")
      .map(([section, [id = "", text = "", test = ""]]) => {
        const [, file = "", title = ""] = testCell.exec(test) ?? []
        return { id, section, text, file, title }
      }),
    planned: below("Planned").map(([id = "", text = "", subject = ""]) => ({ id, text, subject })),
    slow: below("Slow").map(([id = "", reason = ""]) => ({ id, reason }))
  }
}
