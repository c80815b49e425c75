import { cpSync, lstatSync, readdirSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { run } from "./support/run.ts"
import { manifestIn, names, pack, root, tarballOf, temporaryFolder } from "./support/tarballs.ts"

const examples = readdirSync(join(root, "examples"))

const tarballs = temporaryFolder(afterAll)
beforeAll(() => pack(tarballs), 120_000)

/** The packages of this repository as they were packed, wherever one of them is asked for, however deep. */
const withTarballs = (folder: string) => {
  const manifest = manifestIn(folder)
  const packed = Object.fromEntries(names.map((name) => [`@latchkey/${name}`, `file:${tarballOf(name, tarballs)}`]))
  const replaced = (dependencies: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(dependencies).map(([name, version]) => [name, packed[name] ?? version]))
  return {
    ...manifest,
    dependencies: replaced(manifest.dependencies),
    devDependencies: replaced(manifest.devDependencies),
    overrides: packed
  }
}

/** Copies an example to an empty folder, outside of the repository. */
const copyOf = (name: string): string => {
  const folder = temporaryFolder(onTestFinished)
  const isMade = (path: string) => ["node_modules", "dist", "package-lock.json"].includes(basename(path))
  cpSync(join(root, "examples", name), folder, { recursive: true, filter: (path) => !isMade(path) })
  writeFileSync(join(folder, "package.json"), JSON.stringify(withTarballs(folder), null, 2))
  return folder
}

/** Whether a registry answers. npm's own errors do not tell: without one it says that versions do not fit. */
const isRegistryThere = async (folder: string): Promise<boolean> => {
  const asking = ["view", "effect", "version", "--prefer-online", "--fetch-retries=0"]
  return (await run("npm", asking, { cwd: folder, timeout: 20_000 })).code === 0
}

const install = async (folder: string): Promise<void> => {
  const options = ["--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"]
  // Left to itself npm takes minutes to find out that nobody answers.
  const patience = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"]
  const { code, out } = await run("npm", ["install", ...options, ...patience], { cwd: folder, timeout: 120_000 })
  if (code === 0) return
  const reason = code === null ? "npm install took longer than two minutes" : "npm install failed"
  throw new Error(
    (await isRegistryThere(folder))
      ? `${reason}:\n${out}`
      : `There is no registry to install the dependencies of this example from: ${reason}:\n${out}`
  )
}

/** The folders that hold a package of that name, in a tree of installed packages. */
const installations = (name: string, folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    `/${path}`.endsWith(`/node_modules/${name}`)
  )

const installedHere = (folder: string): ReadonlyArray<string> => {
  const { dependencies, devDependencies } = manifestIn(folder)
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith("@latchkey/"))
}

describe("The examples, on the packed packages", () => {
  it.each(examples)("%s", { timeout: 240_000 }, async (name) => {
    const folder = copyOf(name)
    await install(folder)
    for (const dependency of installedHere(folder)) {
      assert.isFalse(lstatSync(join(folder, "node_modules", dependency)).isSymbolicLink(), dependency)
    }
    assert.isAtMost(installations("effect", folder).length, 1, "There are two copies of effect")

    const { code, out } = await run("npm", ["test"], { cwd: folder, timeout: 90_000 })
    if (code === null) assert.fail(`npm test took longer than 90 seconds:\n${out}`)
    assert.strictEqual(code, 0, out)
  })
})
