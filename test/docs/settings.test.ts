import { readdirSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { read, root } from "@latchkey/test-support/files"
import { appNames, exampleNames, othersNames, roleNames, settingNames } from "@latchkey/test-support/settingNames"

const pages = [
  "README.md",
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
]

/** Returns names of at least two words, and names of one word that are assigned a value. */
const namesIn = (text: string): ReadonlyArray<string> => [
  ...new Set([
    ...(text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []),
    ...[...text.matchAll(/\b([A-Z][A-Z0-9]+)=/g)].flatMap(([, name]) => name ?? [])
  ])
]

/** Variables that the programs of a page read, and the codes of errors that they know. */
const readBy = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/(?:\$(?=[A-Z_]+TOKEN)|process\.env\.|environ\["|Getenv\("|"(?=ERR_))([A-Z_]+)/g)].flatMap(
      ([, variable]) => variable ?? []
    )
  )

describe("The documentation", () => {
  it.each(pages)("names only existing settings in %s", (page) => {
    const text = read(page)
    const known = [
      settingNames,
      appNames,
      othersNames,
      roleNames,
      ...(page === "docs/protect-your-app.md" ? [exampleNames] : []),
      ...(["docs/mobile.md", "docs/tokens.md", "docs/webhooks.md"].includes(page) ? [readBy(text)] : [])
    ]
    const unknown = namesIn(text).filter((name) => !known.some((names) => names.has(name)))
    assert.deepStrictEqual(unknown, [])
  })

  it("explains every setting", () => {
    const rows = read("docs/configuration.md")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => line.split(" | ")[0])
      .join("\n")
    const missing = [...settingNames].filter((name) => !rows.includes(`\`${name}\``))
    assert.deepStrictEqual(missing, [])
    assert.include([...settingNames], "BASE_URL")
  })
})
