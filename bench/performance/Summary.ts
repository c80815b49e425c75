/** The sentences and the rows that repeat results elsewhere: in "Results in short", and in README.md. */
import * as Statistics from "../shared/Statistics.ts"
import * as Figures from "./Figures.ts"
import * as Report from "./Report.ts"
import type { Rounds } from "./Rounds.ts"

const medianOf = (rounds: Rounds, of: string, to?: string): string =>
  Report.number(Statistics.median(Figures.valuesOf({ of, ...(to === undefined ? {} : { to }) }, rounds)))

const missedIn = (rounds: Rounds) =>
  Figures.figures
    .map((figure) => ({ figure, median: Statistics.median(Figures.valuesOf(figure, rounds)) }))
    .filter(({ figure, median }) => !Figures.isReached(figure, median))

const goals = (rounds: Rounds): string => {
  const missed = missedIn(rounds)
  const all = Figures.figures.length
  if (missed.length === 0) return `**All ${all} goals are reached.**`
  const list = missed.map(
    ({ figure: { bound, goal, name }, median }) => `${name} ${Report.number(median)} (${goal} ${bound})`
  )
  return `**${missed.length} of ${all} goals are missed:** ${list.join("; ")}.`
}

/** Renders the results as a list of sentences. */
export const results = (rounds: Rounds): string => {
  const of = (of: string, to?: string) => medianOf(rounds, of, to)
  return [
    `**Session checks:** ${of("checks: latchkey", "checks: better-auth")} times as many as better-auth, and ` +
      `${of("checks: latchkey", "checks: prepared")} of \`node:http\` and \`pg\` alone with a query for each check. In an app, ` +
      `without HTTP: ${of("checks: embedded", "checks: prepared")} times as many as those bare checks. The slowest one percent ` +
      `takes ${of("checks: latchkey, p99", "checks: prepared, p99")} of the time of theirs.`,
    `**With traces:** ${of("checks: latchkey, traces 1 %", "checks: latchkey")} of the session checks without telemetry if 1 % ` +
      `of the requests are traced, and ${of("checks: latchkey, all traces", "checks: latchkey")} if all are; then also ` +
      `${of("sign-ins 32: latchkey, all traces", "sign-ins 32: latchkey")} of the sign-ins. In an app with its tracer (1 %): ` +
      `${of("checks: embedded, tracer", "checks: embedded, spans")} of the checks without it.`,
    `**Sign-ins:** ${of("sign-ins 32: latchkey", "sign-ins 32: better-auth")} of better-auth's, ` +
      `${of("sign-ins 32: latchkey", "sign-ins 32: argon2")} of Argon2id alone, and ` +
      `${of("sign-ins 32: latchkey", "sign-ins 32: bare")} of a bare server that does only the minimum that Latchkey's ` +
      "contract requires of a sign-in.",
    `**While 32 clients sign in (a sign-in storm):** Latchkey answers ${of("storm checks: latchkey")} session checks a ` +
      `second, better-auth ${of("storm checks: better-auth")}. In the same run Latchkey completes ` +
      `${of("storm sign-ins: latchkey")} sign-ins a second, better-auth ${of("storm sign-ins: better-auth")}. This is the ` +
      "trade-off: Latchkey's hashing threads have a lower priority, so that signed-in users keep working in a storm. The " +
      "price is slower sign-ins.",
    goals(rounds)
  ]
    .map((sentence) => `- ${sentence}`)
    .join("\n")
}

const rows = [
  ["session checks", "checks: latchkey", "checks: better-auth"],
  ["session checks, 1 % of the requests traced", "checks: latchkey, traces 1 %", "checks: better-auth"],
  ["session checks, every request traced", "checks: latchkey, all traces", "checks: better-auth"],
  ["sign-ins, 32 clients", "sign-ins 32: latchkey", "sign-ins 32: better-auth"],
  ["sign-ins, every request traced", "sign-ins 32: latchkey, all traces", "sign-ins 32: better-auth"],
  ["while 32 clients sign in: session checks", "storm checks: latchkey", "storm checks: better-auth"],
  ["while 32 clients sign in: sign-ins", "storm sign-ins: latchkey", "storm sign-ins: better-auth"]
] as const

/** Renders the comparison with better-auth for README.md. better-auth is always without traces. */
export const comparison = (
  rounds: Rounds,
  {
    betterAuth,
    command,
    machine,
    postgres
  }: Readonly<Record<"betterAuth" | "command" | "machine" | "postgres", string>>
): string =>
  [
    `Medians of \`${command}\` on ${new Date().toISOString().slice(0, 10)}: ${machine}; ${postgres} on the same machine; ` +
      `Node ${process.versions.node}.`,
    "",
    `| per second | Latchkey | better-auth ${betterAuth} | ratio |`,
    "| --- | ---: | ---: | ---: |",
    ...rows.map(
      ([name, of, to]) =>
        `| ${[name, medianOf(rounds, of), medianOf(rounds, to), medianOf(rounds, of, to)].join(" | ")} |`
    ),
    "",
    `${goals(rounds).replaceAll("**", "")} [Performance](docs/performance.md) has the ranges, the method and the reasons.`
  ].join("\n")
