import * as Effect from "effect/Effect"
import type { Group, GroupResult, LoadOptions, Result } from "./load/generator.ts"
import type { MeasuredServer } from "./MeasuredServer.ts"
import * as Process from "./Process.ts"

export interface LoadResult {
  readonly groups: ReadonlyArray<GroupResult>
  /** CPU time of the server and of the load generator. */
  readonly serverSeconds: number
  readonly generatorSeconds: number
}

const rampMillis = 300

/** Starts the load generator, which runs until the scope closes. */
export const make = Effect.gen(function* () {
  const generator = yield* Process.start(new URL("load/generator.js", import.meta.url))

  return {
    run: ({ port, process }: MeasuredServer, clients: ReadonlyArray<Group>, seconds: number) =>
      Effect.gen(function* () {
        const options: LoadOptions = { port, groups: clients, rampMillis, millis: seconds * 1000 }
        const before = Process.processorSeconds(process)
        generator.send(options)
        const result = yield* Process.message<Result>(generator, seconds + 30)
        if ("failure" in result) return yield* Effect.fail(new Error(result.failure))
        return {
          groups: result.groups,
          serverSeconds: Process.processorSeconds(process) - before,
          generatorSeconds: result.processorSeconds
        } satisfies LoadResult
      })
  }
})

export type Load = Effect.Effect.Success<typeof make>
