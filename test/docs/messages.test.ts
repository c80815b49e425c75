import { readdirSync } from "node:fs"
import { codes, type ProblemCode, statusOf, titleOf } from "@latchkey/http/core/Problem"
import { assert, describe, it } from "vitest"
import { read, root } from "@latchkey/test-support/files"

const sources = readdirSync(`${root}packages`, { recursive: true, encoding: "utf8" })
  .filter((name) => /^[^/]+\/src\/.*\.ts$/.test(name))
  .map((name) => read(`packages/${name}`))

const isWritten = (text: string): boolean => sources.some((source) => source.includes(text))

const pages = ["cli", "monitoring", "troubleshooting", "upgrade"].map((name) => ({
  name: `docs/${name}.md`,
  text: read(`docs/${name}.md`)
}))

/** Returns the JSON objects of a page that take one line: log lines and problem documents. */
const jsonLinesOf = (text: string): ReadonlyArray<Record<string, unknown>> =>
  [...text.matchAll(/^ *(\{".*\})$/gm)].map(([, line = ""]) => JSON.parse(line))

const logLines = pages.flatMap(({ name, text }) =>
  jsonLinesOf(text).flatMap(({ message }) => (message === undefined ? [] : { name, message: [message].flat()[0] }))
)

const problems = pages.flatMap(({ text }) => jsonLinesOf(text).filter(({ code }) => code !== undefined))

/** Returns what commands print before they fail: after `latchkey:`, or in the column "message" of a table. */
const failuresOf = (text: string): ReadonlyArray<string> => {
  const printed = [...text.matchAll(/^latchkey: (.*)$/gm)].map(([, message = ""]) => message)
  const [, table = ""] = /^\| message \|.*\n\|.*\n((?:\|.*\n)+)/m.exec(text) ?? []
  return [...printed, ...[...table.matchAll(/^\| `([^`]+)`/gm)].map(([, message = ""]) => message)]
}

/** Returns the fixed parts of a message: everything but names of settings, numbers, paths and what is left out. */
const fixedPartsOf = (message: string): ReadonlyArray<string> =>
  message
    .split(/\S*[\d/…]\S*|\b[A-Z]+(?:_[A-Z]+)*\b/)
    .map((part) => part.replace(/[\s.:]+$|^[\s.:]+/g, ""))
    .filter((part) => part.includes(" "))

const failures = pages
  .filter(({ name }) => name !== "docs/cli.md")
  .flatMap(({ name, text }) => failuresOf(text).map((message) => ({ name, message })))

describe("The documentation", () => {
  it("quotes log lines that the program writes", () => {
    assert.isAbove(logLines.length, 5)
    assert.deepStrictEqual(
      logLines.filter(({ message }) => !isWritten(`"${message}"`)),
      []
    )
  })

  it("quotes errors that commands print", () => {
    assert.isAbove(failures.length, 10)
    assert.deepStrictEqual(
      failures.filter(({ message }) => {
        const parts = fixedPartsOf(message)
        return parts.length === 0 || !parts.every(isWritten)
      }),
      []
    )
  })

  it("quotes problems as the catalogue has them", () => {
    assert.isNotEmpty(problems)
    for (const { code, status, title } of problems) {
      assert.include(codes, code)
      assert.deepStrictEqual([status, title], [statusOf(code as ProblemCode), titleOf(code as ProblemCode)])
    }
  })
})
