/**
 * A PostgreSQL server. While it is unreachable or read-only every query fails within seconds; once it is back, queries
 * work again without a restart.
 */
import { Socket } from "node:net"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Metrics from "@latchkey/domain/core/Metrics"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import Pg from "pg"
import type { CommandError } from "../core/CommandError.ts"
import type { DatabaseSettings } from "../core/Settings.ts"
import * as ConnectionUrl from "../core/ConnectionUrl.ts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import * as NewConnections from "./NewConnections.ts"
import * as PooledStatements from "./PooledStatements.ts"

/** The name of the connections in `pg_stat_activity`. */
export const applicationName = "latchkey"

const connection = {
  application_name: applicationName,
  connectionTimeoutMillis: 3_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000
} satisfies Pg.PoolConfig

// The server gives up first, then the client. A socket that is silent even longer has lost its peer.
const timeouts = {
  lock_timeout: 3_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 5_000,
  query_timeout: 6_000,
  idleTimeoutMillis: 5_000
} satisfies Pg.PoolConfig

const silenceMillis = 7_000

/** The longest that a request waits for a database that does not answer: for a connection, then for the result. */
export const maxWaitMillis = connection.connectionTimeoutMillis + silenceMillis

const makePool = (config: Pg.PoolConfig) =>
  Effect.gen(function* () {
    const log = Runtime.runFork(yield* Effect.runtime())
    return yield* Effect.acquireRelease(
      Effect.sync(() => {
        const pool = new Pg.Pool(config)
        pool.on("error", (error) => {
          log(Effect.logWarning("A database connection was lost", "code" in error ? error.code : error.message))
        })
        return pool
      }),
      (pool) => Effect.promise(() => pool.end()).pipe(Effect.interruptible, Effect.timeoutOption("2 seconds"))
    )
  })

const destroySilentSockets = (pool: Pg.Pool) =>
  pool.on("connect", (client) => {
    const { stream } = client.connection
    if (!(stream instanceof Socket)) return
    stream.setTimeout(silenceMillis, () => stream.destroy(new Error("The database does not respond")))
  })

const connections = Metrics.gauge<"state">("latchkey_database_connections", "Connections to the database")
const waiting = Metrics.gauge<never>("latchkey_database_waiting", "Queries that wait for a connection")

/** Samples the pool every second until the scope closes: `pg` reports few of its changes. */
const measure = (pool: Pg.Pool) =>
  Effect.suspend(() =>
    Effect.all([
      connections({ state: "busy" }, pool.totalCount - pool.idleCount),
      connections({ state: "idle" }, pool.idleCount),
      waiting({}, pool.waitingCount)
    ])
  ).pipe(Effect.repeat(Schedule.spaced("1 second")), Effect.forkScoped)

/**
 * Reads the URL, and the certificates that it names, for each connection. An error there is uncaught, so it comes
 * first.
 */
const target = (url: Redacted.Redacted) =>
  Effect.map(
    Effect.try({ try: () => ConnectionUrl.clientConfig(url), catch: DatabaseFailure.invalidUrl }),
    ({ database, host, port, user }): Pg.PoolConfig => ({
      database,
      host,
      port,
      user,
      Client: class extends Pg.Client {
        constructor(options?: Pg.ClientConfig) {
          super({ ...options, ...ConnectionUrl.clientConfig(url) })
        }
      }
    })
  )

// A pool connects when a connection is first needed, so making it does not fail.
const fromPool = (
  url: Redacted.Redacted,
  acquire: (target: Pg.PoolConfig) => Effect.Effect<Pg.Pool, never, Scope.Scope>
) =>
  Effect.gen(function* () {
    const pool = yield* acquire(yield* target(url))
    const client = yield* Effect.orDie(PgClient.fromPool({ acquire: Effect.succeed(pool) }))
    return PooledStatements.make(client, pool)
  }).pipe(Layer.scoped(SqlClient.SqlClient), Layer.provide(Reactivity.layer))

/** A pool for serving requests, with timeouts. Fails if the URL cannot be used. */
export const layer = ({ url, poolSize }: DatabaseSettings): Layer.Layer<SqlClient.SqlClient, CommandError> =>
  fromPool(url, (target) =>
    makePool({ ...connection, ...timeouts, ...target, max: poolSize, verify: NewConnections.verify }).pipe(
      Effect.tap((pool) => Effect.sync(() => NewConnections.closeReadOnly(destroySilentSockets(pool)))),
      Effect.tap(measure)
    )
  )

/** A pool for migrations, whose statements may take any time. Fails if the URL cannot be used. */
export const layerWithoutTimeouts = ({
  url
}: Pick<DatabaseSettings, "url">): Layer.Layer<SqlClient.SqlClient, CommandError> =>
  fromPool(url, (target) => makePool({ ...connection, ...target, max: 2, verify: NewConnections.verifySettings }))
