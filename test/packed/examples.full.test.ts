import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, lstatSync, readdirSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { freePort } from "@latchkey/test-support/freePort"
import { run } from "@latchkey/test-support/packed/run"
import { sendEarlyRequests } from "@latchkey/test-support/process/earlyRequests"
import { manifestIn, names, pack, root, tarballOf, temporaryFolder } from "@latchkey/test-support/packed/tarballs"

/** The others use Latchkey over HTTP only, and are tested beside the page that shows them. */
const examples = readdirSync(join(root, "examples")).filter((name) => {
  const folder = join(root, "examples", name)
  return existsSync(join(folder, "package.json")) && manifestIn(folder).scripts?.["test"] !== undefined
})

const tarballs = temporaryFolder(afterAll)
beforeAll(() => pack(tarballs))

/** Returns the manifest of an example with the packed packages, also for nested dependencies. */
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

/** Copies an example to an empty folder outside the repository. */
const copyOf = (name: string): string => {
  const folder = temporaryFolder(onTestFinished)
  const isGenerated = (path: string) => ["node_modules", "dist", "package-lock.json"].includes(basename(path))
  cpSync(join(root, "examples", name), folder, { recursive: true, filter: (path) => !isGenerated(path) })
  writeFileSync(join(folder, "package.json"), JSON.stringify(withTarballs(folder), null, 2))
  return folder
}

/** Returns `true` if a registry responds. Without one, npm reports a version conflict instead. */
const isRegistryAvailable = async (folder: string): Promise<boolean> => {
  const args = ["view", "effect", "version", "--prefer-online", "--fetch-retries=0"]
  return (await run("npm", args, { cwd: folder })).code === 0
}

const install = async (folder: string): Promise<void> => {
  const options = ["--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"]
  // By default, npm takes minutes to find out that there is no registry.
  const retries = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"]
  const { code, out } = await run("npm", ["install", ...options, ...retries], { cwd: folder })
  if (code === 0) return
  const reason = code === null ? "npm install took longer than two minutes" : "npm install failed"
  throw new Error(
    (await isRegistryAvailable(folder))
      ? `${reason}:\n${out}`
      : `No registry to install the dependencies of this example from: ${reason}:\n${out}`
  )
}

/** Returns the folders of every installed copy of a package. */
const installations = (name: string, folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    `/${path}`.endsWith(`/node_modules/${name}`)
  )

const installedHere = (folder: string): ReadonlyArray<string> => {
  const { dependencies, devDependencies } = manifestIn(folder)
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith("@latchkey/"))
}

/** Starts a program, and sends requests from its first millisecond. */
const startUnderRequests = async (program: string) => {
  const port = await freePort()
  const child = spawn(process.execPath, [program], { env: { ...process.env, PORT: `${port}` }, stdio: "ignore" })
  const ended = once(child, "exit")
  const outcomes = await sendEarlyRequests(`http://127.0.0.1:${port}/`)
  child.kill("SIGKILL")
  await ended
  return outcomes
}

describe("The examples with the packed packages", () => {
  it.each(examples)("%s", async (name) => {
    const folder = copyOf(name)
    await install(folder)
    for (const dependency of installedHere(folder)) {
      assert.isFalse(lstatSync(join(folder, "node_modules", dependency)).isSymbolicLink(), dependency)
    }
    assert.isAtMost(installations("effect", folder).length, 1, "There are two copies of effect")

    const { code, out } = await run("npm", ["test"], { cwd: folder })
    if (code === null) assert.fail(`npm test took longer than 90 seconds:\n${out}`)
    assert.strictEqual(code, 0, out)

    if (!manifestIn(folder).scripts?.["start"]?.includes("node dist/src/main.js")) return
    const { answered, unanswered } = await startUnderRequests(join(folder, "dist", "src", "main.js"))
    assert.isAbove(answered, 10)
    assert.strictEqual(unanswered, 0, "The program accepted requests and did not respond")
  })
})
