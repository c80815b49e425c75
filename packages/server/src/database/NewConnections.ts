/**
 * What every new connection has to pass before the service uses it: the server must accept writes.
 *
 * After a failover, a DNS entry or a load balancer may still lead to the former primary, which is now a standby. A
 * standby answers reads, and lags: a session that was revoked on the primary may still be active there. So the service
 * does not even read from it. A connection whose server becomes read-only later is closed at the first refused write.
 */
import type Pg from "pg"
import { nameStatements } from "./NamedStatements.ts"

/** SQLSTATE `read_only_sql_transaction`. */
const readOnly = "25006"

interface Server {
  /** The process that executes the statements. */
  readonly pid: number
  /** `on` or `off`. */
  readonly read_only: string
}

// On a standby, transactions are always read-only.
const examine = "SELECT pg_backend_pid() AS pid, current_setting('transaction_read_only') AS read_only"

/** The process id that the server announced (`BackendKeyData` in the protocol). A pooler announces its own. */
const announcedProcess = (client: Pg.PoolClient): unknown => ("processID" in client ? client.processID : undefined)

// If the connection is lost during the query below, the query fails. Without a listener the error would end the
// process.
const ignore = () => {}

const refusal = ({ read_only }: Server): Error | undefined =>
  read_only === "on" ? Object.assign(new Error("The database is read-only"), { code: readOnly }) : undefined

/**
 * Refuses a connection to a read-only server. Names the statements of all others, unless they go through a pooler. For
 * the option `verify` of a pool.
 */
export const verify = (client: Pg.PoolClient, done: (error?: Error) => void): void => {
  client.on("error", ignore)
  const finish = (error?: Error) => {
    client.removeListener("error", ignore)
    done(error)
  }
  client.query<Server>(examine).then(({ rows: [server] }) => {
    if (server?.pid === announcedProcess(client)) nameStatements(client)
    finish(server && refusal(server))
  }, finish)
}

/** Closes connections whose server has refused a write. The pool opens others instead. */
export const closeReadOnly = (pool: Pg.Pool): Pg.Pool =>
  pool.on("connect", (client) => {
    // Before `pg` reports the error, whereupon the pool would give the connection to the next query.
    client.connection.prependListener("errorMessage", ({ code }: { readonly code?: string }) => {
      if (code === readOnly) void client.end()
    })
  })
