import { writeFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { read, root } from "@latchkey/test-support/files"

const path = "docs/protect-your-app.md"

const languages: Readonly<Record<string, string>> = { js: "js", py: "python", go: "go" }

/** Returns the lines between `#region name` and the next `#endregion`. */
const region = (file: string, name: string): string => {
  const [, code = ""] =
    new RegExp(`^(?://|#) #?region ${name}\\n([\\s\\S]*?)^(?://|#) #?endregion$`, "m").exec(read(file)) ?? []
  assert.notStrictEqual(code, "", `${file} has no region ${name}`)
  return code.trim()
}

/** Replaces the code below each `snippet` comment by the region that it names. */
const withSnippets = (page: string): string =>
  page.replace(
    /(<!-- snippet: (\S+)#(\S+) -->\n)(?:\n```[\s\S]*?\n```\n)?/g,
    (_all, comment: string, file: string, name: string) =>
      `${comment}\n\`\`\`${languages[file.replace(/.*\./, "")]}\n${region(file, name)}\n\`\`\`\n`
  )

describe("docs/protect-your-app.md", () => {
  it("shows the code of the examples that the tests run", () => {
    const page = read(path)
    const expected = withSnippets(page)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(`${root}${path}`, expected)
    else assert.strictEqual(page, expected, "run this test with UPDATE_DOCS=1")
    const blocks = expected.match(/^```(js|python|go)$/gm) ?? []
    assert.lengthOf(expected.match(/^<!-- snippet: /gm) ?? [], blocks.length, "Every block of code is a snippet")
    assert.isAbove(blocks.length, 5)
  })

  it("shows one file for Express and Hono", () => {
    assert.strictEqual(read("examples/protect-hono/latchkey.js"), read("examples/protect-express/latchkey.js"))
  })
})
