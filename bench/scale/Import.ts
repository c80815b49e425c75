import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql/SqlClient"
import * as ServerDatabase from "@latchkey/server/database/ServerDatabase"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import type { Server } from "./Server.ts"

/**
 * How long the commands take for a number of users, from the start of the process to its end, and how long the
 * database alone takes for the same rows, each in seconds.
 */
export interface Import {
  readonly users: number
  readonly imported: number
  readonly repeated: number
  readonly inserted: number
  readonly exported: number
  readonly selected: number
}

const batch = 1000
const main = join("packages", "server", "dist", "main.js")
const bcrypt = "$2b$12$bIRGj4QPPoSUMWsJE.4Pk.T1qTpDWz7HhMnuiQhGzGinKPsx/HQdq"

interface Row {
  readonly email: string
  readonly externalId: string
  readonly createdAt: string
}

const rows = (users: number): ReadonlyArray<Row> =>
  Arr.makeBy(users, (n) => ({
    email: `user${n}@example.com`,
    externalId: `legacy|${n}`,
    createdAt: new Date(1_600_000_000_000 + n * 1000).toISOString()
  }))

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const begin = performance.now()
    return Effect.map(effect, () => (performance.now() - begin) / 1000)
  })

const latchkey = (url: Redacted.Redacted, ...args: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const child = spawn(process.execPath, [main, ...args], {
      env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: Redacted.value(url) },
      stdio: ["ignore", "ignore", "inherit"]
    })
    const [code] = await once(child, "exit")
    if (code !== 0) throw new Error(`latchkey ${args.join(" ")} failed`)
  })

/** Inserts the rows into a table like that of users, a thousand with each statement. */
const insert = (all: ReadonlyArray<Row>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    yield* sql`CREATE TABLE bare (LIKE latchkey.users INCLUDING ALL)`
    const insertBatch = (some: ReadonlyArray<Row>) => sql`
      INSERT INTO bare (
        instance_id, user_id, email, password_hash, email_verified_at, credential_version, created_at, external_id
      )
      SELECT 'default', 'user_' || e, e, ${bcrypt}, now(), 0, c, x
      FROM unnest(
        ${some.map(({ email }) => email)}::text[], ${some.map(({ createdAt }) => createdAt)}::timestamptz[],
        ${some.map(({ externalId }) => externalId)}::text[]
      ) AS u (e, c, x)`
    return yield* timed(Effect.forEach(Arr.chunksOf(all, batch), insertBatch, { discard: true }))
  })

/** Reads all rows, a thousand with each statement. */
const select = Effect.gen(function* () {
  const sql = yield* SqlClient
  const page = (at: string, id: string) => sql<{ readonly created_at: Date; readonly user_id: string }>`
    SELECT * FROM bare WHERE instance_id = 'default' AND (created_at, user_id) > (${at}::timestamptz, ${id})
    ORDER BY created_at, user_id LIMIT ${batch}`
  return yield* timed(
    Effect.iterate(
      { at: "-infinity", id: "", more: true },
      {
        while: ({ more }) => more,
        body: ({ at, id }) =>
          Effect.map(page(at, id), (found) => {
            const last = found.at(-1)
            return { at: last?.created_at.toISOString() ?? at, id: last?.user_id ?? id, more: found.length === batch }
          })
      }
    )
  )
})

/** Imports and exports as many users with the commands, and with the database alone, in a new database. */
export const measure = (server: Server, users: number) =>
  Effect.gen(function* () {
    const url = yield* TestDatabase.make(server.url)
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-import-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true }))
    )
    const file = join(directory, "users.ndjson")
    const all = rows(users)
    const lines = all.map((row) => JSON.stringify({ ...row, emailVerified: true, passwordHash: bcrypt }))
    writeFileSync(file, `${lines.join("\n")}\n`)
    yield* latchkey(url, "migrate", "apply")
    const client = ServerDatabase.layerWithoutTimeouts({ url })
    const result: Import = {
      users,
      imported: yield* timed(latchkey(url, "users", "import", file)),
      repeated: yield* timed(latchkey(url, "users", "import", file)),
      inserted: yield* Effect.provide(insert(all), client),
      exported: yield* timed(latchkey(url, "users", "export", "--with-hashes", join(directory, "export.ndjson"))),
      selected: yield* Effect.provide(select, client)
    }
    return result
  }).pipe(Effect.scoped, Effect.orDie)
