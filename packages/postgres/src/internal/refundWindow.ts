import type { Statement } from "@effect/sql/Statement"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import type * as DateTime from "effect/DateTime"
import { time } from "./columns.ts"
import { type Commit, commitCondition } from "./commitCondition.ts"
import { compiledStatement } from "./compiledStatement.ts"
import type { Database } from "./database.ts"
import { plusSeconds } from "./plusSeconds.ts"

/** An attempt at a time, in the window of a key. */
export interface Refund extends Commit {
  readonly instanceId: InstanceId
  readonly key: string
  readonly at: DateTime.Utc
}

/**
 * Makes a function that makes the statement of a refund. `width_bucket` finds the place of the attempt in its window.
 */
export const refundWindow = (db: Database): ((refund: Refund) => Statement<object>) => {
  const { sql, tables } = db
  return compiledStatement(sql, (parameter) => {
    const instanceId = parameter("text", (refund) => refund.instanceId)
    const key = parameter("text", (refund) => refund.key)
    const at = parameter("timestamptz", (refund) => time(refund.at))
    const place = sql`width_bucket(${at}, w.consumed_at)`
    // The length of the window is not known here. It is the difference between the newest time and the expiry.
    const length = sql`extract(epoch FROM w.expires_at - w.consumed_at[cardinality(w.consumed_at)])::float8`
    return sql`
      UPDATE ${tables.rateLimits} w SET
        consumed_at = w.consumed_at[:${place} - 1] || w.consumed_at[${place} + 1:],
        expires_at = CASE
          WHEN ${place} < cardinality(w.consumed_at) THEN w.expires_at
          WHEN cardinality(w.consumed_at) = 1 THEN '-infinity'
          ELSE ${plusSeconds(sql, sql`w.consumed_at[cardinality(w.consumed_at) - 1]`, length)}
        END
      WHERE w.instance_id = ${instanceId} AND w.key = ${key} AND ${at} = ANY (w.consumed_at)
        AND ${commitCondition(db, parameter)}`
  })
}
