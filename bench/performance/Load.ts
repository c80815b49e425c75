import * as Effect from "effect/Effect"
import type { Contestant, Kind } from "./Contestant.ts"
import type { Answer, GroupResult, Orders } from "./load/generator.ts"
import * as Process from "./Process.ts"

/** A kind of client, and how many of them. */
export interface Clients extends Kind {
  readonly name: string
  readonly clients: number
}

export interface LoadResult {
  readonly groups: ReadonlyArray<GroupResult>
  /** Of the processor, for the server and for the generator. */
  readonly serverSeconds: number
  readonly generatorSeconds: number
}

const rampMillis = 300

/** A process that makes requests, until the scope closes. */
export const make = Effect.gen(function* () {
  const generator = yield* Process.start(new URL("load/generator.js", import.meta.url))

  return {
    run: ({ port, process }: Contestant, clients: ReadonlyArray<Clients>, seconds: number) =>
      Effect.gen(function* () {
        const groups = clients.map((group) => ({ ...group, requests: group.requests.slice(0, group.clients) }))
        const orders: Orders = { port, groups, rampMillis, millis: seconds * 1000 }
        const before = Process.processorSeconds(process)
        generator.send(orders)
        const answer = yield* Process.message<Answer>(generator, seconds + 30)
        if ("failure" in answer) return yield* Effect.fail(new Error(answer.failure))
        return {
          groups: answer.groups,
          serverSeconds: Process.processorSeconds(process) - before,
          generatorSeconds: answer.processorSeconds
        } satisfies LoadResult
      })
  }
})

export type Load = Effect.Effect.Success<typeof make>
