import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freePort } from "@latchkey/test-support/freePort"
import { folder, type Latchkey, run } from "@latchkey/test-support/process/latchkey"
import { executablePath } from "@latchkey/test-support/chromium"
import { makePicture } from "./firstStartPicture.ts"

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8")
const picture = fileURLToPath(new URL("../../docs/images/first-start.png", import.meta.url))

/** The blocks of curl commands, and the response that the README shows after each command. */
const shown = [...readme.matchAll(/```sh\n(curl[\s\S]*?)```/g)].map(([, block = ""]) => block).join("\n")
const commands = shown
  .split(/\n(?=curl)/)
  .map((text) => ({ command: text.replace(/^#.*$/gm, "").trim(), response: /^# (.*)$/m.exec(text)?.[1] ?? "" }))

/** Returns the field names of a response that is shortened with "…". */
const namesIn = (response: string) => [...response.matchAll(/"(\w+)":/g)].map(([, name]) => name)

describe("The commands in the README", () => {
  const undo: Array<() => void | Promise<void>> = []
  let latchkey: Latchkey
  let origin: string
  let directory: string

  beforeAll(async () => {
    const port = String(await freePort())
    origin = `http://localhost:${port}`
    directory = folder((step) => undo.push(step))
    latchkey = run(["dev"], { directory, environment: { PORT: port } }, (step) => undo.push(step))
    await latchkey.says("Stop with Ctrl-C")
  }, 60_000)
  afterAll(async () => {
    for (const step of undo.reverse()) await step()
  })

  const shell = async (command: string) => {
    const here = command.replaceAll("http://localhost:3000", origin)
    const { stdout } = await promisify(execFile)("sh", ["-c", here], { cwd: directory })
    return stdout
  }

  test("work as pasted and return what is shown", { timeout: 60_000 }, async () => {
    expect(commands.length).toBeGreaterThan(1)
    for (const { command, response } of commands) {
      const reply = JSON.parse(await shell(command))
      expect(Object.keys(reply)).toEqual(expect.arrayContaining(namesIn(response)))
    }
    if (process.env["UPDATE_DOCS"] === "1" && executablePath !== undefined) {
      await makePicture({ chromium: executablePath, origin, banner: latchkey.out(), shell, path: picture })
    }
  })
})
