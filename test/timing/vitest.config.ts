import { defineConfig } from "vitest/config"

const conditions = ["@latchkey/source"]

/** What takes too long for `npm test`: `npm run test:timing`. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/timing/**/*.timing.ts"],
    globalSetup: ["./test/support/postgres/globalSetup.ts"],
    hookTimeout: 180_000
  }
})
