import { readFileSync } from "node:fs"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Milliseconds that the processor has spent on a process's main thread. Unlike time by the clock it says little about
 * what else the machine does. Only Linux tells; elsewhere it is NaN.
 */
export const ofProcess = (id: number | undefined): Effect.Effect<number> =>
  Effect.try(() => Number(readFileSync(`/proc/${id}/schedstat`, "utf8").split(" ")[0]) / 1e6).pipe(
    Effect.orElseSucceed(() => Number.NaN)
  )

/** The same for the connection that serves this client, of which there may be only one. */
export const ofConnection = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [row] = yield* sql<{ id: number }>`SELECT pg_backend_pid() AS id`
  return yield* ofProcess(row?.id)
})
