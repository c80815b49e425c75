import { execFile } from "node:child_process"
import { freemem, totalmem } from "node:os"
import { promisify } from "node:util"
import * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { installed } from "../../test/support/postgres/programs.ts"
import { start } from "../../test/support/postgres/TestServer.ts"

export interface Server {
  readonly name: string
  readonly url: string
  readonly sharedBuffersMegabytes: number
  /** From now on a commit is on the disk when it is reported, and a crash loses nothing. */
  readonly makeDurable: Effect.Effect<void>
}

const megabyte = 2 ** 20

/** A quarter of the memory, as PostgreSQL's manual advises, but not more than half of what is free. */
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

/** Or what the filling has written would go to the disk while it is measured. */
const flushFiles = Effect.ignore(Effect.tryPromise(() => promisify(execFile)("sync")))

const makeDurable = (url: string) =>
  administrate(url, ["CHECKPOINT"]).pipe(
    Effect.zipRight(flushFiles),
    Effect.zipRight(administrate(url, [...durability("on"), "CHECKPOINT"]))
  )

/**
 * A PostgreSQL server of its own, the newest that this machine has. It and its data are gone when the scope closes, and
 * also when this process is killed. It is filled without waiting for the disk.
 */
export const make: Effect.Effect<Server, never, Scope.Scope> = Effect.gen(function* () {
  const [programs] = installed()
  if (programs === undefined) return yield* Effect.dieMessage("There is no PostgreSQL 15 or newer on this machine")
  const sharedBuffersMegabytes = sharedBuffers()
  const settings = [`shared_buffers=${sharedBuffersMegabytes}MB`, "max_wal_size=1GB", "checkpoint_timeout=15min"]
  const { name, url } = yield* Effect.acquireRelease(
    Effect.promise(() => start(programs, settings)),
    ({ url, stop }) =>
      // What is about to be deleted need not be written to the disk first.
      Effect.zipRight(Effect.ignore(administrate(url, durability("off"))), Effect.promise(stop))
  )
  yield* administrate(url, durability("off"))
  return { name, url, sharedBuffersMegabytes, makeDurable: makeDurable(url) }
})
