import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as MeasuredPage from "../shared/MeasuredPage.ts"
import * as Arguments from "./Arguments.ts"
import * as BetterAuth from "./BetterAuth.ts"
import * as Chart from "./Chart.ts"
import * as Figures from "./Figures.ts"
import * as Load from "./Load.ts"
import * as Machine from "./Machine.ts"
import * as Measurements from "./Measurements.ts"
import * as Report from "./Report.ts"
import * as Rounds from "./Rounds.ts"
import * as Servers from "./Servers.ts"
import * as Summary from "./Summary.ts"

const print = (text: string) => Effect.sync(() => process.stdout.write(`${text}\n`))
const printProgress = (text: string) => Effect.sync(() => process.stderr.write(`${text}\n`))

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-bench-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const measure = (options: Arguments.Arguments) =>
  Effect.gen(function* () {
    yield* BetterAuth.install
    const before = yield* Machine.busyShare
    const folder = yield* temporaryFolder
    const servers = yield* Servers.make(folder, options.profile)
    const load = yield* Load.make
    const measurements = Measurements.make(servers, load).filter(
      ({ name }) => options.only.length === 0 || options.only.some((text) => name.includes(text))
    )
    const rounds = yield* Rounds.take(measurements, options, printProgress)
    return { rounds, before, postgres: servers.postgres }
  }).pipe(Effect.scoped)

const toLines = (rounds: Rounds.Rounds): string =>
  [...rounds].map(([name, values]) => `${name}: ${values.map((value) => value.toPrecision(4)).join(" ")}`).join("\n")

const program = Effect.gen(function* () {
  const options = yield* Effect.try({
    try: () => Arguments.parse(process.argv.slice(2)),
    catch: (error) => `${error instanceof Error ? error.message : error}\n\n${Arguments.usage}`
  })
  const { before, postgres, rounds } = yield* measure(options)
  // The report needs all results.
  if (options.only.length > 0) {
    yield* print(toLines(rounds))
    return
  }
  const load = [before, yield* Machine.busyShare] as const
  const versions = `Node ${process.versions.node}, better-auth ${BetterAuth.version()}`
  const machine = Machine.describe()
  const report = Report.render(rounds, { ...options, machine, versions, postgres, load })
  const verdicts = Figures.figures.map((figure) => Figures.describe(figure, rounds)).join("\n")
  yield* print(`${report}\n\n${verdicts}`)
  if (!options.write) return
  const short = { betterAuth: BetterAuth.version(), command: Arguments.commandOf(options), machine, postgres }
  MeasuredPage.write("docs/performance.md", "results", "npm run bench", Summary.results(rounds))
  MeasuredPage.write("docs/performance.md", "measured", "npm run bench", report)
  MeasuredPage.write("README.md", "measured", "npm run bench", Summary.comparison(rounds, short))
  writeFileSync(join("docs", "images", "performance.svg"), Chart.render(rounds))
}).pipe(
  Effect.timeoutFail({ duration: "1 hour", onTimeout: () => "The benchmark was aborted after one hour." }),
  Effect.tapErrorCause((cause) => {
    const error = Cause.squash(cause)
    return printProgress(error instanceof Error ? error.message : String(error))
  })
)

NodeRuntime.runMain(program, { disableErrorReporting: true })
