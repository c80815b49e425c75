import { defineConfig } from "vitest/config"

// The projects do not extend this file: what is set up here is set up once for all of them.
export default defineConfig({
  test: { globalSetup: ["./test/support/postgres/globalSetup.ts"], reporters: ["default"] }
})
