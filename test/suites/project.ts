import type { UserWorkspaceConfig } from "vitest/config"
import { SkippedReporter } from "./SkippedReporter.ts"

const conditions = ["@latchkey/source"]

/** A project of tests that run from the sources. */
export const project = (include: ReadonlyArray<string>, exclude: ReadonlyArray<string> = []): UserWorkspaceConfig => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: "latchkey",
    include: [...include],
    exclude: [...exclude, "**/node_modules/**", "**/dist/**"],
    setupFiles: ["./packages/test-support/src/effectVitest.ts"],
    // For tests that start servers or browsers on a machine that does other work, too. A test that hangs is rare.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files share a process, and load every module once. What modules hold for the process is meant to be shared, such
    // as the registry of metrics, Chromium, and the counters of names that no test gets twice.
    isolate: false
  }
})

/** The file for a report as JSON, for `.ci/run`. */
const report = process.env["TEST_REPORT"]
const asJson: ReadonlyArray<["json", { outputFile: string }]> = report ? [["json", { outputFile: report }]] : []

/** What holds for a whole run. */
export const run = {
  reporters: ["default" as const, new SkippedReporter(), ...asJson],
  globalSetup: ["./packages/test-support/src/postgres/globalSetup.ts"],
  // Every test makes its own service. With room for more new objects, the garbage collector costs half as much.
  poolOptions: { forks: { isolate: false, execArgv: ["--max-semi-space-size=64"] } },
  // Vitest leaves a core to itself. Most of a test's time here is a database's or another process's.
  minWorkers: 2,
  maxWorkers: 2
}
