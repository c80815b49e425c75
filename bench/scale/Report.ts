import type { Comparison } from "./Latency.ts"
import type { Mailing } from "./Mailing.ts"
import type { TableSize } from "./Sizes.ts"
import * as Statistics from "../shared/Statistics.ts"
import { type Sweep, slowdown } from "./Sweeping.ts"
import type { Throughput } from "./Throughput.ts"

export interface Results {
  readonly machine: string
  readonly small: number
  readonly users: number
  readonly latency: ReadonlyArray<Comparison>
  readonly sizes: ReadonlyArray<TableSize>
  readonly throughput: Throughput
  readonly sweep: Sweep
  readonly mailing: ReadonlyArray<Mailing>
}

const count = (value: number): string => Math.round(value).toLocaleString("en")
const millis = (value: number): string => value.toFixed(2)
const megabytes = (bytes: number): string => `${count(bytes / 1e6)} MB`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")

const spread = (values: ReadonlyArray<number>): string => {
  const { median, least, most } = Statistics.spread(values)
  return Number.isNaN(median) ? "–" : `${millis(median)} (${millis(least)}–${millis(most)})`
}

/** Medians, with the range of the rounds. */
const comparison = (name: string, { latency, small, users }: Results, of: "clock" | "processor"): string =>
  table(
    [name, `${count(small)} users`, `${count(users)} users`, "ratio"],
    latency.map(({ name, small, large }) => [
      name,
      spread(small.map((times) => times[of])),
      spread(large.map((times) => times[of])),
      spread(large.map((times, round) => times[of] / (small[round]?.[of] ?? Number.NaN)))
    ])
  )

const clock = (results: Results) => comparison("milliseconds by the clock", results, "clock")
const processor = (results: Results) => comparison("milliseconds of the database's processor", results, "processor")

const sizes = ({ sizes, users }: Results): string => {
  const sum = (bytes: (size: TableSize) => number) => sizes.reduce((total, size) => total + bytes(size), 0)
  const row = (name: string, rows: string, data: number, indexes: number) => [
    name,
    rows,
    megabytes(data),
    megabytes(indexes),
    `${count((data + indexes) / users)} bytes`
  ]
  const large = sizes.filter(({ rows }) => rows >= users / 100)
  return table(
    ["table", "rows", "data", "indexes", "per user"],
    [
      ...large.map((size) => row(`\`${size.table}\``, count(size.rows), size.data, size.indexes)),
      row(
        "**all**",
        "",
        sum(({ data }) => data),
        sum(({ indexes }) => indexes)
      )
    ]
  )
}

const throughput = ({ throughput, users }: Results): string =>
  table(
    ["on one machine, which also makes the requests", "a second"],
    [
      ["password hashes, one thread", count(throughput.hashesOnOneCore)],
      ["password hashes, a thread on every core", count(throughput.hashesOnAllCores)],
      [`a sign-in's four queries, ten connections, ${count(users)} users`, count(throughput.signIns)],
      [`session checks, ten connections, ${count(users)} users`, count(throughput.sessionChecks)]
    ]
  )

const sweep = ({ sweep }: Results): string => {
  const rows = sweep.sessions + sweep.browsers + sweep.links + sweep.windows
  const checks = (times: ReadonlyArray<number>) =>
    `${millis(Statistics.median(times))} ms, 95 % within ${millis(Statistics.percentile(times, 95))} ms`
  return table(
    ["a sweep", ""],
    [
      [
        "sessions, browsers, links and rate windows that it deleted",
        [sweep.sessions, sweep.browsers, sweep.links, sweep.windows].map(count).join(", ")
      ],
      ["time, in batches of 500", `${sweep.seconds.toFixed(1)} s`],
      ["rows a second", count(rows / sweep.seconds)],
      ["a session check before", checks(sweep.before)],
      ["a session check meanwhile", checks(sweep.meanwhile)],
      ["ratio of the medians", millis(slowdown(sweep, 50))]
    ]
  )
}

const mailing = ({ mailing }: Results): string =>
  table(
    ["mails, by a provider that answers", "one process, a second", "two processes, a second", "ms of a core for each"],
    [...new Set(mailing.map(({ delayMillis }) => delayMillis))].map((delay) => {
      const runs = mailing.filter(({ delayMillis }) => delayMillis === delay)
      return [
        delay === 0 ? "at once" : `after ${delay} ms`,
        ...runs.map(({ perSecond }) => count(perSecond)),
        millis(Math.min(...runs.map(({ processor }) => processor)))
      ]
    })
  )

/** Everything as Markdown. */
export const render = (results: Results): string =>
  [
    `Measured by \`npm run bench:scale\` on ${results.machine}.`,
    ...[clock, processor, sizes, throughput, sweep, mailing].map((section) => section(results))
  ].join("\n\n")
