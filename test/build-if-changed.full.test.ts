import { execFileSync } from "node:child_process"
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "@latchkey/test-support/files"
import { assert, describe, it, onTestFinished } from "vitest"

/** A repository with one package. Its build counts itself in what it compiles. */
const repository = () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-build-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (path: string) => join(folder, path)
  mkdirSync(at("packages/one/src"), { recursive: true })
  mkdirSync(at("packages/one/dist"))
  writeFileSync(at("packages/one/src/a.ts"), "a")
  writeFileSync(at("packages/one/dist/a.js"), "")
  writeFileSync(at("tsconfig.base.json"), "{}")
  writeFileSync(at("package.json"), JSON.stringify({ scripts: { build: "echo built >> packages/one/dist/a.js" } }))
  return {
    at,
    start: () => execFileSync(process.execPath, [join(root, ".ci/build-if-changed.js"), folder], { stdio: "pipe" }),
    builds: () => readFileSync(at("packages/one/dist/a.js"), "utf8").split("\n").length - 1
  }
}

type Repository = ReturnType<typeof repository>

const changes: ReadonlyArray<readonly [what: string, change: (one: Repository) => void]> = [
  ["a source has another size", ({ at }) => appendFileSync(at("packages/one/src/a.ts"), "b")],
  ["a source has another time", ({ at }) => utimesSync(at("packages/one/src/a.ts"), 1, 1)],
  ["a source is new", ({ at }) => writeFileSync(at("packages/one/src/b.ts"), "b")],
  ["a source is gone", ({ at }) => rmSync(at("packages/one/src/a.ts"))],
  ["a compiled file is other than it was", ({ at }) => writeFileSync(at("packages/one/dist/b.js"), "")],
  ["a setting of the compiler has changed", ({ at }) => writeFileSync(at("tsconfig.base.json"), "{ }")],
  ["the installed packages have changed", ({ at }) => writeFileSync(at("package-lock.json"), "{}")]
]

describe("npm start", () => {
  it("builds once, and not again while nothing has changed", () => {
    const one = repository()
    one.start()
    assert.strictEqual(one.builds(), 1)
    one.start()
    assert.strictEqual(one.builds(), 1)
  })

  it.each(changes)("builds again if %s", (_, change) => {
    const one = repository()
    one.start()
    change(one)
    one.start()
    assert.strictEqual(one.builds(), 2)
  })

  it("builds again after a build that failed", () => {
    const one = repository()
    writeFileSync(one.at("package.json"), JSON.stringify({ scripts: { build: "exit 3" } }))
    assert.throws(one.start)
    assert.throws(one.start)
  })
})
