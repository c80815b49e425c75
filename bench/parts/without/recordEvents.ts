/** Records no event. */
import type { Fragment } from "@effect/sql/Statement"
import type { SqlClient } from "@effect/sql/SqlClient"

export const userData = "NULL::jsonb"

export const eventJson = "NULL::jsonb"

/** The same CTEs, without rows. */
export const recording = ({ sql }: { readonly sql: SqlClient }): Fragment =>
  sql`counted AS (SELECT WHERE false), recorded AS (SELECT WHERE false)`
