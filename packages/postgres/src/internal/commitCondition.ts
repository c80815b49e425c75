import type { Fragment } from "@effect/sql/Statement"
import type { AddParameter } from "./compiledStatement.ts"
import type { Database } from "./database.ts"

/** `isDeferred`: whether the commit need not wait for the disk. Never `true` in a transaction of the app. */
export interface Commit {
  readonly isDeferred: boolean
}

/**
 * Adds a condition that is always true. Where it is evaluated and `isDeferred`, the commit of its statement does not
 * wait for the disk. PostgreSQL's log is sequential: the next commit that waits does so for everything before it.
 * Without one, the commit is on the disk after three times `wal_writer_delay`.
 *
 * Where commits wait for a standby, this one does, too: a failover must not forget what the former leader has counted.
 * On Citus, where each node commits for itself, it waits as well.
 */
export const commitCondition = <Input extends Commit>(
  { isDistributed, sql }: Database,
  parameter: AddParameter<Input>
): Fragment => {
  if (isDistributed) return sql.literal("true")
  // The setting ends with the transaction of the statement.
  return sql`CASE
    WHEN ${parameter("boolean", ({ isDeferred }) => isDeferred)} AND current_setting('synchronous_standby_names') = ''
    THEN set_config('synchronous_commit', 'off', true) = 'off'
    ELSE true
  END`
}
