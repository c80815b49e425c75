import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { run } from "@latchkey/test-support/packed/run"
import { manifestIn, names, root, temporaryFolder } from "@latchkey/test-support/packed/tarballs"

const packages = names.map((name) => `packages/${name}`)

/** Copies the parts of the repository that changesets read. */
const copy = (): string => {
  const folder = temporaryFolder(onTestFinished)
  for (const path of [
    "package.json",
    "package-lock.json",
    ".changeset",
    ...packages.map((path) => `${path}/package.json`)
  ]) {
    mkdirSync(join(folder, path, ".."), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  return folder
}

describe("A changeset", () => {
  it("for one package gives every package the same new version, also in dependencies", async () => {
    const folder = copy()
    const git = (...args: ReadonlyArray<string>) => run("git", args, { cwd: folder })
    await git("init", "--initial-branch=main")
    writeFileSync(join(folder, ".changeset/example.md"), '---\n"@latchkey/ses": minor\n---\n\nShorter emails.\n')

    const changeset = join(root, "node_modules/@changesets/cli/bin.js")
    const { code, out } = await run(process.execPath, [changeset, "version"], { cwd: folder })
    assert.strictEqual(code, 0, out)

    const before = manifestIn(join(root, "packages/ses")).version
    const { version } = manifestIn(join(folder, "packages/ses"))
    assert.notStrictEqual(version, before)
    const stray = packages
      .map((path) => manifestIn(join(folder, path)))
      .filter(({ version: own, dependencies = {} }) => {
        const internal = Object.entries(dependencies).filter(([name]) => name.startsWith("@latchkey/"))
        return own !== version || internal.some(([, wanted]) => wanted !== version)
      })
    assert.deepStrictEqual(stray, [])
  })
})
