import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import { executablePath } from "@latchkey/test-support/chromium"
import { freePort } from "@latchkey/test-support/freePort"
import { makePicture } from "./firstStartPicture.ts"

const skipped = executablePath === undefined ? " (skipped: no Chromium on the PATH)" : ""

describe.skipIf(executablePath === undefined)(`The picture of the first start${skipped}`, () => {
  it("shows the terminal, the inbox and the page behind a link", async () => {
    const port = String(await freePort())
    const origin = `http://localhost:${port}`
    const directory = folder()
    const latchkey = run(["dev"], { directory, environment: { PORT: port } })
    await latchkey.says("Stop with Ctrl-C")
    const shell = async (command: string) => {
      const here = command.replaceAll("http://localhost:3000", origin)
      return (await promisify(execFile)("sh", ["-c", here], { cwd: directory })).stdout
    }
    // The account that the commands of the picture sign in.
    await shell(
      `curl -sS -H 'content-type: application/json' -d '{"email":"grace@example.com","password":"correct horse battery"}' http://localhost:3000/v1/auth/sign-up/email-password`
    )
    const picture = await makePicture({ chromium: executablePath ?? "", origin, banner: latchkey.out(), shell })
    assert.isAbove(picture.length, 50_000)
    assert.isBelow(picture.length, 400_000)
    if (process.env["UPDATE_DOCS"] === "1") {
      writeFileSync(new URL("../../docs/images/first-start.png", import.meta.url), picture)
    }
  })
})
