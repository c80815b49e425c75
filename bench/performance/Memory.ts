import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Load } from "./Load.ts"
import type { Group } from "./load/generator.ts"
import type { MeasuredServer } from "./MeasuredServer.ts"
import type { Measurement } from "./Measurements.ts"
import * as Process from "./Process.ts"

/** As many as 100,000 for the 5 seconds of other measurements. */
const requestsPerSecond = 20_000
const runSeconds = 2

/** Starts another process of the service, which responds to the same requests. */
export type Start = Effect.Effect<MeasuredServer, Error, Scope.Scope>

const send = (load: Load, server: MeasuredServer, group: Group, count: number): Effect.Effect<void, Error> =>
  Effect.flatMap(load.run(server, [group], runSeconds), ({ groups }) => {
    const left = count - groups.reduce((sum, { replies }) => sum + replies, 0)
    return left > 0 ? send(load, server, group, left) : Effect.void
  })

/** Measures the resident memory of a new process after session checks, and after as many again. */
export const measure = (load: Load, name: string, start: Start, group: Group): Measurement => ({
  name: `memory: ${name}`,
  take: (seconds) =>
    Effect.gen(function* () {
      const server = yield* start
      const resident = Effect.zipRight(
        send(load, server, group, seconds * requestsPerSecond),
        Effect.sync(() => Process.residentMegabytes(server.process))
      )
      return { [`memory: ${name}`]: yield* resident, [`memory: ${name}, later`]: yield* resident }
    }).pipe(Effect.scoped)
})
