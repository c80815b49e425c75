import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"

const root = dirname(dirname(import.meta.dirname))

/** A link to code or tests, followed by quoted names of tests. */
const reference = /\]\(\.\.\/([^)#]+)\)((?:,?\s"[^"]+")*)/g

/** Returns quoted names, which may be wrapped on the page. */
const namesIn = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name.replace(/\s+/g, " "))

const page = readFileSync(join(root, "docs", "threat-model.md"), "utf8")

const references = [...page.matchAll(reference)].map(([, path = "", names = ""]) => ({ path, names: namesIn(names) }))

/** Returns `true` if a file declares a test of that name: as the first argument of a call, or as a row of a table. */
const declares = (source: string, name: string): boolean => {
  const literal = [`"${name}"`, `\`${name}\``]
  return literal.some((text) => {
    const at = source.indexOf(text)
    return at > 0 && /[([]\s*$/.test(source.slice(0, at))
  })
}

describe("docs/threat-model.md", () => {
  test("links to existing files", () => {
    expect(references.length).toBeGreaterThan(80)
    expect(references.filter(({ path }) => !existsSync(join(root, path))).map(({ path }) => path)).toEqual([])
  })

  test("names existing tests", () => {
    const named = references.flatMap(({ path, names }) => names.map((name) => ({ path, name })))
    expect(named.length).toBeGreaterThan(100)
    const missing = named.filter(({ path, name }) => !declares(readFileSync(join(root, path), "utf8"), name))
    expect(missing).toEqual([])
  })

  test("has the sections that SECURITY.md links to", () => {
    const anchors = [...readFileSync(join(root, "SECURITY.md"), "utf8").matchAll(/threat-model\.md#([\w-]+)/g)]
    const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) => text.toLowerCase().replaceAll(" ", "-"))
    expect(anchors).toHaveLength(2)
    for (const [, anchor] of anchors) expect(headings).toContain(anchor)
  })

  test("quotes tests only after their file", () => {
    const quoted = namesIn(page.replaceAll(/`[^`]*`/g, ""))
    expect(quoted).toEqual(references.flatMap(({ names }) => names))
  })
})
