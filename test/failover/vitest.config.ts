import { defineConfig } from "vitest/config"

const conditions = ["@latchkey/source"]

/** The file for a report as JSON, for `.ci/run`. */
const report = process.env["TEST_REPORT"]

/** Kills, pauses and cuts off the leader of a real cluster under load: `npm run test:failover`. */
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    reporters: ["default", ...(report ? [["json", { outputFile: report }] as ["json", { outputFile: string }]] : [])],
    include: ["test/failover/*.failover.ts"],
    provide: { suite: "full" },
    // After a round that failed, the cluster may be in any state.
    bail: 1,
    testTimeout: 240_000,
    hookTimeout: 240_000
  }
})
