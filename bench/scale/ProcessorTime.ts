import { readFileSync } from "node:fs"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

/**
 * Returns the CPU time of a process's main thread in milliseconds. Unlike wall-clock time, it hardly depends on other
 * load of the machine. NaN on other systems than Linux.
 */
export const ofProcess = (id: number | undefined): Effect.Effect<number> =>
  Effect.try(() => Number(readFileSync(`/proc/${id}/schedstat`, "utf8").split(" ")[0]) / 1e6).pipe(
    Effect.orElseSucceed(() => Number.NaN)
  )

/** Returns the CPU time of the backend of this client's only connection. */
export const ofConnection = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [row] = yield* sql<{ id: number }>`SELECT pg_backend_pid() AS id`
  return yield* ofProcess(row?.id)
})
