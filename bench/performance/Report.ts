import * as Statistics from "../shared/Statistics.ts"
import * as Arguments from "./Arguments.ts"
import * as Figures from "./Figures.ts"
import { checkers, checkersInStorm, pageReaders, signersInOverload, signersInStorm } from "./Measurements.ts"
import type { Rounds } from "./Rounds.ts"

/** The circumstances of the measurements. */
export interface Circumstances {
  readonly machine: string
  readonly versions: string
  readonly postgres: string
  readonly seconds: number
  readonly rounds: number
  /** Shares of the CPU that other programs used, before the first round and after the last. */
  readonly load: readonly [number, number]
}

/** Writes a number with as many digits as are meaningful. */
export const number = (value: number): string => {
  if (Number.isNaN(value)) return "–"
  if (value >= 100) return Math.round(value).toLocaleString("en")
  if (value >= 10) return value.toFixed(1)
  return value >= 0.1 ? value.toFixed(2) : value.toFixed(3)
}

const spread = (values: ReadonlyArray<number> | undefined): string => {
  const { least, median, most } = Statistics.spread(values ?? [])
  return `${number(median)} (${number(least)}–${number(most)})`
}

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")

/** Rows with a name and several results. */
const rowsOf = (rounds: Rounds, rows: ReadonlyArray<readonly [string, ...ReadonlyArray<string>]>) =>
  rows.map(([name, ...keys]) => [name, ...keys.map((key) => (key === "" ? "" : spread(rounds.get(key))))])

const withTimes = (name: string, key: string) => [name, key, `${key}, median`, `${key}, p99`] as const

const sessionChecks = (rounds: Rounds): string =>
  table(
    [`session checks, ${checkers} clients`, "per second", "median, ms", "p99, ms", "CPU time, ms each"],
    rowsOf(rounds, [
      ...(
        [
          ["`node:http` and `pg` alone, a prepared query for each check", "checks: prepared"],
          ["`node:http` and `pg` alone, one query for many checks", "checks: batched"],
          ["… and an access token for it", "access tokens: bare"],
          ["**Latchkey**", "checks: latchkey"],
          ["**Latchkey**, 1 % of the requests traced", "checks: latchkey, traces 1 %"],
          ["**Latchkey**, every request traced", "checks: latchkey, all traces"],
          ["**Latchkey**, an access token instead of the check", "access tokens: latchkey"],
          ["better-auth", "checks: better-auth"],
          ["better-auth, cookie cache (no database)", "checks: better-auth, cookie cache"]
        ] as const
      ).map(([name, key]) => [...withTimes(name, key), `${key}, processor`] as const),
      ["**Latchkey** inside the app (no HTTP)", "checks: embedded", "", "", "checks: embedded, processor"],
      [
        "… in a span of the app, without a tracer",
        "checks: embedded, spans",
        "",
        "",
        "checks: embedded, spans, processor"
      ],
      ["… with the app's tracer, 1 %", "checks: embedded, tracer", "", "", "checks: embedded, tracer, processor"]
    ])
  )

const signIns = (rounds: Rounds): string =>
  table(
    ["sign-ins per second", "CPU time, ms each", `${signersInStorm} clients`, "median, ms", "p99, ms"],
    rowsOf(
      rounds,
      (
        [
          ["Argon2id alone, no database", "argon2"],
          ["`node:http`, `pg` and Argon2id alone", "bare"],
          ["**Latchkey**", "latchkey"],
          ["**Latchkey**, 1 % of the requests traced", "latchkey, traces 1 %"],
          ["**Latchkey**, every request traced", "latchkey, all traces"],
          ["better-auth", "better-auth"]
        ] as const
      ).map(([name, key]) => [name, `sign-ins 32: ${key}, processor`, ...withTimes("", `sign-ins 32: ${key}`).slice(1)])
    )
  )

const storm = (rounds: Rounds): string =>
  table(
    [
      `${signersInStorm} clients sign in, ${checkersInStorm} check sessions`,
      "checks per second",
      "median, ms",
      "p99, ms",
      "sign-ins per second"
    ],
    rowsOf(
      rounds,
      (
        [
          ["`node:http`, `pg` and Argon2id alone", "bare"],
          ["**Latchkey**", "latchkey"],
          ["better-auth", "better-auth"]
        ] as const
      ).map(([name, key]) => [...withTimes(name, `storm checks: ${key}`), `storm sign-ins: ${key}`])
    )
  )

const overload = (rounds: Rounds): string =>
  table(
    [
      `${signersInOverload} clients sign in`,
      "sign-ins per second",
      "requests shed per second",
      "CPU time of a shed request, ms",
      "p95 of `/health/live`, ms"
    ],
    rowsOf(rounds, [
      ["`node:http` that only responds", "", "", "overload: bare, processor", ""],
      ["**Latchkey**", "overload: sign-ins", "overload: shed", "overload: shed, processor", "overload: health, p95"]
    ])
  )

/** Clients wait after a sign-in that was shed, so it slows the figures of its workload down, and is in none of them. */
const shedSignIns = (rounds: Rounds): string =>
  [...rounds]
    .filter(([key, perSecond]) => key.endsWith(", shed") && perSecond.some((one) => one > 0))
    .map(([key, perSecond]) => `${key.slice(0, -", shed".length)}: ${spread(perSecond)} sign-ins per second were shed.`)
    .join("\n")

const development = (rounds: Rounds): string =>
  table(
    ["`npm start` after the build, on the embedded database", ""],
    rowsOf(rounds, [
      ["first start in a folder, to ready, s", "start: first"],
      ["next start, to ready, s", "start: next"],
      ["resident after ten sign-ins, MB", "start: resident"]
    ])
  )

const memory = (rounds: Rounds): string =>
  table(
    ["resident memory of a new process, MB", "after 100,000 session checks", "after 200,000"],
    rowsOf(
      rounds,
      (
        [
          ["**Latchkey**", "latchkey"],
          ["**Latchkey**, every request traced", "latchkey, all traces"]
        ] as const
      ).map(([name, key]) => [name, `memory: ${key}`, `memory: ${key}, later`])
    )
  )

const refusals = (rounds: Rounds): string =>
  table(
    ["refused sign-ins, 16 clients", "per second", "CPU time, ms each"],
    rowsOf(
      rounds,
      (
        [
          ["401, a wrong password", "401"],
          ["429, limit per IP address", "429 per IP address"],
          ["429, limit per account", "429 per account"]
        ] as const
      ).map(([name, key]) => [name, key, `${key}, processor`])
    )
  )

const pages = (rounds: Rounds): string =>
  table(
    [`pages, ${pageReaders} clients`, "per second", "median, ms", "CPU time, ms each", "without queries"],
    rowsOf(
      rounds,
      (
        [
          ["sign-in", "signIn"],
          ["account", "account"],
          ["the dashboard's overview, with its chart", "overview"]
        ] as const
      ).map(([name, page]) => [
        name,
        `page: ${page}`,
        `page: ${page}, median`,
        `page: ${page}, processor`,
        `page in memory: ${page}, processor`
      ])
    )
  )

const ratios = (rounds: Rounds): string =>
  table(
    ["ratio, each within a round", "", "a bare server", "goal", ""],
    Figures.figures.map((figure) => {
      const values = Figures.valuesOf(figure, rounds)
      const isReached = Figures.isReached(figure, Statistics.spread(values).median)
      return [
        figure.name,
        spread(values),
        figure.bare === undefined ? "" : spread(Figures.valuesOf({ of: figure.bare[0], to: figure.bare[1] }, rounds)),
        `${figure.goal} ${figure.bound}`,
        isReached ? "reached" : "**missed**"
      ]
    })
  )

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Renders the results as Markdown. */
export const render = (
  rounds: Rounds,
  { load, machine, postgres, rounds: count, seconds, versions }: Circumstances
) => {
  const generator = spread(rounds.get("generator"))
  const command = Arguments.commandOf({ seconds, rounds: count })
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} by \`${command}\`: ${machine}; ${postgres}; ${versions}.`,
    `Medians of ${count} rounds with their range. Each measurement took ${seconds} s, of pages 2 s. Other programs used ` +
      `${percent(load[0])} of the CPU before and ${percent(load[1])} after. From a server that only responds, the ` +
      `load generator got ${generator} responses per second.`,
    ...[ratios, sessionChecks, signIns, storm, shedSignIns, overload, refusals, pages, memory, development]
      .map((section) => section(rounds))
      .filter((text) => text !== "")
  ].join("\n\n")
}
