import { writeFileSync } from "node:fs"
import { codes, statusOf, titleOf } from "@latchkey/http/core/Problem"
import { assert, describe, it } from "vitest"
import { read, root } from "@latchkey/test-support/files"
import { makeErrorExamples } from "./errorExamples.ts"

const path = "docs/errors.md"

interface Section {
  readonly code: string
  readonly text: string
}

/** Returns the sections of the page whose heading is a code. */
const sectionsOf = (page: string): ReadonlyArray<Section> =>
  page
    .split(/^## /m)
    .slice(1)
    .map((part) => ({ code: part.split("\n", 1).join(""), text: part }))
    .filter(({ code }) => /^[a-z_]+$/.test(code))

const example = /<!-- example: (\w+) -->\n(?:\n```http\n[\s\S]*?\n```\n\n```http\n[\s\S]*?\n```\n)?/g

/** Returns the page with the current examples. */
const render = (page: string, examples: ReadonlyMap<string, string>): string =>
  page.replace(example, (_, code: string) => `<!-- example: ${code} -->\n\n${examples.get(code)}\n`)

describe("docs/errors.md", () => {
  const sections = sectionsOf(read(path))

  it("has one section for each code of the catalogue, and no other", () => {
    assert.isNotEmpty(codes)
    assert.deepStrictEqual(sections.map(({ code }) => code).sort(), [...codes].sort())
  })

  it.each(codes)("states the status, the title, the cause and the fix of %s", (code) => {
    const text = sections.find((section) => section.code === code)?.text ?? ""
    assert.include(text, `\n\n**${statusOf(code)} · ${titleOf(code)}**\n\n`)
    assert.match(text, /^\*\*Cause:\*\* \S/m)
    assert.match(text, /^\*\*Fix:\*\* \S/m)
    assert.deepStrictEqual(
      [...text.matchAll(example)].map(([, name]) => name),
      [code]
    )
  })

  // `UPDATE_DOCS=1` writes them into the page.
  it("shows a request and its reply, as the service makes them, for each code", async () => {
    const rendered = render(read(path), await makeErrorExamples())
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(`${root}${path}`, rendered)
    assert.strictEqual(read(path), rendered)
  })
})
