import type { TestProjectInlineConfiguration } from "vitest/config"

const conditions = ["@latchkey/source"]
const minute = 60_000

/** When a test counts as hanging. */
const longest = { rules: 2 * minute, full: 10 * minute }

/** Starts the PostgreSQL servers that `postgresServers` names, once for a project. */
export const withPostgres = { globalSetup: ["./packages/test-support/src/postgres/globalSetup.ts"] }

/** A project of tests that run from the sources. */
export const project = (
  name: string,
  suite: "rules" | "full",
  { exclude = [], ...options }: NonNullable<TestProjectInlineConfiguration["test"]>
): TestProjectInlineConfiguration => ({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name,
    exclude: [...exclude, "**/node_modules/**", "**/dist/**"],
    provide: { suite },
    setupFiles: ["./packages/test-support/src/effectVitest.ts"],
    // For tests that start servers, browsers or other programs on a machine that does other work, too. A test that hangs
    // is rare.
    testTimeout: longest[suite],
    hookTimeout: longest[suite],
    // Files share a process, and load every module once. What modules hold for the process is meant to be shared, such
    // as the registry of metrics, Chromium, and the counters of names that no test gets twice.
    isolate: false,
    poolOptions: { forks: { isolate: false } },
    ...options
  }
})
