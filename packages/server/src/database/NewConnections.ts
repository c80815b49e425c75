/**
 * What every new connection has to pass before the service uses it: the server must accept writes, and the connection
 * gets the settings that the stores need, whatever those of its role and its database are.
 *
 * After a failover, a DNS entry or a load balancer may still lead to the former primary, which is now a standby. A
 * standby answers reads, and lags: a session that was revoked on the primary may still be active there. So the service
 * does not even read from it. A connection whose server becomes read-only later is closed at the first refused write.
 */
import * as ConnectionSettings from "@latchkey/postgres/ConnectionSettings"
import type { Examined, WrongSettings } from "@latchkey/postgres/ConnectionSettings"
import * as Option from "effect/Option"
import type Pg from "pg"
import { nameStatements } from "./NamedStatements.ts"

/** SQLSTATE `read_only_sql_transaction`. */
const readOnly = "25006"

/** The process id that the server announced (`BackendKeyData` in the protocol). A pooler announces its own. */
const announcedProcess = (client: Pg.PoolClient): unknown => ("processID" in client ? client.processID : undefined)

/** Returns `true` if a pooler such as PgBouncer is between the client and the server. */
const isPooled = (client: Pg.PoolClient, { pid }: Examined): boolean => pid !== announcedProcess(client)

// If the connection is lost during the queries below, they fail. Without a listener the error would end the process.
const ignore = () => {}

/**
 * Behind a pooler only settings that the server reports to clients can be set: a pooler gives them to each backend that
 * the client gets. Any other would stay with a backend, for the next client that gets it.
 */
const reported = ["DateStyle", "client_encoding", "standard_conforming_strings"]

const canSet = (client: Pg.PoolClient, server: Examined, { settings }: WrongSettings): boolean =>
  settings.every(({ name }) => name !== "server_encoding" && (!isPooled(client, server) || reported.includes(name)))

const read = async (client: Pg.PoolClient): Promise<Examined> => {
  const { rows } = await client.query<Examined>(ConnectionSettings.examination)
  const [server] = rows
  if (server === undefined) throw new Error("The database did not return its settings")
  return server
}

/** Sets what is wrong. Throws `WrongSettings` if that is not possible, or not allowed to the role. */
const correct = async (client: Pg.PoolClient, server: Examined): Promise<void> => {
  const wrong = Option.getOrUndefined(ConnectionSettings.wrongSettings(server))
  if (wrong === undefined) return
  if (!canSet(client, server, wrong)) throw wrong
  await client.query(ConnectionSettings.assignment(wrong)).catch(() => Promise.reject(wrong))
}

const withoutErrors = (
  client: Pg.PoolClient,
  work: () => Promise<void>,
  done: (error?: Error) => void
): Promise<void> => {
  client.on("error", ignore)
  const finish = (error?: Error) => {
    client.removeListener("error", ignore)
    done(error)
  }
  return work().then(() => finish(), finish)
}

/** Gives a connection the settings that the stores need, or refuses it. For the option `verify` of a pool. */
export const verifySettings = (client: Pg.PoolClient, done: (error?: Error) => void): void =>
  void withoutErrors(client, async () => correct(client, await read(client)), done)

/**
 * As `verifySettings`. Refuses a connection to a read-only server, too. Names the statements of all others, unless they
 * go through a pooler.
 */
export const verify = (client: Pg.PoolClient, done: (error?: Error) => void): void =>
  void withoutErrors(
    client,
    async () => {
      const server = await read(client)
      if (server.isReadOnly) throw Object.assign(new Error("The database is read-only"), { code: readOnly })
      await correct(client, server)
      if (!isPooled(client, server)) nameStatements(client)
    },
    done
  )

/** Closes connections whose server has refused a write. The pool opens others instead. */
export const closeReadOnly = (pool: Pg.Pool): Pg.Pool =>
  pool.on("connect", (client) => {
    // Before `pg` reports the error, whereupon the pool would give the connection to the next query.
    client.connection.prependListener("errorMessage", ({ code }: { readonly code?: string }) => {
      if (code === readOnly) void client.end()
    })
  })
