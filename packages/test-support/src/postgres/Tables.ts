import * as Pg from "pg"
import type { CleanUp } from "../process/latchkey.ts"
import { until } from "../process/until.ts"

export interface Lock {
  /** Resolves when a statement that contains the text waits for the lock. */
  readonly isWaitedFor: (text?: string) => Promise<unknown>
  /** Resolves when no statement waits for the lock. */
  readonly isGivenUp: () => Promise<unknown>
  /**
   * Ends the connections that wait for the lock. The database would otherwise still run the statement of a dead client.
   */
  readonly dropWaiters: () => Promise<unknown>
  readonly release: () => Promise<void>
}

/** Access to the tables of a database. */
export interface Tables {
  readonly rows: (statement: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Record<string, unknown>>>
  /** Returns the one number that a statement selects. */
  readonly count: (statement: string, values?: ReadonlyArray<unknown>) => Promise<number>
  /** Runs a statement that takes a lock, and holds the lock. */
  readonly lock: (statement: string, values?: ReadonlyArray<unknown>) => Promise<Lock>
  /** Returns every row of every table as text. */
  readonly dump: () => Promise<string>
}

export const openTables = (url: string, cleanUp: CleanUp): Tables => {
  const connection = { connectionString: url, options: "-c search_path=latchkey" }
  const pool = new Pg.Pool({ ...connection, max: 4 })
  // A connection that is lost while it is idle. Without a listener, the error keeps the event "end" from being emitted.
  pool.on("error", () => {})
  const closed: Array<Promise<unknown>> = []
  pool.on("connect", (client) => closed.push(new Promise((resolve) => client.once("end", resolve))))
  cleanUp(async () => {
    await pool.end()
    // The pool does not wait for its connections, and dropping the database under them would be an error.
    await Promise.all(closed)
  })

  const rows: Tables["rows"] = async (statement, values = []) => (await pool.query(statement, [...values])).rows

  const count: Tables["count"] = async (statement, values) =>
    Number(Object.values((await rows(statement, values))[0] ?? {})[0])

  const lock: Tables["lock"] = async (statement, values = []) => {
    const client = new Pg.Client(connection)
    cleanUp(() => client.end())
    await client.connect()
    await client.query("BEGIN")
    await client.query(statement, [...values])
    const [holder] = (await client.query("SELECT pg_backend_pid() AS pid")).rows
    const waiters = (text = "") =>
      count("SELECT count(*) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid)) AND strpos(query, $2) > 0", [
        holder.pid,
        text
      ])
    return {
      isWaitedFor: (text) => until("a statement that waits for the lock", async () => (await waiters(text)) > 0),
      isGivenUp: () => until("no statement that waits for the lock", async () => (await waiters()) === 0),
      dropWaiters: () =>
        rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))", [
          holder.pid
        ]),
      release: () => client.end()
    }
  }

  const dump = async () => {
    const tables = await rows(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname !~ '^(pg_|information_schema)'"
    )
    const texts = await Promise.all(tables.map(({ name }) => rows(`SELECT t::text AS row FROM ${name} t`)))
    return texts
      .flat()
      .map(({ row }) => row)
      .join("\n")
  }

  return { rows, count, lock, dump }
}
