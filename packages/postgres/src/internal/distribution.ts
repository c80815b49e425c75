import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { MigrationError } from "../MigrationError.ts"
import { uncheckedDatabase } from "./database.ts"
import { describe } from "./failures.ts"

interface Table {
  readonly name: string
  /** Whether its rows belong to instances. The others are copied to every node. */
  readonly isOfInstances: boolean
}

const noCitus = new MigrationError({
  migration: null,
  reason:
    'The extension Citus is not in this database. Run "CREATE EXTENSION citus" in it on every node, and add the nodes'
})

/** The tables that are not distributed yet, in an order in which none refers to a later one. */
const localTables = Effect.gen(function* () {
  const { sql, schema } = yield* uncheckedDatabase
  // The key of a table with rows of instances is the instance and more.
  return yield* sql<Table>`
    SELECT c.relname AS name, a.attname = 'instance_id' AND i.indnatts > 1 AS "isOfInstances"
    FROM pg_class c
    JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
    WHERE c.relnamespace = to_regnamespace(${schema}) AND c.relkind = 'r' AND c.relname <> 'migrations'
      AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)
    ORDER BY
      "isOfInstances", c.relname <> 'users',
      (SELECT count(*) FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'), c.relname`
})

const distributeTable = Effect.fnUntraced(function* ({ isOfInstances, name }: Table) {
  const { sql, schema } = yield* uncheckedDatabase
  const table = `"${schema}"."${name}"`
  const together = name === "users" ? "none" : `"${schema}"."users"`
  if (isOfInstances) yield* sql`SELECT create_distributed_table(${table}, 'instance_id', colocate_with => ${together})`
  else yield* sql`SELECT create_reference_table(${table})`
})

/** Distributes what is not distributed yet, in one transaction. Returns the names of these tables. */
export const distribute: Effect.Effect<ReadonlyArray<string>, MigrationError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const { sql, schema } = yield* uncheckedDatabase
    const run = Effect.gen(function* () {
      yield* sql`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`
      yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${schema}.migrations`}, 0))`
      const [extension] = yield* sql`SELECT FROM pg_extension WHERE extname = 'citus'`
      if (extension === undefined) return yield* noCitus
      const tables = yield* localTables
      yield* Effect.forEach(tables, distributeTable, { discard: true })
      // Citus keeps the rows where they were, too, and no statement reaches them there.
      for (const { name } of tables) {
        yield* sql`SELECT truncate_local_data_after_distributing_table(${`"${schema}"."${name}"`})`
      }
      // Citus copies a function that was there before Citus to no node by itself.
      yield* sql`
        SELECT create_distributed_function(f.oid::regprocedure) FROM pg_proc f
        WHERE f.pronamespace = to_regnamespace(${schema})
          AND NOT EXISTS (SELECT FROM pg_dist_object d WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid)`
      return tables.map(({ name }) => name)
    })
    return yield* run.pipe(sql.withTransaction, Effect.provideService(SqlClient.SqlClient, sql))
  }
).pipe(
  Effect.mapError((error) =>
    error instanceof SqlError ? new MigrationError({ migration: null, reason: describe(error) }) : error
  )
)
