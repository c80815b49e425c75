import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as Arguments from "./Arguments.ts"
import * as Database from "./Database.ts"
import * as MeasuredPage from "../shared/MeasuredPage.ts"
import * as Latency from "./Latency.ts"
import * as Machine from "./Machine.ts"
import * as Mailing from "./Mailing.ts"
import * as Report from "./Report.ts"
import * as Server from "./Server.ts"
import * as Sizes from "./Sizes.ts"
import * as Sweeping from "./Sweeping.ts"
import * as Throughput from "./Throughput.ts"

const say = (text: string) => Effect.sync(() => process.stderr.write(`${text}\n`))

/** Says what is being done, and how long it took. */
const step = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const begin = performance.now()
    const result = yield* work
    yield* say(`${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`)
    return result
  })

const measure = ({ small, users, rounds, samples, mails }: Arguments.Arguments) =>
  Effect.gen(function* () {
    const server = yield* Server.make
    const few = yield* step(`filled ${small} users`, Database.make(server, small))
    const many = yield* step(`filled ${users} users`, Database.make(server, users))
    const sizes = yield* Effect.provide(Sizes.measure, many.patient)
    yield* step("made durable", server.makeDurable)
    return {
      machine: Machine.describe(server.name, server.sharedBuffersMegabytes),
      small,
      users,
      sizes,
      latency: yield* step("latency", Latency.measure(few, many, rounds, samples)),
      throughput: yield* step("throughput", Throughput.measure(many, samples)),
      sweep: yield* step("sweep", Sweeping.measure(many)),
      mailing: yield* step("mails", Mailing.measure(many, mails))
    }
  }).pipe(Effect.scoped)

const program = Effect.gen(function* () {
  const options = yield* Effect.try({
    try: () => Arguments.parse(process.argv.slice(2)),
    catch: (error) => `${error instanceof Error ? error.message : error}\n\n${Arguments.usage}`
  })
  const report = Report.render(yield* measure(options))
  process.stdout.write(`${report}\n`)
  if (options.write) MeasuredPage.write("scaling.md", "npm run bench:scale", report)
}).pipe(
  Effect.timeoutFail({ duration: "1 hour", onTimeout: () => "It took more than an hour and was given up." }),
  Effect.tapError((problem) => (typeof problem === "string" ? say(problem) : say(String(problem))))
)

NodeRuntime.runMain(program, { disableErrorReporting: true })
