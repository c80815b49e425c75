import { assert, describe, it } from "vitest"
import { read } from "@latchkey/test-support/files"

/** The files that the page shows, each below its name. */
const shown = [...read("docs/apps/next.md").matchAll(/^`([^`]+)`:\n\n```tsx?\n([\s\S]*?)^```$/gm)].map(
  ([, name = "", code = ""]) => ({ name, code })
)

describe("docs/apps/next.md", () => {
  it.each(shown)("shows $name of the example, which a full test runs", ({ code, name }) => {
    assert.strictEqual(code, read(`examples/next/${name}`))
  })

  it("shows all that an app needs, in at most 25 lines", () => {
    const blocks = read("docs/apps/next.md").match(/^```tsx?$/gm) ?? []
    assert.lengthOf(shown, blocks.length)
    assert.isAbove(shown.length, 4)
    const lines = shown.flatMap(({ code }) => code.split("\n")).filter((line) => line.trim() !== "")
    assert.isAtMost(lines.length, 25)
  })
})
