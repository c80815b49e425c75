import { defineConfig } from "vitest/config"

// The projects do not extend this file: what is set up here is set up once for all of them.
export default defineConfig({
  test: {
    globalSetup: ["./test/support/postgres/globalSetup.ts"],
    reporters: ["default"],
    // Vitest leaves a core to itself. Most of a test's time here is a database's or another process's.
    minWorkers: 2,
    maxWorkers: 2
  }
})
