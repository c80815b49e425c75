/**
 * A PostgreSQL server. While it cannot be reached every query fails within seconds, and nothing has to be restarted
 * once it is back.
 *
 * @since 0.1.0
 */
import { Socket } from "node:net"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Metrics from "@latchkey/domain/core/Metrics"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import Pg from "pg"
import type { CommandError } from "../core/CommandError.ts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import * as NamedStatements from "./NamedStatements.ts"
import type { DatabaseSettings } from "../core/Settings.ts"

/** What the connections are called in `pg_stat_activity`. @since 0.1.0 */
export const applicationName = "latchkey"

const connection = {
  application_name: applicationName,
  connectionTimeoutMillis: 3_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000
} satisfies Pg.PoolConfig

// The server gives up first, then the client; a socket that stays silent even longer has lost its other end.
const impatient = {
  lock_timeout: 3_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 5_000,
  query_timeout: 6_000,
  idleTimeoutMillis: 5_000
} satisfies Pg.PoolConfig

const silenceMillis = 7_000

/**
 * How long a request can wait for a database that does not answer: for a connection, then for the answer.
 *
 * @since 0.1.0
 */
export const patienceMillis = connection.connectionTimeoutMillis + silenceMillis

const make = (config: Pg.PoolConfig) =>
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

const abandonSilentSockets = (pool: Pg.Pool) =>
  pool.on("connect", (client) => {
    const { stream } = client.connection
    if (!(stream instanceof Socket)) return
    stream.setTimeout(silenceMillis, () => stream.destroy(new Error("The database does not answer")))
  })

const connections = Metrics.gauge<"state">("latchkey_database_connections", "Connections to the database")
const waiting = Metrics.gauge<never>("latchkey_database_waiting", "Queries that wait for a connection")

/** Looks at the pool every second for as long as the scope is open: it says of most changes nothing. */
const measure = (pool: Pg.Pool) =>
  Effect.suspend(() =>
    Effect.all([
      connections({ state: "busy" }, pool.totalCount - pool.idleCount),
      connections({ state: "idle" }, pool.idleCount),
      waiting({}, pool.waitingCount)
    ])
  ).pipe(Effect.repeat(Schedule.spaced("1 second")), Effect.forkScoped)

// `pg` reads the URL, and the certificates that it names, each time it connects, and throws there where nobody catches.
const readable = (url: Redacted.Redacted) =>
  Effect.try({
    try: () => {
      const { port } = new Pg.Client({ connectionString: Redacted.value(url) })
      if (!(port >= 0 && port <= 65_535)) throw new RangeError("port")
    },
    catch: DatabaseFailure.unreadableUrl
  })

// A pool connects when it is first asked for a connection, so making one does not fail.
const fromPool = (url: Redacted.Redacted, acquire: Effect.Effect<Pg.Pool, never, Scope.Scope>) =>
  Layer.unwrapEffect(Effect.as(readable(url), Layer.orDie(PgClient.layerFromPool({ acquire }))))

/** For serving: a pool, and limits on how long a query may take. Fails when the URL cannot be used. @since 0.1.0 */
export const layer = ({ url, poolSize }: DatabaseSettings): Layer.Layer<SqlClient.SqlClient, CommandError> =>
  fromPool(
    url,
    make({
      ...connection,
      ...impatient,
      connectionString: Redacted.value(url),
      max: poolSize,
      verify: NamedStatements.verify
    }).pipe(
      Effect.tap((pool) => Effect.sync(() => abandonSilentSockets(pool))),
      Effect.tap(measure)
    )
  )

/** For migrations, which may take as long as they need. @since 0.1.0 */
export const layerPatient = ({ url }: Pick<DatabaseSettings, "url">): Layer.Layer<SqlClient.SqlClient, CommandError> =>
  fromPool(url, make({ ...connection, connectionString: Redacted.value(url), max: 2 }))
