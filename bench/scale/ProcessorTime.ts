import { readFileSync } from "node:fs"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Milliseconds that the processor has spent on the connection that serves this client, of which there may be only one.
 * Unlike time by the clock it says little about what else the machine does. Only Linux tells; elsewhere it is NaN.
 */
export const ofConnection = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [row] = yield* sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
  const nanoseconds = yield* Effect.try(() => readFileSync(`/proc/${row?.pid}/schedstat`, "utf8").split(" ")[0]).pipe(
    Effect.orElseSucceed(() => undefined)
  )
  return Number(nanoseconds) / 1e6
})
