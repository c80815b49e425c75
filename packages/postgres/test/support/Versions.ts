import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { migrations } from "../../src/internal/migrations/all.ts"
import * as migrator from "../../src/internal/migrator.ts"

/** The migrations of this version. */
export const all = Object.keys(migrations).map((key) => ({ id: Number(key.slice(0, 4)), name: key.slice(5) }))

/** Applies the migrations up to the one with that id, as an earlier version did. */
export const applyUntil = (id: number) =>
  migrator.apply(Record.filter(migrations, (_, name) => Number(name.slice(0, 4)) <= id))

/** The migration that the next version adds. */
export const next = [{ id: all.length + 1, name: "next" }]

/** Its name among the migrations. */
export const nextName = `${String(all.length + 1).padStart(4, "0")}_next`

/** Returns the migrations of the next version: those of this version, and one more that runs `statements`. */
export const migrationsWith = (...statements: ReadonlyArray<string>): migrator.MigrationRecord => ({
  ...migrations,
  [nextName]: Effect.flatMap(SqlClient, (sql) =>
    Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  )
})

/** Applies what a next version would that runs `statements`. */
export const upgradeWith = (...statements: ReadonlyArray<string>) => migrator.apply(migrationsWith(...statements))

/** What the next version does: it changes several tables, and creates one. */
export const expansion = [
  "ALTER TABLE latchkey.instances ADD COLUMN color text NOT NULL DEFAULT 'blue'",
  "ALTER TABLE latchkey.users ADD COLUMN nickname text",
  "ALTER TABLE latchkey.sessions ADD COLUMN label text NOT NULL DEFAULT ''",
  "ALTER TABLE latchkey.queued_emails ADD COLUMN priority integer NOT NULL DEFAULT 0",
  "CREATE TABLE latchkey.gadgets (instance_id text, gadget_id text, PRIMARY KEY (instance_id, gadget_id))"
]

/** Upgrades to the next version. */
export const upgrade = upgradeWith(...expansion)

/** Returns the names of the tables in the schema. */
export const tables = Effect.map(
  Effect.flatMap(
    SqlClient,
    (sql) => sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'latchkey' ORDER BY 1`
  ),
  (rows) => rows.map(({ name }) => name)
)
