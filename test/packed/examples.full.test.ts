import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { freePort } from "@latchkey/test-support/freePort"
import { copyOf, install } from "@latchkey/test-support/packed/example"
import { run } from "@latchkey/test-support/packed/run"
import { sendEarlyRequests } from "@latchkey/test-support/process/earlyRequests"
import { manifestIn, pack, root, temporaryFolder } from "@latchkey/test-support/packed/tarballs"

/** The others are started as processes by test/pages/app-examples.full.test.ts and test/docs/protect-your-app.full.test.ts. */
const examples = readdirSync(join(root, "examples")).filter((name) => {
  const folder = join(root, "examples", name)
  return existsSync(join(folder, "package.json")) && manifestIn(folder).scripts?.["test"] !== undefined
})

const tarballs = temporaryFolder(afterAll)
beforeAll(() => pack(tarballs))

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
    const folder = copyOf(name, tarballs, onTestFinished)
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
