import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as MeasuredPage from "../shared/MeasuredPage.ts"
import * as Arguments from "./Arguments.ts"
import * as Cleanup from "./Cleanup.ts"
import * as Counting from "./Counting.ts"
import * as Database from "./Database.ts"
import * as EmailThroughput from "./EmailThroughput.ts"
import * as Import from "./Import.ts"
import * as Latency from "./Latency.ts"
import * as Machine from "./Machine.ts"
import * as Report from "./Report.ts"
import * as Server from "./Server.ts"
import * as Sizes from "./Sizes.ts"
import * as Throughput from "./Throughput.ts"

const printProgress = (text: string) => Effect.sync(() => process.stderr.write(`${text}\n`))

/** Runs one step, and prints how long it took. */
const step = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const begin = performance.now()
    const result = yield* work
    yield* printProgress(`${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s`)
    return result
  })

const measure = ({ small, users, active, instances, rounds, samples, emails, imported }: Arguments.Arguments) =>
  Effect.gen(function* () {
    const server = yield* Server.make
    const few = yield* step(`filled ${small} users`, Database.make(server, { users: small, active: small, instances }))
    const many = yield* step(`filled ${users} users`, Database.make(server, { users, active, instances }))
    const sizes = yield* Effect.provide(Sizes.measure, many.administrative)
    yield* step("made durable", server.makeDurable)
    return {
      machine: Machine.describe(server.name, server.sharedBuffersMegabytes),
      small,
      users,
      active,
      instances,
      sizes,
      latency: yield* step("latency", Latency.measure(few, many, rounds, samples)),
      counting: yield* step("counting", Counting.measure(few, many)),
      throughput: yield* step("throughput", Throughput.measure(many, samples)),
      cleanup: yield* step("cleanup job", Cleanup.measure(many)),
      emails: yield* step("emails", EmailThroughput.measure(many, emails)),
      imports: yield* step("import and export", Import.measure(server, imported))
    }
  }).pipe(Effect.scoped)

const program = Effect.gen(function* () {
  const options = yield* Effect.try({
    try: () => Arguments.parse(process.argv.slice(2)),
    catch: (error) => `${error instanceof Error ? error.message : error}\n\n${Arguments.usage}`
  })
  const report = Report.render(yield* measure(options))
  process.stdout.write(`${report}\n`)
  if (options.write) MeasuredPage.write("docs/scaling.md", "measured", "npm run bench:scale", report)
}).pipe(
  Effect.timeoutFail({ duration: "1 hour", onTimeout: () => "The benchmark was aborted after one hour." }),
  Effect.tapError((error) => printProgress(String(error)))
)

NodeRuntime.runMain(program, { disableErrorReporting: true })
