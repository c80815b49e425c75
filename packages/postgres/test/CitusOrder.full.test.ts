/** The order of events and of deliveries on a Citus cluster, each node of which counts its own transactions. */
import * as PgClient from "@effect/sql-pg/PgClient"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import { EventLog } from "@latchkey/domain/event/EventLog"
import { WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import { WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Distributed from "@latchkey/postgres/Distributed"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import type { Nodes } from "@latchkey/test-support/postgres/CitusCluster"
import * as CitusDatabase from "@latchkey/test-support/postgres/CitusDatabase"
import { noCitus, onCitus } from "@latchkey/test-support/postgres/databases"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestServices from "effect/TestServices"
import { inject } from "vitest"

/** An instance with a user and a webhook. Returns what adds an event, and what reads the versions of all. */
const setUp = Effect.gen(function* () {
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const webhook = Samples.webhook(instanceId)
  yield* (yield* WebhookRepository).insert(webhook)
  const log = yield* EventLog
  const queue = yield* WebhookQueue
  const wanted = { instanceId, webhookId: webhook.id, before: Option.none(), limit: 9, state: Option.none() }

  const page = log.page({ instanceId, after: Option.none(), limit: 9, type: Option.none() })
  const read = Effect.gen(function* () {
    const { events } = yield* page
    yield* queue.distribute(Samples.now)
    const deliveries = (yield* queue.list(wanted)).map(({ delivery }) => delivery).reverse()
    return [events, deliveries].map((all) => all.map(({ version }) => version))
  })
  /** Reads until both have so many: other tests have transactions open on the same servers. */
  const readAll = (count: number) =>
    read.pipe(
      Effect.zipLeft(TestServices.provideLive(Effect.sleep(20))),
      Effect.repeat({ until: (found) => found.every(({ length }) => length >= count), times: 1000 })
    )
  const append = Effect.suspend(() => log.append(instanceId, [Samples.newEvent(user)]))
  return { append, instanceId, page, read, readAll }
})

/** Prepares a transaction on each worker. Returns what commits them, which the end of the scope does otherwise. */
const prepare = Effect.fnUntraced(function* ({ workers }: Nodes) {
  const sql = yield* SqlClient
  const [database] = yield* sql<{ name: string }>`SELECT current_database() AS name`
  const name = database?.name ?? ""
  const run = (...statements: ReadonlyArray<string>) =>
    Effect.forEach(workers, (worker) => {
      const url = Redacted.make(Object.assign(new URL(worker), { pathname: name }).href)
      const node = PgClient.layer({ url, maxConnections: 1 })
      return Effect.provide(
        Effect.flatMap(SqlClient, ({ unsafe }) => Effect.forEach(statements, (text) => unsafe(text))),
        node
      )
    })
  yield* run("BEGIN", "SELECT pg_current_xact_id()", `PREPARE TRANSACTION '${name}'`)
  const commit = yield* Effect.cached(run(`COMMIT PREPARED '${name}'`))
  yield* Effect.addFinalizer(() => Effect.ignore(commit))
  return commit
})

/** Moves an instance from its node to the other one. */
const move = (instanceId: string) =>
  Effect.flatMap(
    SqlClient,
    (sql) => sql`
      SELECT citus_move_shard_placement(p.shardid, p.nodename, p.nodeport, n.nodename, n.nodeport, 'block_writes')
      FROM pg_dist_shard_placement p JOIN pg_dist_node n ON n.shouldhaveshards AND n.nodeport <> p.nodeport
      WHERE p.shardid = get_shard_id_for_distribution_column('latchkey.events', ${instanceId}::text)`
  )

const nextId = Effect.flatMap(SqlClient, (sql) =>
  Effect.map(sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`, ([row]) => Number(row?.id))
)

const testsOn = (nodes: Nodes, store: Layer.Layer<Layer.Layer.Success<typeof Postgres.layer> | SqlClient, unknown>) => {
  it.layer(store, { timeout: "1 minute" })("The feed and webhooks on Citus", (it) => {
    it.scoped("wait for what a node of the instance has prepared, and not committed", () =>
      Effect.gen(function* () {
        const { append, read, readAll } = yield* setUp
        const commit = yield* prepare(nodes)
        yield* append
        assert.deepStrictEqual(yield* read, [[], []])
        yield* commit
        assert.deepStrictEqual(yield* readAll(1), [[1], [1]])
      })
    )

    it.effect("go on where they were, in the order of versions, after the instance has moved to another node", () =>
      Effect.gen(function* () {
        const { append, instanceId, readAll } = yield* setUp
        const versions: Array<number> = []
        for (const version of [1, 2, 3]) {
          yield* append
          versions.push(version)
          assert.deepStrictEqual(yield* readAll(version), [versions, versions])
          yield* move(instanceId)
        }
      })
    )
  })

  it.scoped("Places of events are ids of the coordinator, also if it has no copies of tables", () =>
    Effect.gen(function* () {
      const { join, url } = yield* CitusDatabase.makeSeparate(nodes)
      const { hostname, port } = new URL(nodes.coordinator)
      const places = Effect.gen(function* () {
        const { append, page, readAll } = yield* setUp
        const before = yield* nextId
        yield* append
        yield* readAll(1)
        return [before, Option.getOrThrow((yield* page).last).position, yield* nextId] as const
      })
      const migrated = Effect.gen(function* () {
        yield* join
        yield* Effect.flatMap(SqlClient, (sql) => sql`SELECT citus_remove_node(${hostname}, ${port}::integer)`)
        yield* Migrations.apply
        yield* Migrations.distribute
        return yield* Effect.provide(places, Layer.provide(Postgres.layer, Distributed.layer))
      })
      const [before, place, after] = yield* Effect.provide(migrated, PgClient.layer({ url, maxConnections: 3 }))
      assert.isAbove(place, before)
      assert.isBelow(place, after)
    })
  )
}

const nodes = inject("citusCluster")
const citus = onCitus()
if (nodes === null || citus === undefined) it.skip(noCitus, () => {})
else testsOn(nodes, Layer.provideMerge(Postgres.layer, citus.migrated))
