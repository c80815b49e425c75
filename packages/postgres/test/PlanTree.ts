import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { Sent } from "./Recording.ts"

/** A step of a plan, as `EXPLAIN (FORMAT JSON)` writes it. */
export interface Step {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Index Cond"?: string
  readonly "TID Cond"?: string
  readonly Plans?: ReadonlyArray<Step>
}

interface Explained {
  readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Step }>
}

const root = (explained: ReadonlyArray<Explained>): Step => {
  const step = explained[0]?.["QUERY PLAN"][0]?.Plan
  if (step === undefined) throw new Error("There is no plan")
  return step
}

/** How the database runs a statement with these very parameters. */
export const custom = ({ text, parameters }: Sent) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    return root(yield* sql.unsafe<Explained>(`EXPLAIN (FORMAT JSON) ${text}`, parameters))
  })

interface Planning {
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
}

const blocksIn = (planning: Planning | undefined): number =>
  planning === undefined ? Number.NaN : planning["Shared Hit Blocks"] + planning["Shared Read Blocks"]

/**
 * How many blocks of tables and indexes the planner itself looks at. Where it only has to learn what tables there are,
 * once or because somebody has just analyzed them, it looks at none the next time.
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

/** How it would run one that was prepared long ago, for whatever parameters. */
export const generic = ({ text, parameters }: Sent) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`
    yield* sql.unsafe(`PREPARE statement AS ${text}`)
    // Nobody looks at them.
    const nulls = parameters.length === 0 ? "" : `(${parameters.map(() => "NULL").join(", ")})`
    const explained = yield* sql.unsafe<Explained>(`EXPLAIN (FORMAT JSON) EXECUTE statement ${nulls}`)
    yield* sql`DEALLOCATE statement`
    return root(explained)
  }).pipe((explain) => Effect.flatMap(SqlClient, (sql) => sql.withTransaction(explain)))

/** The step and every step below it. */
export const steps = (step: Step): ReadonlyArray<Step> => [step, ...(step.Plans ?? []).flatMap(steps)]

const conditionsOf = (step: Step): ReadonlyArray<string> =>
  steps(step).flatMap((part) => part["Index Cond"] ?? part["TID Cond"] ?? [])

/** Everywhere else an instance has any number of rows. */
const keyedByInstanceAlone = ["instances", "instance_hosts"]

/** Whether it finds its rows by a key, or by a part of one that few rows share. */
const isNarrow = (scan: Step): boolean => {
  const conditions = conditionsOf(scan)
  const isOfInstance = conditions.some((on) => /^\(instance_id = [^()]+\)$/.test(on))
  const isRange = conditions.some((on) => /[<>]/.test(on))
  const isWide = isOfInstance && !keyedByInstanceAlone.includes(scan["Relation Name"] ?? "")
  return conditions.length > 0 && !isRange && !isWide
}

const objectionsBelow = (step: Step, stopsEarly: boolean): ReadonlyArray<string> => {
  const type = step["Node Type"]
  const isScan = step["Relation Name"] !== undefined && type !== "ModifyTable"
  // In the order of an index it reads no more than was asked for.
  const isFine = !isScan || isNarrow(step) || (stopsEarly && type === "Index Scan")
  const childrenStopEarly = type === "Limit" || (stopsEarly && type === "LockRows")
  return [
    ...(isFine ? [] : [`${type} on ${step["Relation Name"]} reads too much`]),
    ...(step.Plans ?? []).flatMap((child) => objectionsBelow(child, childrenStopEarly))
  ]
}

/**
 * What makes a plan slower the more rows there are: whole tables, whole instances and ranges are read only in the order
 * of an index, up to a limit. So nothing sorts them either.
 */
export const objections = (plan: Step): ReadonlyArray<string> => objectionsBelow(plan, false)

/** A plan as lines, for people. */
export const describe = (step: Step, depth = 0): string => {
  const words = [step["Node Type"], step["Relation Name"], step["Index Name"], step["Index Cond"], step["TID Cond"]]
  const line = `${"  ".repeat(depth)}${words.filter((word) => word !== undefined).join(" ")}`
  return [line, ...(step.Plans ?? []).map((child) => describe(child, depth + 1))].join("\n")
}
