import { execFile } from "node:child_process"
import { root } from "@latchkey/test-support/files"

/** Runs a command in the root folder with the Node of the tests, and waits until it ends. */
export const run = ([file = "", ...args]: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  new Promise<{ readonly code: unknown; readonly out: string; readonly err: string }>((resolve) => {
    const options = { cwd: root, env: { PATH: process.env["PATH"], ...environment }, timeout: 25_000 }
    execFile(file === "node" ? process.execPath : file, args, options, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out, err })
    )
  })
