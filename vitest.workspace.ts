import { documentWriters } from "./test/docs/documentWriters.ts"
import { project, withPostgres } from "./test/suites/project.ts"
import { repeated } from "./test/suites/repeated.ts"

/** Every test project. `vitest.config.ts` runs `rules`, unless `--project` names another. */
export default [
  /** `npm test`: every rule. What is slow by nature is in files named `*.full.test.ts`. */
  project("rules", "rules", {
    ...withPostgres,
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/*.full.test.ts"]
  }),

  /**
   * `npm run test:full`: what `npm test` leaves out. The slow files; more random requests; and again all that depends on
   * the version of PostgreSQL or on the way of mounting: on the other versions of this machine, and on the other mount.
   */
  project("full", "full", {
    ...withPostgres,
    include: [
      "packages/*/test/**/*.full.test.ts",
      "test/**/*.full.test.ts",
      "test/fuzz/*.test.ts",
      "test/queries.test.ts",
      ...repeated()
    ]
  }),

  /** `npm run test:failover`: kills, pauses and cuts off the leader of a real cluster under load. */
  project("failover", "full", {
    include: ["test/failover/*.failover.ts"],
    testTimeout: 240_000,
    hookTimeout: 240_000
  }),

  /** `npm run test:fuzz`: the tests of this folder with more requests than `npm test`. */
  project("fuzz", "rules", {
    ...withPostgres,
    include: ["test/fuzz/**/*.test.ts"],
    env: {
      FUZZ_REQUESTS: process.env["FUZZ_REQUESTS"] || "20000",
      FUZZ_SEED: process.env["FUZZ_SEED"] || String(Date.now() % 1_000_000_000)
    },
    testTimeout: 1_200_000
  }),

  /** `npm run test:timing`: compares response times statistically. */
  project("timing", "rules", { ...withPostgres, include: ["test/timing/**/*.timing.ts"], hookTimeout: 180_000 }),

  /** `npm run docs:update`: remakes the pictures and examples of the documentation. */
  project("docs", "rules", { ...withPostgres, include: documentWriters(), env: { UPDATE_DOCS: "1" } })
]
