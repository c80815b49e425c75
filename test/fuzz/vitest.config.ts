import { defineConfig } from "vitest/config"

const conditions = ["@latchkey/source"]

/** Runs the tests of this folder with more requests than `npm test`: `npm run test:fuzz`. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/fuzz/**/*.test.ts"],
    env: {
      FUZZ_REQUESTS: process.env["FUZZ_REQUESTS"] || "20000",
      FUZZ_SEED: process.env["FUZZ_SEED"] || String(Date.now() % 1_000_000_000)
    },
    fileParallelism: false,
    provide: { suite: "rules" },
    testTimeout: 1_200_000
  }
})
