import * as Pg from "pg"
import type { CleanUp } from "./latchkey.ts"
import { until } from "./until.ts"

export interface Lock {
  /** Fulfilled when somebody waits for it, with a statement that contains the text. */
  readonly isWaitedFor: (text?: string) => Promise<unknown>
  /** Fulfilled when nobody waits for it. */
  readonly isGivenUp: () => Promise<unknown>
  /** Ends the connections that wait for it: left alone, the database goes on with what a client sent that has died. */
  readonly dropWaiters: () => Promise<unknown>
  readonly release: () => Promise<void>
}

/** The tables of a database, as its administrator sees them. */
export interface Tables {
  readonly rows: (statement: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Record<string, unknown>>>
  /** The one number that a statement answers. */
  readonly count: (statement: string, values?: ReadonlyArray<unknown>) => Promise<number>
  /** Runs a statement that locks something, and holds the lock. */
  readonly lock: (statement: string, values?: ReadonlyArray<unknown>) => Promise<Lock>
  /** Every row of every table, as text. */
  readonly dump: () => Promise<string>
}

export const openTables = (url: string, cleanUp: CleanUp): Tables => {
  const connection = { connectionString: url, options: "-c search_path=latchkey" }
  const pool = new Pg.Pool({ ...connection, max: 4 })
  const closed: Array<Promise<unknown>> = []
  pool.on("connect", (client) => closed.push(new Promise((resolve) => client.once("end", resolve))))
  cleanUp(async () => {
    await pool.end()
    // The pool does not wait for its connections: the database would be dropped under them, and they would complain.
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
      isWaitedFor: (text) => until("somebody waits for the lock", async () => (await waiters(text)) > 0),
      isGivenUp: () => until("nobody waits for the lock", async () => (await waiters()) === 0),
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
