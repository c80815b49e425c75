import { defineConfig } from "vitest/config"
import { project, run } from "./test/suites/project.ts"

/** `npm test`: every rule, in four minutes. What is slow by nature is in files named `*.full.test.ts`. */
export default defineConfig({
  test: {
    ...run,
    provide: { suite: "rules" },
    projects: [project(["packages/*/test/**/*.test.ts", "test/**/*.test.ts"], ["**/*.full.test.ts"])]
  }
})
