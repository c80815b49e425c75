import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import type { Durability } from "@latchkey/domain/rate-limit/RateLimitStore"

const deferred = `set_config(
  'synchronous_commit',
  CASE current_setting('synchronous_standby_names') WHEN '' THEN 'off' ELSE current_setting('synchronous_commit') END,
  true
) <> ''`

/**
 * Returns a condition that is always true. Where that of `deferred` is evaluated, the commit of its statement does not wait
 * for the disk. PostgreSQL's log is sequential: the next commit that waits does so for everything before it. Without one, the
 * commit is on the disk after three times `wal_writer_delay`. Where commits wait for a standby, this one does, too: a failover
 * must not forget what the former leader has counted.
 *
 * The setting ends with the transaction. So the condition must not be evaluated in a transaction of the app.
 */
export const commitCondition = (sql: SqlClient, durability: Durability): Fragment =>
  sql.literal(durability === "deferred" ? deferred : "true")
