import * as Statistics from "../shared/Statistics.ts"
import { type Cleanup, slowdown } from "./Cleanup.ts"
import type { Counting } from "./Counting.ts"
import type { EmailThroughput } from "./EmailThroughput.ts"
import type { Import } from "./Import.ts"
import { type Comparison, feedName } from "./Latency.ts"
import type { TableSize } from "./Sizes.ts"
import type { Throughput } from "./Throughput.ts"

export interface Results {
  readonly machine: string
  readonly small: number
  readonly users: number
  readonly active: number
  readonly instances: number
  readonly latency: ReadonlyArray<Comparison>
  readonly counting: ReadonlyArray<Counting>
  readonly sizes: ReadonlyArray<TableSize>
  readonly throughput: Throughput
  readonly cleanup: Cleanup
  readonly emails: ReadonlyArray<EmailThroughput>
  readonly imports: Import
}

const count = (value: number): string => Math.round(value).toLocaleString("en")
const millis = (value: number): string => value.toFixed(2)
const megabytes = (bytes: number): string => `${count(bytes / 1e6)} MB`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map((_, column) => (column === 0 ? "---" : "---:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")

/** Returns, for each round, how many times as long a request takes in the large database. */
const ratios = ({ large, small }: Comparison, of: "clock" | "processor"): ReadonlyArray<number> =>
  large.map((times, round) => times[of] / (small[round]?.[of] ?? Number.NaN))

const spread = (values: ReadonlyArray<number>): string => {
  const { median, least, most } = Statistics.spread(values)
  return Number.isNaN(median) ? "–" : `${millis(median)} (${millis(least)}–${millis(most)})`
}

/** A table of medians with the range of the rounds. */
const comparison = (name: string, { latency, small, users }: Results, of: "clock" | "processor"): string =>
  table(
    [name, `${count(small)} users`, `${count(users)} users`, "ratio"],
    latency.map((compared) => [
      compared.name,
      spread(compared.small.map((times) => times[of])),
      spread(compared.large.map((times) => times[of])),
      spread(ratios(compared, of))
    ])
  )

const clock = (results: Results) => comparison("wall clock, ms", results, "clock")
const processor = (results: Results) => comparison("CPU time of the database, ms", results, "processor")

/** The most that a session check among all users may take, relative to one among few. */
const bound = 1.15

/** The most milliseconds that a page of the feed may take. */
const feedBound = 20

const feedVerdict = ({ latency, users }: Results): string => {
  const found = latency.find(({ name }) => name === feedName)
  const took = Statistics.median(found === undefined ? [] : found.large.map(({ clock }) => clock))
  const result = took <= feedBound ? "reached" : "**missed**"
  return `Goal: 100 of ${count(users)} events in at most ${feedBound} ms. Measured: ${millis(took)} ms, ${result}.`
}

/** Compares a session check, the first kind of request, with its goal, and with its query alone, the second. */
const verdict = ({ latency: [check, plain], small, users }: Results): string => {
  const ratioOf = (kind: Comparison | undefined) => Statistics.median(kind === undefined ? [] : ratios(kind, "clock"))
  const ratio = ratioOf(check)
  const result = ratio <= bound ? "reached" : "**missed**"
  return (
    `Goal: a session check among ${count(users)} users takes at most ${bound} times as long as among ${count(small)}. ` +
    `Measured: ${millis(ratio)}, ${result}. For the query with \`pg\` alone: ${millis(ratioOf(plain))}.`
  )
}

const counting = ({ counting, small, users }: Results): string =>
  table(
    ["all users of the largest instance, ms", `${count(small)} users`, `${count(users)} users`],
    counting.map(({ name, small, large }) => [name, millis(small), millis(large)])
  )

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
    ["on one machine, which also makes the requests", "per second"],
    [
      ["password hashes, one thread", count(throughput.hashesOnOneCore)],
      ["password hashes, one thread per core", count(throughput.hashesOnAllCores)],
      [`a sign-in's six queries, ten connections, ${count(users)} users`, count(throughput.signIns)],
      [`session checks, ten connections, ${count(users)} users`, count(throughput.sessionChecks)]
    ]
  )

const cleanup = ({ cleanup }: Results): string => {
  const rows = cleanup.sessions + cleanup.clients + cleanup.links + cleanup.limits
  const checks = (times: ReadonlyArray<number>) =>
    `${millis(Statistics.median(times))} ms, 95 % within ${millis(Statistics.percentile(times, 95))} ms`
  return table(
    ["one run of the cleanup job", ""],
    [
      [
        "deleted sessions, clients, magic links and rate limits",
        [cleanup.sessions, cleanup.clients, cleanup.links, cleanup.limits].map(count).join(", ")
      ],
      ["time, in batches of 500", `${cleanup.seconds.toFixed(1)} s`],
      ["rows per second", count(rows / cleanup.seconds)],
      ["a session check before", checks(cleanup.before)],
      ["a session check during the run", checks(cleanup.during)],
      ["ratio of the medians", millis(slowdown(cleanup, 50))]
    ]
  )
}

const emails = ({ emails }: Results): string =>
  table(
    [
      "emails, with a provider that responds",
      "one process, per second",
      "two processes, per second",
      "CPU time per email, ms"
    ],
    [...new Set(emails.map(({ delayMillis }) => delayMillis))].map((delay) => {
      const runs = emails.filter(({ delayMillis }) => delayMillis === delay)
      return [
        delay === 0 ? "immediately" : `after ${delay} ms`,
        ...runs.map(({ perSecond }) => count(perSecond)),
        millis(Math.min(...runs.map(({ processor }) => processor)))
      ]
    })
  )

const imports = ({ imports }: Results): string => {
  const { exported, imported, inserted, repeated, selected, users } = imports
  const row = (name: string, seconds: number, bare: number) => [
    name,
    count(users / seconds),
    count(users / bare),
    millis(seconds / bare)
  ]
  return table(
    [`${count(users)} users, with the whole command`, "per second", "statements alone, per second", "ratio"],
    [
      row("import of new users with bcrypt hashes", imported, inserted),
      row("import of users who exist", repeated, inserted),
      row("export with hashes to a file", exported, selected)
    ]
  )
}

const contents = ({ active, instances, users }: Results): string =>
  [
    instances === 1 ? "One instance has all users." : `Of ${instances} instances, one has four fifths of the users.`,
    active === users ? "Each user has three sessions." : `${count(active)} of the users have three sessions each.`
  ].join(" ")

/** Renders the results as Markdown. */
export const render = (results: Results): string =>
  [
    `Measured by \`npm run bench:scale\` on ${results.machine}. ${contents(results)}`,
    ...[clock, verdict, feedVerdict, processor, counting, sizes, throughput, cleanup, emails, imports].map((section) =>
      section(results)
    )
  ].join("\n\n")
