import { execFile } from "node:child_process"
import { freemem, totalmem } from "node:os"
import { promisify } from "node:util"
import * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { installed } from "@latchkey/test-support/postgres/programs"
import { start } from "@latchkey/test-support/postgres/TestServer"

export interface Server {
  readonly name: string
  readonly url: string
  readonly sharedBuffersMegabytes: number
  /** Turns durability on: a commit is on disk when it is reported. */
  readonly makeDurable: Effect.Effect<void>
}

const megabyte = 2 ** 20

/** A quarter of the memory, as PostgreSQL's manual recommends, but at most half of the free memory. */
const sharedBuffers = (): number => Math.floor(Math.min(totalmem() / 4, freemem() / 2) / megabyte)

const administrate = (url: string, statements: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement))
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })), Effect.orDie)

const durability = (value: "on" | "off") => [
  `ALTER SYSTEM SET fsync = ${value}`,
  `ALTER SYSTEM SET full_page_writes = ${value}`,
  "SELECT pg_reload_conf()"
]

/** Otherwise the data of the filling would be written to disk during the measurements. */
const flushFiles = Effect.ignore(Effect.tryPromise(() => promisify(execFile)("sync")))

const makeDurable = (url: string) =>
  administrate(url, ["CHECKPOINT"]).pipe(
    Effect.zipRight(flushFiles),
    Effect.zipRight(administrate(url, [...durability("on"), "CHECKPOINT"]))
  )

/**
 * Starts a separate PostgreSQL server, the newest on this machine. The server and its data are deleted when the scope
 * closes, and also if this process is killed. Commits do not wait for the disk until `makeDurable`.
 */
export const make: Effect.Effect<Server, never, Scope.Scope> = Effect.gen(function* () {
  const [programs] = installed()
  if (programs === undefined) return yield* Effect.dieMessage("There is no PostgreSQL 15 or newer on this machine")
  const sharedBuffersMegabytes = sharedBuffers()
  const settings = [`shared_buffers=${sharedBuffersMegabytes}MB`, "max_wal_size=1GB", "checkpoint_timeout=15min"]
  const { name, url } = yield* Effect.acquireRelease(
    Effect.promise(() => start(programs, settings)),
    ({ url, stop }) =>
      // The data is about to be deleted, so it need not be written to disk.
      Effect.zipRight(Effect.ignore(administrate(url, durability("off"))), Effect.promise(stop))
  )
  yield* administrate(url, durability("off"))
  return { name, url, sharedBuffersMegabytes, makeDurable: makeDurable(url) }
})
