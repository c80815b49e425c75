import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const conditions = ["@latchkey/source"]
const root = fileURLToPath(new URL("../..", import.meta.url))

/** The tests that compare the documentation with the running service. With `UPDATE_DOCS=1` they write it. */
const writers = readdirSync(`${root}test`, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `test/${name.replaceAll("\\", "/")}`)
  .filter((path) => /process\.env\["UPDATE_DOCS"\]|\bcheckShown\b/.test(readFileSync(`${root}${path}`, "utf8")))

/** Remakes the pictures and examples of the documentation: `npm run docs:update`. */
export default defineConfig({
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: writers,
    env: { UPDATE_DOCS: "1" },
    globalSetup: ["./packages/test-support/src/postgres/globalSetup.ts"],
    provide: { suite: "rules" },
    testTimeout: 60_000,
    hookTimeout: 120_000
  }
})
