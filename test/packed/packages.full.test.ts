import { existsSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { run } from "@latchkey/test-support/packed/run"
import { filesIn, names, root, tarballOf, temporaryFolder, unpack } from "@latchkey/test-support/packed/tarballs"

const folder = temporaryFolder(afterAll)
const unpacked = (name: string) => join(folder, "unpacked", name)

/** The report of publint and attw. */
let report: Awaited<ReturnType<typeof run>>

beforeAll(async () => {
  report = await run(process.execPath, [".ci/pack.js", folder], { cwd: root })
  for (const name of names) await unpack(tarballOf(name, folder), unpacked(name))
})

const isExpected = (path: string): boolean =>
  ["LICENSE", "README.md", "package.json", "cjs/package.json", "dist/database/empty.tar.gz"].includes(path) ||
  /^(dist|cjs)\/([\w-]+\/)*[\w-]+(\.js|\.js\.map|\.d\.ts|\.d\.ts\.map)$/.test(path) ||
  /^src\/([\w-]+\/)*[\w-]+\.(ts|js)$/.test(path) ||
  /^(dist|src)\/internal\/commonPasswords\.json$/.test(path)

const json = (path: string) => JSON.parse(readFileSync(path, "utf8"))

/** A path, or one for each condition. */
type Target = string | null | { readonly [condition: string]: Target }

const pathsOf = (target: Target): ReadonlyArray<string> =>
  typeof target === "string" ? [target] : Object.values(target ?? {}).flatMap(pathsOf)

/** Returns the files of the modules that a package exports by name. */
const exportedFiles = (name: string): ReadonlyArray<string> =>
  pathsOf(json(join(unpacked(name), "package.json")).exports)
    .filter((path) => !path.includes("*"))
    .map((path) => path.replace("./", ""))

describe("The packed packages", () => {
  it("pass publint and attw", () => {
    assert.strictEqual(report.code, 0, report.out)
    const { version } = json(join(root, "package.json"))
    const clean = names.map((name) => `@latchkey/${name} ${version}: clean`)
    assert.sameMembers(report.out.trim().split("\n"), clean)
  })

  describe.each(names)("%s", (name) => {
    it("contains code, sources, a README and the license, and nothing else", () => {
      const files = filesIn(unpacked(name))
      assert.deepStrictEqual(
        files.filter((path) => !isExpected(path)),
        []
      )
      assert.includeMembers([...files], ["LICENSE", "README.md", ...exportedFiles(name)])
      const license = (path: string) => readFileSync(join(path, "LICENSE"), "utf8")
      assert.strictEqual(license(unpacked(name)), license(root))
    })

    it("has source maps for all code, and the sources they refer to", () => {
      const files = filesIn(unpacked(name))
      const maps = files.filter((path) => path.endsWith(".map"))
      const built = files.filter((path) => /^(dist|cjs)\/.*\.(js|ts)$/.test(path))
      assert.isNotEmpty(maps)
      assert.deepStrictEqual(
        built.filter((path) => !maps.includes(`${path}.map`)),
        []
      )
      const missing = maps.flatMap((map) => {
        const sources: ReadonlyArray<string> = json(join(unpacked(name), map)).sources
        return sources.map((source) => posix.join(dirname(map), source)).filter((path) => !files.includes(path))
      })
      assert.deepStrictEqual(missing, [])
    })

    it("runs no script when it is installed", () => {
      assert.notProperty(json(join(unpacked(name), "package.json")), "scripts")
    })

    it("has a README with a short purpose and an example", () => {
      const readme = readFileSync(join(unpacked(name), "README.md"), "utf8")
      const [title, purpose = "", shown = ""] = readme.split("\n\n")
      assert.strictEqual(title, `# @latchkey/${name}`)
      assert.isAtMost(purpose.split("\n").length, 6)
      assert.match(shown, /^```(ts|sh)\n/)
    })
  })

  it("have an executable command", () => {
    const { bin } = json(join(unpacked("server"), "package.json"))
    const command = join(unpacked("server"), bin.latchkey)
    assert.isTrue(existsSync(command))
    assert.match(readFileSync(command, "utf8"), /^#!\/usr\/bin\/env node\n/)
  })
})
