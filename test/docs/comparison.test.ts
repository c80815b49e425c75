/** Counts the lines of Latchkey's programs that docs/comparison.md compares with those of others. */
import { read } from "@latchkey/test-support/files"
import { assert, describe, it } from "vitest"

const [, section = ""] = read("docs/comparison.md").split("## Lines to protect an app")

const linesOf = (code: string): number =>
  code.split("\n").filter((line) => line.trim() !== "" && !/^\s*(\/\/|\/\*|\*|#)/.test(line)).length

/** Returns the lines of the blocks of code of a page, in their order. */
const blocksOf = (page: string): ReadonlyArray<number> =>
  [...read(`docs/apps/${page}.md`).matchAll(/^```(?:js|tsx?)\n([\s\S]*?)^```/gm)].map(([, code = ""]) => linesOf(code))

const [express = 0] = blocksOf("express")
const [react = 0, form = 0] = blocksOf("react")
const [module = 0, page = 0] = blocksOf("next")

/** Lines of Latchkey by the first cell of the row. */
const counted: Readonly<Record<string, number>> = {
  "Express: protected routes": express,
  "React: who is signed in": react,
  "React: an own sign-in form": form,
  "Next.js: a protected page": module + page
}

describe("The lines of programs in docs/comparison.md", () => {
  it("are those of Latchkey's pages", () => {
    const rows = [...section.matchAll(/^\| (.+?) \| \[(\d+)\]/gm)].map(([, name = "", lines]) => [name, Number(lines)])
    assert.deepStrictEqual(Object.fromEntries(rows), counted)
  })

  it("are those of the files that readers copy", () => {
    const [, ...shown] = /Python (\d+) lines, Go (\d+), PHP (\d+), Ruby (\d+)/.exec(section) ?? []
    const files = ["python/latchkey.py", "go/latchkey.go", "php/latchkey.php", "ruby/latchkey.rb"]
    assert.deepStrictEqual(
      shown.map(Number),
      files.map((file) => linesOf(read(`examples/protect-${file}`)))
    )
  })
})
