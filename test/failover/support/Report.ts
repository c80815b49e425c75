import * as Record from "effect/Record"
import type { Node } from "./Cluster.ts"
import type { Ledger } from "./Ledger.ts"

/** What happened in a round. Times are in seconds. */
export interface Round {
  readonly fault: string
  readonly from: Node
  readonly to: Node
  /** From the fault until another node leads; none if the leader stayed. */
  readonly newLeader: number | undefined
  /** From the first 503 until the last. */
  readonly unavailable: number
  /** From the new leader until the last 503; from the fault if the leader stayed. */
  readonly recovery: number
  /** Responses with 503 to requests after the former leader came back. */
  readonly afterwards: number
  readonly responses: number
  readonly before: Ledger["counts"]
  readonly after: Ledger["counts"]
  readonly wrong: number
}

const headings = [
  "round",
  "fault",
  "leader",
  "new leader after",
  "503 for",
  "of it, with the new leader",
  "responses with 503 after that",
  "responses",
  "accounts",
  "sign-outs",
  "used links",
  "checked guesses",
  "refreshed tokens",
  "verified tokens",
  "lost replies",
  "too late",
  "without keys",
  "wrong"
]

const time = (seconds: number | undefined) => (seconds === undefined ? "–" : `${seconds.toFixed(1)} s`)

const cells = (round: Round, index: number): ReadonlyArray<string | number> => {
  const added = (name: keyof Round["after"]) => round.after[name] - round.before[name]
  return [
    index + 1,
    round.fault,
    round.from === round.to ? round.to : `${round.from} → ${round.to}`,
    time(round.newLeader),
    time(round.unavailable),
    time(round.recovery),
    round.afterwards,
    round.responses,
    added("accounts"),
    added("signedOut"),
    added("usedLinks"),
    added("guesses"),
    added("refreshes"),
    added("verified"),
    added("lostReplies"),
    added("late"),
    added("keyOutages"),
    round.wrong
  ]
}

const asMarkdown = (headings: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>): string =>
  [headings, headings.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")

/** Returns the least and the greatest of the times. */
const range = (times: ReadonlyArray<number | undefined>): string => {
  const known = times.filter((seconds) => seconds !== undefined)
  if (known.length === 0) return time(undefined)
  const [least, greatest] = [Math.min(...known).toFixed(1), time(Math.max(...known))]
  return `${least} s` === greatest ? greatest : `${least}–${greatest}`
}

const summary = (rounds: ReadonlyArray<Round>): string => {
  const rows = [...new Set(rounds.map(({ fault }) => fault))].map((fault) => {
    const same = rounds.filter((round) => round.fault === fault)
    return [
      fault,
      same.length,
      range(same.map(({ newLeader }) => newLeader)),
      range(same.map(({ unavailable }) => unavailable)),
      range(same.map(({ recovery }) => recovery))
    ]
  })
  return asMarkdown(["fault", "rounds", ...headings.slice(3, 6)], rows)
}

/** Returns what happened in each round, and to each fault, as tables in Markdown. */
export const report = (rounds: ReadonlyArray<Round>): string => {
  const all = rounds.at(-1)?.after
  const sums = all && Record.toEntries(all).map(([name, count]) => `${name} ${count}`)
  return `\n${asMarkdown(headings, rounds.map(cells))}\n\n${summary(rounds)}\n\nIn all: ${sums?.join(", ")}\n`
}
