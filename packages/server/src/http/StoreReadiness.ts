/**
 * @since 0.1.0
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Readiness from "@latchkey/http/core/Readiness"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Shutdown } from "../core/Shutdown.ts"

/**
 * Ready is: the database answers within two seconds, and no shutdown has begun. The database is asked at most every
 * half second, however often the service is.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<Readiness.Readiness, never, Shutdown | SqlClient.SqlClient> = Layer.effect(
  Readiness.Readiness,
  Effect.gen(function* () {
    const { hasBegun } = yield* Shutdown
    const sql = yield* SqlClient.SqlClient
    const answers = yield* Postgres.ping.pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.disconnect,
      Effect.timeout("2 seconds"),
      Effect.isSuccess,
      Effect.cachedWithTTL("500 millis")
    )
    return { isReady: Effect.flatMap(hasBegun, (ending) => (ending ? Effect.succeed(false) : answers)) }
  })
)
