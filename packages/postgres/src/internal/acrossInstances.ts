/**
 * Statements that concern several instances. PostgreSQL runs each as one. On a Citus cluster they run once per
 * instance: Citus locks rows on one shard only, and a statement of one instance is sent to the node that has it.
 */
import type { Fragment } from "@effect/sql/Statement"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Database, rows, transaction } from "./database.ts"

/** Up to `limit` rows of a table, in the order of a column or columns. */
export interface Selection {
  readonly table: Fragment
  readonly condition: Fragment
  readonly order: string
  readonly limit: number
}

/**
 * The selected rows, for the statement that changes them.
 *
 * - `locked`: the rest of a `SELECT`, from `FROM` on: it locks the rows, and skips those that others have locked.
 * - `ofInstance`: a condition on a column with the instance, and an `AND`, for the statement around that `SELECT`.
 */
export interface SelectedRows {
  readonly locked: Fragment
  readonly ofInstance: (column: string) => Fragment
}

const candidates = rows(Schema.Struct({ instanceId: InstanceId }))

const countPerInstance = (ids: ReadonlyArray<InstanceId>): ReadonlyMap<InstanceId, number> => {
  const counts = new Map<InstanceId, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Runs `change` on up to `limit` rows of all instances. Returns what it returns, on Citus grouped by instance. */
export const acrossInstances = <A>(
  { isDistributed, sql }: Database,
  { condition, limit, order, table }: Selection,
  change: (rows: SelectedRows) => Effect.Effect<ReadonlyArray<A>, PersistenceError>
): Effect.Effect<ReadonlyArray<A>, PersistenceError> => {
  const changeOf = (ofInstance: SelectedRows["ofInstance"], count: number) => {
    const selected = sql`${ofInstance("instance_id")}${condition} ORDER BY ${sql.literal(order)} LIMIT ${count}`
    return change({ ofInstance, locked: sql`FROM ${table} WHERE ${selected} FOR UPDATE SKIP LOCKED` })
  }
  if (!isDistributed) return changeOf(() => sql``, limit)

  const changeAll = Effect.gen(function* () {
    const changed: Array<A> = []
    let skipped = 0
    while (changed.length < limit) {
      const wanted = limit - changed.length
      const found = yield* candidates(sql`
        SELECT instance_id AS "instanceId" FROM ${table} WHERE ${condition}
        ORDER BY ${sql.literal(order)} LIMIT ${wanted} OFFSET ${skipped}`)
      const before = changed.length
      for (const [id, count] of countPerInstance(found.map(({ instanceId }) => instanceId))) {
        changed.push(...(yield* changeOf((column) => sql`${sql.literal(column)} = ${id} AND `, count)))
      }
      if (found.length < wanted) break
      // Those that another worker has: what comes after them is next. If it lets them go meanwhile, some wait for the
      // next call.
      skipped += found.length - (changed.length - before)
    }
    return changed
  })
  return transaction(sql)(changeAll)
}
