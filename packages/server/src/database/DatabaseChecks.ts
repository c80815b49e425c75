/**
 * What `latchkey doctor` looks at in the database.
 *
 * @since 0.1.0
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as DatabaseConnections from "@latchkey/postgres/DatabaseConnections"
import * as DatabaseFacts from "@latchkey/postgres/DatabaseFacts"
import * as PostgresSchema from "@latchkey/postgres/PostgresSchema"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Order from "effect/Order"
import * as Check from "../command/Check.ts"
import type { CommandError } from "../core/CommandError.ts"
import * as Database from "./Database.ts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import * as ServerDatabase from "./ServerDatabase.ts"
import type { DatabaseSettings } from "../core/Settings.ts"

// Beyond this, sessions and links end noticeably early or late on one of several servers.
const toleratedMillis = 2_000

const reach = ({ url }: DatabaseSettings) =>
  Effect.map(Effect.zipRight(Database.checkVersion, DatabaseFacts.version), (version) =>
    Check.ok(`${DatabaseFailure.place(url)}, PostgreSQL ${version}`)
  )

const migrations = ({ schema }: DatabaseSettings, mayMigrate: boolean) =>
  Effect.gen(function* () {
    const pending = yield* Database.pending
    if (pending.length === 0) return Check.ok("up to date")
    const names = Database.names(pending)
    if (!mayMigrate) return Check.failed(`pending: ${names}. Run "latchkey migrate apply"`)
    if (yield* DatabaseFacts.mayMakeTables) return Check.ok(`applied at the next start: ${names}`)
    return Check.failed(
      `pending: ${names}, and this user may not make tables. As an administrator, run ` +
        `"CREATE SCHEMA ${schema} AUTHORIZATION" with the name of the user`
    )
  })

const clock = Effect.map(DatabaseFacts.clockDifference, (difference) => {
  const detail = `${Math.abs(difference)} ms ${difference < 0 ? "behind" : "ahead of"} this program's`
  return Math.abs(difference) <= toleratedMillis ? Check.ok(detail) : Check.failed(detail)
})

const bounds: Readonly<Record<DatabaseConnections.Limit["setBy"], string>> = {
  max_connections: "max_connections leaves to applications",
  role: "this role may have",
  database: "this database may have"
}

const room = ({ limit, taken }: DatabaseConnections.Limit): number => limit - taken

/** How many processes of this pool size the tightest limit has room for. @since 0.1.0 */
export const judgeConnections = (
  limits: Arr.NonEmptyReadonlyArray<DatabaseConnections.Limit>,
  poolSize: number
): Check.Finding => {
  const tightest = Arr.min(limits, Order.mapInput(Order.number, room))
  const processes = Math.max(0, Math.floor(room(tightest) / poolSize))
  const detail =
    `room for ${processes} ${processes === 1 ? "process" : "processes"} with DATABASE_POOL_SIZE=${poolSize}: ` +
    `others hold ${tightest.taken} of the ${tightest.limit} connections that ${bounds[tightest.setBy]}`
  if (processes === 0) return Check.failed(detail)
  return processes === 1 ? Check.warning(`${detail}. During an upgrade two run side by side`) : Check.ok(detail)
}

const connections = ({ poolSize }: DatabaseSettings) =>
  Effect.map(DatabaseConnections.limits(ServerDatabase.applicationName), (limits) =>
    Arr.isNonEmptyReadonlyArray(limits)
      ? judgeConnections(limits, poolSize)
      : Check.warning("the database does not tell its limits")
  )

/**
 * Asks through a connection such as `serve` has. When the database cannot be used, the other checks would only say so
 * again.
 *
 * @since 0.1.0
 */
export const run = (settings: DatabaseSettings, mayMigrate: boolean): Effect.Effect<ReadonlyArray<Check.Check>> => {
  const described = <A>(
    look: Effect.Effect<A, CommandError | SqlError, SqlClient.SqlClient>
  ): Effect.Effect<A, CommandError, SqlClient.SqlClient> =>
    Effect.catchTag(look, "SqlError", (error) => DatabaseFailure.unreachable(settings.url)(error))

  return Effect.gen(function* () {
    const database = yield* Check.run("database", described(reach(settings)))
    if (!database.ok) return [database]
    return [
      database,
      yield* Check.run("migrations", described(migrations(settings, mayMigrate))),
      yield* Check.run("clock", described(clock)),
      yield* Check.run("connections", described(connections(settings)))
    ]
  }).pipe(
    Effect.provide(
      Layer.merge(PostgresSchema.layer(settings.schema), ServerDatabase.layer({ ...settings, poolSize: 1 }))
    ),
    Effect.catchTag("CommandError", (error) => Effect.map(Check.run("database", error), (check) => [check]))
  )
}
