import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import Pg from "pg"
import { idleMillis, query } from "../shared/sessionQuery.ts"
import * as ProcessorTime from "./ProcessorTime.ts"
import type { Visitor } from "./Visitor.ts"

/**
 * Connects `pg` alone, for the query of a session check as a prepared statement: what a check costs without Latchkey.
 */
export const make = (url: Redacted.Redacted) =>
  Effect.gen(function* () {
    const client = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const client = new Pg.Client({ connectionString: Redacted.value(url) })
        await client.connect()
        return client
      }),
      (client) => Effect.promise(() => client.end())
    )
    const { rows } = yield* Effect.promise(() => client.query<{ id: number }>("SELECT pg_backend_pid() AS id"))

    const request = ({ clientHash, instanceId, sessionHash }: Visitor) =>
      Effect.promise(async () => {
        const now = Date.now()
        const hashes = [sessionHash, clientHash].map((hash) => Buffer.from(hash, "hex"))
        const times = [now, now - idleMillis].map((time) => new Date(time))
        const { rowCount } = await client.query({
          name: "session",
          text: query,
          values: [instanceId, ...hashes, ...times]
        })
        if (rowCount !== 1) throw new Error("An active session was not found")
      })

    return { request, processorTime: ProcessorTime.ofProcess(rows[0]?.id) }
  })

export type PlainCheck = Effect.Effect.Success<ReturnType<typeof make>>
