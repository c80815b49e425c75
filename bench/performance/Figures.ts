import * as Statistics from "../shared/Statistics.ts"
import type { Rounds } from "./Rounds.ts"

/**
 * A goal for one result, or for the ratio of two results of the same round. `bare`: the same results of a server that
 * does nothing else. A goal that it misses may be out of reach on this machine.
 */
export interface Figure {
  readonly name: string
  readonly of: string
  readonly to?: string
  readonly bare?: readonly [of: string, to: string]
  readonly goal: "at least" | "at most"
  readonly bound: number
}

export const figures: ReadonlyArray<Figure> = [
  {
    name: "session checks, Latchkey to better-auth",
    of: "checks: latchkey",
    to: "checks: better-auth",
    bare: ["checks: batched", "checks: better-auth"],
    goal: "at least",
    bound: 10
  },
  {
    name: "session checks, Latchkey to `node:http` and `pg`, prepared",
    of: "checks: latchkey",
    to: "checks: prepared",
    goal: "at least",
    bound: 0.9
  },
  {
    name: "session checks, Latchkey to `node:http` and `pg`, batched",
    of: "checks: latchkey",
    to: "checks: batched",
    goal: "at least",
    bound: 0.35
  },
  {
    name: "session checks, Latchkey inside the app to `node:http` and `pg`, prepared",
    of: "checks: embedded",
    to: "checks: prepared",
    goal: "at least",
    bound: 2
  },
  {
    name: "access tokens, Latchkey to its session checks",
    of: "access tokens: latchkey",
    to: "checks: latchkey",
    bare: ["access tokens: bare", "checks: batched"],
    goal: "at least",
    bound: 0.7
  },
  {
    name: "session checks, with 1 % of the traces to without telemetry",
    of: "checks: latchkey, traces 1 %",
    to: "checks: latchkey",
    goal: "at least",
    bound: 0.95
  },
  {
    name: "session checks, with all traces to without telemetry",
    of: "checks: latchkey, all traces",
    to: "checks: latchkey",
    goal: "at least",
    bound: 0.6
  },
  {
    name: "session checks, Latchkey with 1 % of the traces to better-auth without",
    of: "checks: latchkey, traces 1 %",
    to: "checks: better-auth",
    goal: "at least",
    bound: 12
  },
  {
    name: "session checks inside the app, with its tracer (1 %) to without",
    of: "checks: embedded, tracer",
    to: "checks: embedded, spans",
    goal: "at least",
    bound: 0.85
  },
  {
    name: "sign-ins, with all traces to without telemetry",
    of: "sign-ins 32: latchkey, all traces",
    to: "sign-ins 32: latchkey",
    goal: "at least",
    bound: 0.95
  },
  {
    name: "sign-ins, Latchkey to the bare server",
    of: "sign-ins 32: latchkey",
    to: "sign-ins 32: bare",
    goal: "at least",
    bound: 0.9
  },
  {
    name: "resident memory after 100,000 session checks, with all traces to without telemetry",
    of: "memory: latchkey, all traces",
    to: "memory: latchkey",
    goal: "at most",
    bound: 1.15
  },
  {
    name: "resident memory with all traces, after 200,000 session checks to after 100,000",
    of: "memory: latchkey, all traces, later",
    to: "memory: latchkey, all traces",
    goal: "at most",
    bound: 1.05
  },
  {
    name: "p99 of a session check, Latchkey to `node:http` and `pg`, prepared",
    of: "checks: latchkey, p99",
    to: "checks: prepared, p99",
    goal: "at most",
    bound: 1.2
  },
  {
    name: "sign-ins, Latchkey to Argon2id alone",
    of: "sign-ins 32: latchkey",
    to: "sign-ins 32: argon2",
    bare: ["sign-ins 32: bare", "sign-ins 32: argon2"],
    goal: "at least",
    bound: 0.8
  },
  {
    name: "sign-ins, Latchkey to better-auth",
    of: "sign-ins 32: latchkey",
    to: "sign-ins 32: better-auth",
    bare: ["sign-ins 32: bare", "sign-ins 32: better-auth"],
    goal: "at least",
    bound: 1.35
  },
  {
    name: "p99 of a sign-in, Latchkey to Argon2id alone",
    of: "sign-ins 32: latchkey, p99",
    to: "sign-ins 32: argon2, p99",
    bare: ["sign-ins 32: bare, p99", "sign-ins 32: argon2, p99"],
    goal: "at most",
    bound: 1.25
  },
  {
    name: "session checks in the storm, Latchkey to better-auth",
    of: "storm checks: latchkey",
    to: "storm checks: better-auth",
    bare: ["storm checks: bare", "storm checks: better-auth"],
    goal: "at least",
    bound: 100
  },
  {
    name: "session checks in the storm, p99 in ms",
    of: "storm checks: latchkey, p99",
    goal: "at most",
    bound: 25
  },
  {
    name: "sign-ins, in the storm to without it",
    of: "storm sign-ins: latchkey",
    to: "sign-ins 32: latchkey",
    bare: ["storm sign-ins: bare", "sign-ins 32: bare"],
    goal: "at least",
    bound: 0.7
  },
  {
    name: "sign-ins, in overload to without it",
    of: "overload: sign-ins",
    to: "sign-ins 32: latchkey",
    goal: "at least",
    bound: 0.8
  },
  {
    name: "`GET /health/live` in overload, p95 in ms",
    of: "overload: health, p95",
    goal: "at most",
    bound: 100
  },
  {
    name: "CPU time, 429 per IP address to 401",
    of: "429 per IP address, processor",
    to: "401, processor",
    goal: "at most",
    bound: 0.05
  },
  {
    name: "CPU time, 429 per account to 401",
    of: "429 per account, processor",
    to: "401, processor",
    goal: "at most",
    bound: 0.05
  },
  {
    name: "CPU time of the account page, without queries, in ms",
    of: "page in memory: account, processor",
    goal: "at most",
    bound: 1
  },
  {
    name: "CPU time of the dashboard's overview, without queries, in ms",
    of: "page in memory: overview, processor",
    goal: "at most",
    bound: 1
  },
  {
    name: "`npm start` in a folder with data, to ready, in s",
    of: "start: next",
    goal: "at most",
    bound: 2
  },
  {
    name: "`npm start`, resident after ten sign-ins, in MB",
    of: "start: resident",
    goal: "at most",
    bound: 300
  }
]

/** Returns the value of each round. Both sides of a ratio are from the same round. */
export const valuesOf = ({ of, to }: Pick<Figure, "of" | "to">, rounds: Rounds): ReadonlyArray<number> =>
  (rounds.get(of) ?? []).map((value, round) =>
    to === undefined ? value : value / (rounds.get(to)?.[round] ?? Number.NaN)
  )

export const isReached = ({ bound, goal }: Figure, median: number): boolean =>
  goal === "at least" ? median >= bound : median <= bound

/** Describes the goal and the result in one line. */
export const describe = (figure: Figure, rounds: Rounds): string => {
  const { least, median, most } = Statistics.spread(valuesOf(figure, rounds))
  const verdict = isReached(figure, median) ? "reached" : "MISSED "
  const range = `${least.toPrecision(3)} to ${most.toPrecision(3)}`
  return `${verdict} ${figure.name}: ${median.toPrecision(3)} (${range}), goal ${figure.goal} ${figure.bound}`
}
