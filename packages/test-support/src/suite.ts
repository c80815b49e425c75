import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** What runs: every rule (`npm test`), or the rest (`npm run test:full`). */
    readonly suite: "rules" | "full"
    /** The PostgreSQL servers that the tests run against, newest first; at least one. */
    readonly postgresServers: ReadonlyArray<{ readonly name: string; readonly url: string }>
  }
}

/** Returns whether this is `npm run test:full`, which repeats rules on other stores, mounts and versions. */
export const isFull = (): boolean => inject("suite") === "full"
