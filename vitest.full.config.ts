import { defineConfig } from "vitest/config"
import { project, run } from "./test/suites/project.ts"

/**
 * `npm run test:full`: what `npm test` leaves out. The slow files, and again all that depends on the version of PostgreSQL
 * or on the way of mounting: on the other versions of this machine, and on the other mount.
 */
export default defineConfig({
  test: {
    ...run,
    provide: { suite: "full" },
    projects: [
      project(
        [
          "packages/*/test/**/*.full.test.ts",
          "test/**/*.full.test.ts",
          "packages/postgres/test/**/*.test.ts",
          "packages/server/test/database/*.test.ts",
          "test/http/*.test.ts",
          "test/conformance/*.test.ts",
          "test/limits/*.test.ts",
          "test/queries.test.ts"
        ],
        // It compares both mounts by itself.
        ["test/http/parity.test.ts"]
      )
    ]
  }
})
