/** How many connections a database has left. */
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/**
 * A limit on connections, and how many of them are in use.
 *
 * - `setBy`: the server's `max_connections`, less those reserved for administrators, or the `CONNECTION LIMIT` of this
 *   role or of this database.
 * - `taken`: connections of others. Those of the app itself, in this role and database, do not count.
 */
export interface Limit {
  readonly setBy: "max_connections" | "role" | "database"
  readonly limit: number
  readonly taken: number
}

/**
 * Returns every limit for this role in this database. Connections with that `application_name`, in this role and
 * database, are the app's own. Fails with the client's `SqlError`.
 */
export const limits = (applicationName: string): Effect.Effect<ReadonlyArray<Limit>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = (yield* SqlClient.SqlClient).withoutTransforms()
    // Of other roles' connections, an ordinary role sees role and database, but neither the kind of process nor its
    // state.
    return yield* sql<Limit>`
      WITH others AS (
        SELECT usesysid, datid FROM pg_stat_activity
        WHERE usesysid IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend'
          AND (application_name, usename, datname)
            IS DISTINCT FROM (${applicationName}::text, session_user::name, current_database()::name)
      )
      SELECT 'max_connections' AS "setBy",
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int AS "limit",
        (SELECT count(*) FROM others)::int AS taken
      UNION ALL
      SELECT 'role', rolconnlimit, (SELECT count(*) FROM others WHERE usesysid = pg_roles.oid)::int
      FROM pg_roles WHERE rolname = session_user AND rolconnlimit >= 0 AND NOT rolsuper
      UNION ALL
      SELECT 'database', datconnlimit, (SELECT count(*) FROM others WHERE datid = pg_database.oid)::int
      FROM pg_database WHERE datname = current_database() AND datconnlimit >= 0`
  })
