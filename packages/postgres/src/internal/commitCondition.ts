import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import type { Durability } from "@latchkey/domain/rate-limit/RateLimitStore"

/**
 * Returns a condition that is always true. Where that of `deferred` is evaluated, the commit of its statement does not wait
 * for the disk, nor for a standby. PostgreSQL's log is sequential: the next commit that waits does so for everything before
 * it. Without any, it is on the disk after three times `wal_writer_delay`, or 0.6 seconds.
 *
 * The setting ends with the transaction. So it must not be evaluated in a transaction of the app.
 */
export const commitCondition = (sql: SqlClient, durability: Durability): Fragment =>
  sql.literal(durability === "deferred" ? "set_config('synchronous_commit', 'off', true) = 'off'" : "true")
