import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"

const root = dirname(dirname(import.meta.dirname))

/** A link to code or tests, followed by quoted names of tests. */
const reference = /\]\(\.\.\/([^)#]+)\)((?:,?\s"[^"]+")*)/g

/** Returns quoted names, which may be wrapped on the page. */
const namesIn = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name.replace(/\s+/g, " "))

const pages = ["threat-model.md", "security-evidence.md"].map((name) => ({
  name,
  text: readFileSync(join(root, "docs", name), "utf8")
}))

const referencesOf = (text: string) =>
  [...text.matchAll(reference)].map(([, path = "", names = ""]) => ({ path, names: namesIn(names) }))

const references = pages.flatMap(({ text }) => referencesOf(text))

/** Returns `true` if a file declares a test of that name: as the first argument of a call, or as a row of a table. */
const declares = (source: string, name: string): boolean => {
  const literal = [`"${name}"`, `\`${name}\``]
  return literal.some((text) => {
    const at = source.indexOf(text)
    return at > 0 && /[([]\s*$/.test(source.slice(0, at))
  })
}

describe("The threat model and its evidence", () => {
  test("link to existing files", () => {
    expect(references.length).toBeGreaterThan(80)
    expect(references.filter(({ path }) => !existsSync(join(root, path))).map(({ path }) => path)).toEqual([])
  })

  test("name existing tests", () => {
    const named = references.flatMap(({ path, names }) => names.map((name) => ({ path, name })))
    expect(named.length).toBeGreaterThan(100)
    const missing = named.filter(({ path, name }) => !declares(readFileSync(join(root, path), "utf8"), name))
    expect(missing).toEqual([])
  })

  test("have the sections that SECURITY.md links to", () => {
    const security = readFileSync(join(root, "SECURITY.md"), "utf8")
    const linked = [...security.matchAll(/docs\/([\w-]+\.md)#([\w-]+)/g)]
    expect(linked).toHaveLength(2)
    for (const [, name, anchor] of linked) {
      const { text = "" } = pages.find((page) => page.name === name) ?? {}
      const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) => text.toLowerCase().replaceAll(" ", "-"))
      expect(headings).toContain(anchor)
    }
  })

  test.each(pages)("quote tests only after their file: $name", ({ text }) => {
    const quoted = namesIn(text.replaceAll(/`[^`]*`/g, ""))
    expect(quoted).toEqual(referencesOf(text).flatMap(({ names }) => names))
  })
})
