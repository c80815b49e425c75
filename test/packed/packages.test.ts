import { existsSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { run } from "./support/run.ts"
import { filesIn, names, root, tarballOf, temporaryFolder, unpack } from "./support/tarballs.ts"

const folder = temporaryFolder(afterAll)
const unpacked = (name: string) => join(folder, "unpacked", name)

/** What publint and attw say of each package. */
let verdict: Awaited<ReturnType<typeof run>>

beforeAll(async () => {
  verdict = await run(process.execPath, [".ci/pack.js", folder], { cwd: root, timeout: 110_000 })
  for (const name of names) await unpack(tarballOf(name, folder), unpacked(name))
}, 120_000)

const isExpected = (path: string): boolean =>
  ["LICENSE", "README.md", "package.json"].includes(path) ||
  /^dist\/([\w-]+\/)*[\w-]+(\.js|\.js\.map|\.d\.ts|\.d\.ts\.map)$/.test(path) ||
  /^src\/([\w-]+\/)*[\w-]+\.(ts|js)$/.test(path)

const json = (path: string) => JSON.parse(readFileSync(path, "utf8"))

describe("The packages as they are packed", () => {
  it("are clean for publint and attw", () => {
    assert.strictEqual(verdict.code, 0, verdict.out)
    const { version } = json(join(root, "package.json"))
    const clean = names.map((name) => `@latchkey/${name} ${version}: clean`)
    assert.sameMembers(verdict.out.trim().split("\n"), clean)
  })

  describe.each(names)("%s", (name) => {
    it("holds code, sources, a README and the licence, and nothing else", () => {
      const files = filesIn(unpacked(name))
      assert.deepStrictEqual(
        files.filter((path) => !isExpected(path)),
        []
      )
      assert.includeMembers([...files], ["LICENSE", "README.md", "dist/index.js", "dist/index.d.ts", "src/index.ts"])
      const licence = (path: string) => readFileSync(join(path, "LICENSE"), "utf8")
      assert.strictEqual(licence(unpacked(name)), licence(root))
    })

    it("has a source for everything that is built, and maps that lead there", () => {
      const files = filesIn(unpacked(name))
      const maps = files.filter((path) => path.endsWith(".map"))
      const built = files.filter((path) => path.startsWith("dist/") && !path.endsWith(".map"))
      assert.isNotEmpty(maps)
      assert.deepStrictEqual(
        built.filter((path) => !maps.includes(`${path}.map`)),
        []
      )
      const lost = maps.flatMap((map) => {
        const sources: ReadonlyArray<string> = json(join(unpacked(name), map)).sources
        return sources.map((source) => posix.join(dirname(map), source)).filter((path) => !files.includes(path))
      })
      assert.deepStrictEqual(lost, [])
    })

    it("runs nothing when it is installed", () => {
      assert.notProperty(json(join(unpacked(name), "package.json")), "scripts")
    })

    it("says in its README what it is for, and shows it", () => {
      const readme = readFileSync(join(unpacked(name), "README.md"), "utf8")
      const [title, purpose = "", shown = ""] = readme.split("\n\n")
      assert.strictEqual(title, `# @latchkey/${name}`)
      assert.isAtMost(purpose.split("\n").length, 6)
      assert.match(shown, /^```(ts|sh)\n/)
    })
  })

  it("have a command that can be run", () => {
    const { bin } = json(join(unpacked("server"), "package.json"))
    const command = join(unpacked("server"), bin.latchkey)
    assert.isTrue(existsSync(command))
    assert.match(readFileSync(command, "utf8"), /^#!\/usr\/bin\/env node\n/)
  })
})
