/** The checks of `latchkey doctor` that concern the database. */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as ConnectionSettings from "@latchkey/postgres/ConnectionSettings"
import * as DatabaseConnections from "@latchkey/postgres/DatabaseConnections"
import * as DatabaseFacts from "@latchkey/postgres/DatabaseFacts"
import { PostgresSchema } from "@latchkey/postgres/PostgresSchema"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Check from "../core/Check.ts"
import type { CommandError } from "../core/CommandError.ts"
import type { DatabaseSettings, Settings } from "../core/Settings.ts"
import * as IdentityProviderCheck from "../identity-provider/IdentityProviderCheck.ts"
import * as KeysCheck from "../operator/KeysCheck.ts"
import * as RpIdCheck from "../passkey/RpIdCheck.ts"
import * as WebhookCheck from "../webhook/WebhookCheck.ts"
import * as Database from "./Database.ts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import * as ServerDatabase from "./ServerDatabase.ts"

// A larger difference makes sessions and links expire noticeably early or late on one of several servers.
const maxClockDifferenceMillis = 2_000

/** Other settings than those of the role and the database. A connection that cannot have them is refused. */
const replaced = Effect.map(ConnectionSettings.inherited, (settings) =>
  settings
    .map(({ found, name, required }) => `. Latchkey's connections have ${name} "${required}", not "${found}"`)
    .join("")
)

const connect = ({ url }: DatabaseSettings) =>
  Effect.gen(function* () {
    yield* Database.checkVersion
    return Check.ok(`${DatabaseFailure.place(url)}, PostgreSQL ${yield* DatabaseFacts.version}${yield* replaced}`)
  })

const migrations = ({ schema }: DatabaseSettings, mayMigrate: boolean) =>
  Effect.gen(function* () {
    const pending = yield* Database.pending
    if (pending.length === 0) return Check.ok("up to date")
    const names = Database.names(pending)
    if (!mayMigrate) return Check.failed(`pending: ${names}. Run "latchkey migrate apply"`)
    if (yield* DatabaseFacts.canCreateTables) return Check.ok(`will be applied at the next start: ${names}`)
    return Check.failed(
      `pending: ${names}, but this user may not create tables. As an administrator, run ` +
        `"CREATE SCHEMA ${schema} AUTHORIZATION <user>" with the name of the user`
    )
  })

const clock = Effect.map(DatabaseFacts.clockDifference, (difference) => {
  const detail = `${Math.abs(difference)} ms ${difference < 0 ? "behind" : "ahead of"} this machine's clock`
  return Math.abs(difference) <= maxClockDifferenceMillis ? Check.ok(detail) : Check.failed(detail)
})

const limitNames: Readonly<Record<DatabaseConnections.Limit["setBy"], string>> = {
  max_connections: "max_connections",
  role: "this role",
  database: "this database"
}

const room = ({ limit, taken }: DatabaseConnections.Limit): number => limit - taken

/** Checks how many processes with this pool size fit into the tightest limit. */
export const judgeConnections = (
  limits: Arr.NonEmptyReadonlyArray<DatabaseConnections.Limit>,
  poolSize: number
): Check.Finding => {
  const tightest = Arr.min(limits, Order.mapInput(Order.number, room))
  const processes = Math.max(0, Math.floor(room(tightest) / poolSize))
  const detail =
    `room for ${processes} ${processes === 1 ? "process" : "processes"} with DATABASE_POOL_SIZE=${poolSize}: ` +
    `others use ${tightest.taken} of ${tightest.limit} connections (limited by ${limitNames[tightest.setBy]})`
  if (processes === 0) return Check.failed(detail)
  return processes === 1
    ? Check.warning(`${detail}. During an upgrade two processes run side by side`)
    : Check.ok(detail)
}

const connections = ({ poolSize }: DatabaseSettings) =>
  Effect.map(DatabaseConnections.limits(ServerDatabase.applicationName), (limits) =>
    Arr.isNonEmptyReadonlyArray(limits)
      ? judgeConnections(limits, poolSize)
      : Check.warning("the database did not return its connection limits")
  )

const passkeys = (baseUrl: string) =>
  Effect.gen(function* () {
    yield* RpIdCheck.run(baseUrl)
    const warning = yield* RpIdCheck.warningOfOperators(baseUrl)
    return Option.isSome(warning) ? Check.warning(warning.value) : Check.ok("BASE_URL keeps their RP ID")
  })

/** Reads tables, which may be missing before the migrations. */
const afterMigrations = <E, R>(examine: Effect.Effect<Check.Finding, E, R>) =>
  Effect.flatMap(Database.pending, (pending) =>
    pending.length > 0 ? Effect.succeed(Check.ok("not checked: migrations are pending")) : examine
  )

/**
 * Connects as `serve` does. If that fails, the other checks are left out: they would fail for the same reason. Without
 * the settings of `serve` it checks neither passkeys, keys, identity providers nor webhooks.
 */
export const run = (
  settings: DatabaseSettings,
  mayMigrate: boolean,
  serve: Option.Option<Settings>
): Effect.Effect<ReadonlyArray<Check.Check>> => {
  const explained = <A>(
    examine: Effect.Effect<A, CommandError | SqlError, SqlClient.SqlClient>
  ): Effect.Effect<A, CommandError, SqlClient.SqlClient> =>
    Effect.catchTag(examine, "SqlError", (error) => DatabaseFailure.unreachable(settings.url)(error))

  return Effect.gen(function* () {
    const database = yield* Check.run("database", explained(connect(settings)))
    if (!database.ok) return [database]
    return [
      database,
      yield* Check.run("migrations", explained(migrations(settings, mayMigrate))),
      yield* Check.run("clock", explained(clock)),
      yield* Check.run("connections", explained(connections(settings))),
      ...(Option.isSome(serve)
        ? [
            yield* Check.run("passkeys", explained(afterMigrations(passkeys(serve.value.baseUrl)))),
            yield* Check.run("keys", explained(afterMigrations(KeysCheck.run(serve.value)))),
            yield* Check.run("providers", explained(afterMigrations(IdentityProviderCheck.run(serve.value)))),
            yield* Check.run("webhooks", explained(afterMigrations(WebhookCheck.run(serve.value))))
          ]
        : [])
    ]
  }).pipe(
    Effect.provide(
      Layer.merge(Layer.succeed(PostgresSchema, settings.schema), ServerDatabase.layer({ ...settings, poolSize: 1 }))
    ),
    Effect.catchTag("CommandError", (error) => Effect.map(Check.run("database", error), (check) => [check]))
  )
}
