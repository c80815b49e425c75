import { defineConfig } from "vitest/config"
import { SkippedReporter } from "./test/suites/SkippedReporter.ts"
import projects from "./vitest.workspace.ts"

/** The file for a report as JSON, for `.ci/run`. */
const report = process.env["TEST_REPORT"]
const asJson: ReadonlyArray<["json", { outputFile: string }]> = report ? [["json", { outputFile: report }]] : []

/** The project that runs without `--project`. Vitest reads it here, too, although its types do not have it. */
const unlessNamed = { project: ["rules"] }

/** What holds for a run of any project. */
export default defineConfig({
  test: {
    projects,
    ...unlessNamed,
    reporters: ["default", new SkippedReporter(), ...asJson],
    // Every test makes its own service. With room for more new objects, the garbage collector costs half as much.
    poolOptions: { forks: { isolate: false, execArgv: ["--max-semi-space-size=64"] } },
    // Vitest leaves a core to itself. Most of a test's time here is a database's or another process's.
    minWorkers: 2,
    maxWorkers: 2
  }
})
