import { defineConfig } from "vitest/config"

const conditions = ["@latchkey/source"]

/** Tests that take too long for `npm test`. Run them with `npm run test:timing`. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/timing/**/*.timing.ts"],
    globalSetup: ["./packages/test-support/src/postgres/globalSetup.ts"],
    provide: { suite: "rules" },
    hookTimeout: 180_000
  }
})
