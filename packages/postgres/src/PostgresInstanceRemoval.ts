/** Removes rows of an instance, table by table. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { countRows, type Database, database, hasRow } from "./internal/database.ts"
import { tables as declaredTables } from "./internal/migrations/all.ts"
import type { Table } from "./internal/Table.ts"

/** A table, and the column in whose order its rows are deleted. */
interface InstanceTable {
  readonly table: Fragment
  readonly column: string
}

type Purpose = Exclude<Table["ofInstance"], undefined>

/**
 * The tables with rows of instances, each with its column for a purpose, in an order in which no deleted row has
 * dependent rows: cascades would make a batch larger than its limit.
 */
const tablesFor = (purpose: keyof Purpose, { tables }: Database): ReadonlyArray<InstanceTable> =>
  Record.toEntries<keyof typeof declaredTables, Table>(declaredTables)
    .flatMap(([name, { ofInstance }]) => {
      const column = ofInstance?.[purpose] ?? null
      return column === null ? [] : [{ table: tables[name], column }]
    })
    .reverse()

/**
 * The tables whose rows let someone in. Sessions come last: a request that uses a link holds the lock of its row until
 * its session is stored, so the session is found afterwards.
 */
const tablesOfAccess = (db: Database): ReadonlyArray<InstanceTable> => {
  const isOfSessions = ({ table }: InstanceTable) => table === db.tables.sessions
  const [others, sessions] = Arr.partition(tablesFor("letsInBy", db), isOfSessions)
  return [...others, ...sessions]
}

/** Deletes up to `limit` rows of an instance from a table, and returns how many. */
type DeleteFrom = (part: InstanceTable, id: InstanceId, limit: number) => Effect.Effect<number, PersistenceError>

/** Makes the function that deletes up to `limit` rows from the tables, in their order, and returns how many. */
const makeBatch = (all: ReadonlyArray<InstanceTable>, deleteFrom: DeleteFrom) => {
  // The first table that this process has not emptied yet. It only saves time: finding no row in an emptied table means
  // reading its index past all deleted rows that are not vacuumed.
  const positions = new Map<InstanceId, number>()

  /** Deletes rows of this table and those after it. */
  const deleteRows = Effect.fnUntraced(function* (id: InstanceId, position: number, limit: number) {
    let removed = 0
    for (const [index, part] of all.entries()) {
      if (index < position) continue
      positions.set(id, index)
      removed += yield* deleteFrom(part, id, limit - removed)
      if (removed >= limit) break
    }
    return removed
  })

  return Effect.fnUntraced(function* (id: InstanceId, limit: number) {
    const position = positions.get(id) ?? 0
    positions.delete(id)
    const removed = yield* deleteRows(id, position, limit)
    // Rows in the tables before it were locked, are new, or were restored by a transaction that failed.
    return removed < limit && position > 0 ? removed + (yield* deleteRows(id, 0, limit - removed)) : removed
  })
}

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db
  const all = tablesFor("key", db)

  // In the order of the primary key: the statistics still count the rows that the batches before have deleted, and with
  // them a plan would rather read the whole table.
  const rowsIn = ({ column, table }: InstanceTable, id: InstanceId) =>
    sql`FROM ${table} WHERE instance_id = ${id} ORDER BY ${sql.literal(column)}`

  /** Skips rows that others have locked, so that a batch neither waits for another process nor deadlocks with it. */
  const deleteUnlocked: DeleteFrom = (part, id, limit) =>
    // By ctid, as in `deleteExpired`.
    countRows(sql`
      DELETE FROM ${part.table} WHERE instance_id = ${id} AND ctid = ANY (ARRAY(
        SELECT ctid ${rowsIn(part, id)} LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ))
      RETURNING 1`)

  /**
   * Waits for locked rows. By key: the place of a row (ctid) is outdated if the one who held the lock changed it.
   * Several one-time tokens can have one subject: it deletes all of them, which can be more than `limit`.
   */
  const deleteEvery: DeleteFrom = (part, id, limit) => {
    const column = sql.literal(part.column)
    return countRows(sql`
      DELETE FROM ${part.table} WHERE instance_id = ${id} AND ${column} = ANY (ARRAY(
        SELECT ${column} ${rowsIn(part, id)} LIMIT ${limit} FOR UPDATE
      ))
      RETURNING 1`)
  }

  const isDeleted = (id: InstanceId) =>
    hasRow(sql`SELECT FROM ${tables.instances} WHERE instance_id = ${id} AND deleted_at IS NOT NULL`)

  /** Returns `true` if no row is left, not even one that was skipped. */
  const isEmpty = (id: InstanceId) =>
    Effect.every(all, (part) => Effect.map(countRows(sql`SELECT ${rowsIn(part, id)} LIMIT 1`), (count) => count === 0))

  const deleteInstance = (id: InstanceId) =>
    countRows(sql`
      DELETE FROM ${tables.instances} WHERE instance_id = ${id} AND deleted_at IS NOT NULL RETURNING instance_id`)

  const removeRows = makeBatch(all, deleteUnlocked)
  const revokeRows = makeBatch(tablesOfAccess(db), deleteEvery)

  return InstanceRemoval.of({
    removeBatch: Effect.fnUntraced(function* (id, limit) {
      const isRemaining = yield* isDeleted(id)
      if (!isRemaining) return 0
      const removed = yield* removeRows(id, limit)
      if (removed >= limit || !(yield* isEmpty(id))) return removed
      return removed + (yield* deleteInstance(id))
    }, traced("PostgresInstanceRemoval.removeBatch")),

    revokeBatch: (id, limit) => revokeRows(id, limit).pipe(traced("PostgresInstanceRemoval.revokeBatch"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<InstanceRemoval, never, SqlClient> = Layer.effect(InstanceRemoval, make)
