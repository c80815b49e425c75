import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Distributed from "@latchkey/postgres/Distributed"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Nodes } from "./CitusCluster.ts"
import * as ServerDatabase from "./ServerDatabase.ts"

const run = (url: ServerDatabase.Url, statement: string) =>
  Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(PgClient.layer({ url, maxConnections: 1 }))
  )

const address = (url: string): string => {
  const { hostname, port } = new URL(url)
  return `'${hostname}', ${port}`
}

/**
 * Creates an empty database on every node, without Citus. Returns the URL of the coordinator's, and what adds Citus and
 * joins them. Drops them when the scope closes.
 */
export const makeSeparate = Effect.fnUntraced(function* ({ coordinator, workers }: Nodes) {
  const database = yield* ServerDatabase.make(coordinator)
  const name = new URL(Redacted.value(database)).pathname.slice(1)
  const others = yield* Effect.forEach(workers, (url) => ServerDatabase.make(url, name), { concurrency: "unbounded" })
  const create = (url: ServerDatabase.Url) => run(url, "CREATE EXTENSION citus")
  const join = Effect.gen(function* () {
    yield* Effect.forEach([database, ...others], create, { concurrency: "unbounded" })
    yield* run(database, `SELECT citus_set_coordinator_host(${address(coordinator)})`)
    for (const worker of workers) yield* run(database, `SELECT citus_add_node(${address(worker)})`)
  })
  return { url: database, join }
})

/** Creates an empty database on every node, and joins them. Returns its URL. Drops it when the scope closes. */
export const make = Effect.fnUntraced(function* (nodes: Nodes) {
  const { join, url } = yield* makeSeparate(nodes)
  yield* join
  return url
})

/** A new, empty database on every node. */
export const layer = (nodes: Nodes, poolSize = 10) =>
  Layer.unwrapScoped(
    Effect.map(make(nodes), (url) => PgClient.layer({ url, maxConnections: poolSize, connectTimeout: "10 seconds" }))
  )

/** Distributes the tables that `Migrations.layer` creates, and tells the store. */
export const layerDistributed = Layer.effectDiscard(Migrations.distribute).pipe(
  Layer.provideMerge(Migrations.layer),
  (tables) => Layer.provideMerge(Distributed.layer, tables)
)
