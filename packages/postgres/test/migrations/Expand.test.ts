import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { databases } from "@latchkey/test-support/postgres/databases"
import * as migrator from "../../src/internal/migrator.ts"
import { migrations } from "../../src/internal/migrations/all.ts"
import { expansion, migrationsWith, nextName } from "../support/Versions.ts"

interface Column {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
}

/** What a version finds in the database. */
interface Schema {
  readonly relations: ReadonlySet<string>
  readonly columns: ReadonlyMap<string, Column>
  /** Conditions and unique keys, with the names of their columns. */
  readonly rules: ReadonlyMap<string, ReadonlyArray<string>>
}

const schema: Effect.Effect<Schema, unknown, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient
  const columns = yield* sql<Column & { relation: string }>`
    SELECT table_name AS relation, table_name || '.' || column_name AS name, data_type AS type,
      is_nullable = 'YES' AS "isNullable", column_default IS NOT NULL AS "hasDefault"
    FROM information_schema.columns WHERE table_schema = 'latchkey' AND table_name <> 'migrations'`
  const rules = yield* sql<{ name: string; columns: ReadonlyArray<string> }>`
    SELECT r.relname || ' ' || pg_get_constraintdef(c.oid) AS name, array_agg(r.relname || '.' || a.attname) AS columns
    FROM pg_constraint c JOIN pg_class r ON r.oid = conrelid JOIN pg_attribute a ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE c.connamespace = 'latchkey'::regnamespace AND contype = 'c' GROUP BY 1
    UNION ALL
    SELECT pg_get_indexdef(i.indexrelid) AS name, array_agg(r.relname || '.' || a.attname) AS columns
    FROM pg_index i JOIN pg_class r ON r.oid = indrelid JOIN pg_attribute a ON attrelid = indrelid AND attnum = ANY (indkey)
    WHERE r.relnamespace = 'latchkey'::regnamespace AND indisunique GROUP BY 1`
  return {
    relations: new Set(columns.map(({ relation }) => relation)),
    columns: new Map(columns.map((column) => [column.name, column])),
    rules: new Map(rules.map((rule) => [rule.name, rule.columns]))
  }
})

const relationOf = (column: string) => column.slice(0, column.indexOf("."))

/** Returns what the version before could no longer do after a migration: read a column, or insert a row. */
const contractions = (before: Schema, after: Schema): ReadonlyArray<string> => {
  const gone = [...before.columns.values()].flatMap(({ isNullable, name, type }) => {
    const now = after.columns.get(name)
    if (now === undefined) return [`${name} is gone`]
    if (now.type !== type) return [`${name} was ${type} and is ${now.type}`]
    return isNullable && !now.isNullable && !now.hasDefault ? [`${name} must not be null any more`] : []
  })
  const isOld = (column: string) => before.columns.has(column)
  const required = [...after.columns.values()].flatMap(({ hasDefault, isNullable, name }) =>
    before.relations.has(relationOf(name)) && !isOld(name) && !isNullable && !hasDefault ? [`${name} is required`] : []
  )
  const stricter = [...after.rules].flatMap(([name, columns]) =>
    !before.rules.has(name) && columns.every(isOld) ? [`a rule for rows of the version before: ${name}`] : []
  )
  return [...gone, ...required, ...stricter]
}

/** Applies the migrations one after the other, and returns what each takes away, by its name. */
const contractionsOf = Effect.fnUntraced(function* (all: migrator.MigrationRecord) {
  const taken: Array<readonly [string, ReadonlyArray<string>]> = []
  let before: Schema | undefined
  for (const [index, name] of Object.keys(all).entries()) {
    yield* migrator.apply(Object.fromEntries(Object.entries(all).slice(0, index + 1)))
    const after = yield* schema
    if (before !== undefined) taken.push([name, contractions(before, after)])
    before = after
  }
  return { schema: before, taken }
})

for (const database of databases()) {
  describe(`Migrations on ${database.name}, one after the other`, () => {
    it.effect("only expand: every column and row of the version before stays possible, from the first one on", () =>
      Effect.gen(function* () {
        // With an imaginary next one.
        const { schema, taken } = yield* contractionsOf(migrationsWith(...expansion))
        const later = [...Object.keys(migrations).slice(1), nextName]
        assert.deepStrictEqual(
          taken,
          later.map((name) => [name, []])
        )
        assert.isTrue(schema?.columns.has("gadgets.gadget_id"))
      }).pipe(Effect.provide(database.empty))
    )

    it.effect.each([
      ["ALTER TABLE latchkey.users DROP COLUMN claimed_at", "users.claimed_at is gone"],
      ["ALTER TABLE latchkey.sessions RENAME COLUMN method TO way", "sessions.method is gone"],
      ["ALTER TABLE latchkey.users ALTER COLUMN created_at TYPE text", "users.created_at was timestamp with time zone"],
      ["ALTER TABLE latchkey.users ALTER COLUMN password_hash SET NOT NULL", "users.password_hash must not be null"],
      ["ALTER TABLE latchkey.users ADD COLUMN color text NOT NULL", "users.color is required"],
      [
        "ALTER TABLE latchkey.users ADD CHECK (length(email) < 99)",
        "a rule for rows of the version before: users CHECK"
      ],
      ["CREATE UNIQUE INDEX ON latchkey.sessions (user_id)", "a rule for rows of the version before: CREATE UNIQUE"]
    ])("that take something away are found: %s", ([statement = "", found = ""]) =>
      Effect.gen(function* () {
        const { taken } = yield* contractionsOf(migrationsWith(statement))
        const [, [first = ""] = []] = taken.at(-1) ?? []
        assert.isTrue(first.startsWith(found), first)
      }).pipe(Effect.provide(database.empty))
    )
  })
}
