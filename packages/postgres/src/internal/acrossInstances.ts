/**
 * Statements that concern several instances. PostgreSQL runs each as one. On a Citus cluster they run once per instance:
 * Citus locks rows on one shard only, and a statement of one instance is sent to the node that has it.
 */
import type { Fragment } from "@effect/sql/Statement"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Database, rows, transaction } from "./database.ts"

/** Up to `limit` rows of a table, in the order of a column or columns. */
export interface Wanted {
  readonly table: Fragment
  readonly condition: Fragment
  readonly order: string
  readonly limit: number
}

/**
 * What a statement takes.
 *
 * - `locked`: the rest of a `SELECT`, from `FROM` on: it locks the wanted rows, and skips those that others have locked.
 * - `ofInstance`: a condition on a column with the instance, and an `AND`, for the statement around that `SELECT`.
 */
export interface Taking {
  readonly locked: Fragment
  readonly ofInstance: (column: string) => Fragment
}

const candidates = rows(Schema.Struct({ instanceId: InstanceId }))

const countPerInstance = (ids: ReadonlyArray<InstanceId>): ReadonlyMap<InstanceId, number> => {
  const counts = new Map<InstanceId, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Runs `take` on up to `limit` rows of all instances. Returns what it returns, on Citus grouped by instance. */
export const acrossInstances = <A>(
  { isDistributed, sql }: Database,
  { condition, limit, order, table }: Wanted,
  take: (taking: Taking) => Effect.Effect<ReadonlyArray<A>, PersistenceError>
): Effect.Effect<ReadonlyArray<A>, PersistenceError> => {
  const takeOf = (ofInstance: Taking["ofInstance"], count: number) => {
    const wanted = sql`${ofInstance("instance_id")}${condition} ORDER BY ${sql.literal(order)} LIMIT ${count}`
    return take({ ofInstance, locked: sql`FROM ${table} WHERE ${wanted} FOR UPDATE SKIP LOCKED` })
  }
  if (!isDistributed) return takeOf(() => sql``, limit)

  const takeAll = Effect.gen(function* () {
    const taken: Array<A> = []
    let skipped = 0
    while (taken.length < limit) {
      const wanted = limit - taken.length
      const found = yield* candidates(sql`
        SELECT instance_id AS "instanceId" FROM ${table} WHERE ${condition}
        ORDER BY ${sql.literal(order)} LIMIT ${wanted} OFFSET ${skipped}`)
      const before = taken.length
      for (const [id, count] of countPerInstance(found.map(({ instanceId }) => instanceId))) {
        taken.push(...(yield* takeOf((column) => sql`${sql.literal(column)} = ${id} AND `, count)))
      }
      if (found.length < wanted) break
      // Those that another worker has: what comes after them is next. If it lets them go meanwhile, some wait for the
      // next call.
      skipped += found.length - (taken.length - before)
    }
    return taken
  })
  return transaction(sql)(takeAll)
}

/** Makes a function that runs a batch: as a whole, or on Citus once for the inputs of each instance. */
export const perInstance =
  <In, Out>(
    { isDistributed, sql }: Database,
    instanceOf: (input: In) => InstanceId,
    run: (
      inputs: Arr.NonEmptyReadonlyArray<In>,
      ofInstance: (column: string) => Fragment
    ) => Effect.Effect<ReadonlyArray<Out>, PersistenceError>
  ) =>
  (inputs: Arr.NonEmptyReadonlyArray<In>): Effect.Effect<ReadonlyArray<Out>, PersistenceError> => {
    if (!isDistributed) return run(inputs, () => sql``)
    const indexed = Arr.map(inputs, (input, index) => ({ input, index }))
    const groups = Object.values(Arr.groupBy(indexed, ({ input }) => instanceOf(input)))
    const runGroup = (group: (typeof groups)[number]) => {
      const id = instanceOf(group[0].input)
      const outputs = run(
        Arr.map(group, ({ input }) => input),
        (column) => sql`${sql.literal(column)} = ${id} AND `
      )
      return Effect.map(outputs, (found) => Arr.zipWith(group, found, ({ index }, output) => ({ index, output })))
    }
    return Effect.map(Effect.forEach(groups, runGroup, { concurrency: "unbounded" }), (found) =>
      found
        .flat()
        .sort((one, other) => one.index - other.index)
        .map(({ output }) => output)
    )
  }
