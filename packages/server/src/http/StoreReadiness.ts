import * as SqlClient from "@effect/sql/SqlClient"
import * as Readiness from "@latchkey/http/core/Readiness"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Shutdown } from "../core/Shutdown.ts"

/**
 * The service is ready if the database answers within two seconds and no shutdown has begun. The database is queried at
 * most every half second, however often `GET /health/ready` is requested.
 */
export const layer: Layer.Layer<Readiness.Readiness, never, Shutdown | SqlClient.SqlClient> = Layer.effect(
  Readiness.Readiness,
  Effect.gen(function* () {
    const { hasBegun } = yield* Shutdown
    const sql = yield* SqlClient.SqlClient
    const isReachable = yield* Postgres.ping.pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.disconnect,
      Effect.timeout("2 seconds"),
      Effect.isSuccess,
      Effect.cachedWithTTL("500 millis")
    )
    return {
      isReady: Effect.flatMap(hasBegun, (isShuttingDown) => (isShuttingDown ? Effect.succeed(false) : isReachable))
    }
  })
)
