import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { Sent } from "@latchkey/test-support/postgres/Recording"

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` writes it. */
export interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Index Cond"?: string
  readonly "TID Cond"?: string
  /** What a `ModifyTable` does. */
  readonly Operation?: "Insert" | "Update" | "Delete"
  /** How often it ran. Only in a plan that was executed. */
  readonly "Actual Loops"?: number
  readonly Plans?: ReadonlyArray<Node>
}

interface Explained {
  readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Node }>
}

const root = (explained: ReadonlyArray<Explained>): Node => {
  const node = explained[0]?.["QUERY PLAN"][0]?.Plan
  if (node === undefined) throw new Error("There is no plan")
  return node
}

/** Returns the plan of a statement with these parameters. */
export const custom = ({ text, parameters }: Sent) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    return root(yield* sql.unsafe<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, parameters))
  })

/** Executes a statement with these parameters, and returns its plan. */
export const executed = ({ text, parameters }: Sent) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    return root(yield* sql.unsafe<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, parameters))
  })

interface Planning {
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
}

const blocksIn = (planning: Planning | undefined): number =>
  planning === undefined ? Number.NaN : planning["Shared Hit Blocks"] + planning["Shared Read Blocks"]

/**
 * Returns how many blocks of tables and indexes the planner itself reads. It plans several times: what it reads only to
 * learn about the tables, the first time or after an ANALYZE, it does not read again.
 */
export const blocksOfPlanning = ({ text, parameters }: Sent) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const explain = sql.unsafe<{ "QUERY PLAN": ReadonlyArray<{ readonly Planning: Planning }> }>(
      `EXPLAIN (BUFFERS, FORMAT JSON) ${text}`,
      parameters
    )
    const attempts = yield* Effect.replicateEffect(explain, 4)
    return Math.min(...attempts.map(([row]) => blocksIn(row?.["QUERY PLAN"][0]?.Planning)))
  }).pipe((explain) => Effect.flatMap(SqlClient, (sql) => sql.withTransaction(explain)))

/** Returns the plan of a prepared statement for any parameters. */
export const generic = ({ text, parameters }: Sent) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`
    yield* sql.unsafe(`PREPARE statement AS ${text}`)
    // A generic plan does not depend on the values.
    const nulls = parameters.length === 0 ? "" : `(${parameters.map(() => "NULL").join(", ")})`
    const explained = yield* sql.unsafe<Explained>(`EXPLAIN (FORMAT JSON) EXECUTE statement ${nulls}`)
    yield* sql`DEALLOCATE statement`
    return root(explained)
  }).pipe((explain) => Effect.flatMap(SqlClient, (sql) => sql.withTransaction(explain)))

/** Returns the node and every node below it. */
export const nodes = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodes)]

const conditionsOf = (node: Node): ReadonlyArray<string> =>
  nodes(node).flatMap((part) => part["Index Cond"] ?? part["TID Cond"] ?? [])

/** In every other table, an instance has any number of rows. It has ten webhooks at most, and three signing keys. */
const keyedByInstanceOnly = ["instances", "instance_hosts", "expired_events", "signing_keys", "webhooks"]

/** Has one row. */
const clock = "event_clock"

/** Returns `true` if the scan finds its rows by a key, or by a part of one that few rows share. */
const isNarrow = (scan: Node): boolean => {
  if (scan["Relation Name"] === clock) return true
  const conditions = conditionsOf(scan)
  const isOfInstance = conditions.some((on) => /^\(instance_id = [^()]+\)$/.test(on))
  const isRange = conditions.some((on) => /[<>]/.test(on))
  const isWide = isOfInstance && !keyedByInstanceOnly.includes(scan["Relation Name"] ?? "")
  return conditions.length > 0 && !isRange && !isWide
}

const wideScansBelow = (node: Node, stopsEarly: boolean): ReadonlyArray<string> => {
  const type = node["Node Type"]
  const isScan = node["Relation Name"] !== undefined && type !== "ModifyTable"
  // A scan in the order of an index reads no more rows than the limit.
  const isFine = !isScan || isNarrow(node) || (stopsEarly && (type === "Index Scan" || type === "Index Only Scan"))
  const childrenStopEarly = type === "Limit" || (stopsEarly && ["LockRows", "Nested Loop"].includes(type))
  return [
    ...(isFine ? [] : [`${type} on ${node["Relation Name"]} reads too many rows`]),
    ...(node.Plans ?? []).flatMap((child) => wideScansBelow(child, childrenStopEarly))
  ]
}

/**
 * Returns the scans that become slower with the number of rows: those of a whole table, of a whole instance or of a
 * range, unless they are in the order of an index and stop at a limit. Without such scans, no plan sorts many rows
 * either.
 */
export const wideScans = (plan: Node): ReadonlyArray<string> => wideScansBelow(plan, false)

/** Returns a plan as readable lines. */
export const describe = (node: Node, depth = 0): string => {
  const words = [node["Node Type"], node["Relation Name"], node["Index Name"], node["Index Cond"], node["TID Cond"]]
  const line = `${"  ".repeat(depth)}${words.filter((word) => word !== undefined).join(" ")}`
  return [line, ...(node.Plans ?? []).map((child) => describe(child, depth + 1))].join("\n")
}
