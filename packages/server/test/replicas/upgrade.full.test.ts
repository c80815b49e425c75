import * as PgClient from "@effect/sql-pg/PgClient"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createServer, request as forward } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it, onTestFinished } from "vitest"
import { send } from "@latchkey/test-support/HttpClient"
import { database } from "@latchkey/test-support/postgres/database"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import * as Replica from "@latchkey/test-support/process/Replica"
import { until } from "@latchkey/test-support/process/until"
import { migrations } from "../../../postgres/src/internal/migrations/all.ts"
import * as migrator from "../../../postgres/src/internal/migrator.ts"
import { Load } from "../faults/database/Load.ts"
import * as service from "../faults/database/service.ts"

/**
 * The program of the version before: `packages/server/dist/main.js` of its build. Without it, the test restarts the
 * current version, and runs beside the migration of an imaginary next one.
 */
const previous = process.env["LATCHKEY_PREVIOUS"]

const size = 3

/** What a next version may do: everything that only adds, and a renamed table with a view of its former name. */
const nextMigration = [
  "ALTER TABLE users ADD COLUMN nickname text, ADD COLUMN color text NOT NULL DEFAULT 'blue'",
  "ALTER TABLE sessions ADD COLUMN label text NOT NULL DEFAULT ''",
  "ALTER TABLE instances ADD COLUMN next_config jsonb NOT NULL DEFAULT '{}'",
  "CREATE INDEX ON sessions (instance_id, label)",
  "CREATE TABLE gadgets (instance_id text, gadget_id text, PRIMARY KEY (instance_id, gadget_id))",
  "ALTER TABLE clients RENAME TO devices",
  "CREATE VIEW clients AS SELECT ctid, * FROM devices"
]

/** Applies it as `latchkey migrate apply` of that version would. */
const applyNext = (url: string) => {
  const next = Effect.flatMap(SqlClient, (sql) =>
    Effect.forEach(["SET LOCAL search_path TO latchkey", ...nextMigration], (statement) => sql.unsafe(statement), {
      discard: true
    })
  )
  return migrator
    .apply({ ...migrations, "9000_next": next })
    .pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })), Effect.runPromise)
}

/** A load balancer, which asks every process ten times a second whether it is ready, and repeats no request. */
const openBalancer = async (replicas: ReadonlyArray<Pick<Replica.Replica, "origin">>) => {
  const rotation = new Set(replicas.map(({ origin }) => origin))
  let isOpen = true
  const isReady = (origin: string) =>
    send("GET", `${origin}/health/ready`).then(
      ({ status }) => status === 200,
      () => false
    )
  const checking = replicas.map(async ({ origin }) => {
    while (isOpen) {
      if (await isReady(origin)) rotation.add(origin)
      else rotation.delete(origin)
      await sleep(100)
    }
  })
  let turn = 0
  const server = createServer((request, response) => {
    const origins = [...rotation]
    const { headers, method, url } = request
    const upstream = forward(
      `${origins[turn++ % origins.length]}${url}`,
      { method, headers, agent: false },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      }
    )
    upstream.on("error", () => response.writeHead(502).end())
    request.pipe(upstream)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(async () => {
    isOpen = false
    await Promise.all(checking)
    server.close().closeAllConnections()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, rotation }
}

describe("A rolling upgrade of three processes under load", () => {
  it("fails no request: not while migrations are applied, and not while processes are replaced", async () => {
    const url = await database()
    const start = (main?: string, port?: number) =>
      service.start(onTestFinished, url, { main, port, environment: { SHUTDOWN_DELAY_SECONDS: "2" } })
    const old: Array<Replica.Replica> = []
    for (let n = 0; n < size; n++) old.push(await start(previous))
    const balancer = await openBalancer(old)
    await service.limit(old[0] as Replica.Replica, service.wideLimits)
    const load = new Load(balancer.origin)
    assert.isTrue(await load.works())
    load.start(1)

    const environment = { DATABASE_URL: url }
    const command = run(["migrate", "apply"], { directory: folder(), environment })
    assert.strictEqual(await command.ended, 0, command.err())
    const current: Array<Replica.Replica> = []
    for (const replica of old) {
      replica.kill("SIGTERM")
      assert.strictEqual(await replica.ended, 0)
      const next = await start(undefined, replica.port)
      current.push(next)
      await until("the process in rotation", () => balancer.rotation.has(next.origin))
    }
    await applyNext(url)
    const sinceMigration = load.responses.length
    await until("requests after the migration", () => load.responses.length > sinceMigration + 100)
    await load.stop()

    assert.isAbove(load.responses.length, 300)
    const failed = load.responses.filter(({ status }) => status < 200 || status > 299)
    assert.deepStrictEqual(failed, [])
    for (const replica of [...old, ...current]) assert.deepStrictEqual(service.leaks(replica), [])
  })
})
