import { inject } from "vitest"
import type { Nodes } from "./postgres/CitusCluster.ts"
import type { Server } from "./postgres/ServerDatabase.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** What runs: every rule (`npm test`), or the rest (`npm run test:full`). */
    readonly suite: "rules" | "full"
    /** The PostgreSQL servers that the tests run against, newest first; at least one. */
    readonly postgresServers: ReadonlyArray<Server>
    /** The Citus cluster that the tests run against; null in `npm test`, and without Citus. */
    readonly citusCluster: Nodes | null
  }
}

/** Returns whether this is `npm run test:full`, which repeats rules on other stores, mounts and versions. */
export const isFull = (): boolean => inject("suite") === "full"
