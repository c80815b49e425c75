import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Returns the tests that compare the documentation with the running service. With `UPDATE_DOCS=1` they write it. */
export const documentWriters = (): Array<string> =>
  readdirSync(`${root}test`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .filter((path) => /process\.env\["UPDATE_DOCS"\]|\bcheckShown\b/.test(readFileSync(`${root}${path}`, "utf8")))
