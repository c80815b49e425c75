import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"

/**
 * Adds seconds to a finite time with immutable functions only. A time plus an interval depends on the time zone, and
 * Citus refuses what is not immutable where a statement changes a row.
 */
export const plusSeconds = (sql: SqlClient, time: Fragment, seconds: Fragment): Fragment =>
  sql`to_timestamp(extract(epoch FROM ${time} - '1970-01-01T00:00:00Z'::timestamptz)::float8 + ${seconds})`
