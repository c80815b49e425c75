import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as ConnectionSettings from "../ConnectionSettings.ts"
import type { WrongSettings } from "../ConnectionSettings.ts"
import { Distributed } from "../Distributed.ts"
import { PostgresSchema, type SchemaName } from "../PostgresSchema.ts"
import { batched, type Options as Batching } from "./batched.ts"
import { tables as declaredTables } from "./migrations/all.ts"
import { asPersistenceErrors, fromParseError, fromSqlError, isUndone, isUniqueViolation } from "./failures.ts"
import * as UsedSchemas from "./usedSchemas.ts"

/**
 * The schemas that `Migrations.layer` has migrated, each with the app's client. A reference, so that the layers that
 * need the tables get it from there.
 */
export class MigratedSchemas extends Context.Reference<MigratedSchemas>()(
  "@latchkey/postgres/internal/MigratedSchemas",
  {
    defaultValue: (): ReadonlyArray<{ readonly client: SqlClient.SqlClient; readonly schema: SchemaName }> => []
  }
) {}

/**
 * The app's client without its name transforms, and the tables of the configured schema. Their names are literal SQL,
 * because transforms of identifiers cannot always be turned off.
 */
export const uncheckedDatabase = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* UsedSchemas.read(PostgresSchema)
  const isDistributed = yield* Distributed
  const table = (name: string) => sql.literal(`"${schema}"."${name}"`)
  const tables = Record.map({ ...declaredTables, migrations: { name: "migrations" } }, ({ name }) => table(name))
  return { sql, schema, tables, addToWindow: table("add_to_window"), isDistributed }
})

/** Dies if `Migrations.layer` has migrated another schema than this one, in the same database. */
const checkMigrated = Effect.fnUntraced(function* (schema: SchemaName) {
  const client = yield* SqlClient.SqlClient
  const migrated = (yield* MigratedSchemas).filter((entry) => entry.client === client)
  if (migrated.length === 0 || migrated.some((entry) => entry.schema === schema)) return
  const others = migrated.map((entry) => `"${entry.schema}"`).join(" and ")
  yield* Effect.die(
    new TypeError(
      `Migrations.layer has created the tables in the schema ${others}, but the store uses "${schema}". ` +
        "Provide PostgresSchema.layer to both: beside the SqlClient, outside of Migrations.layer"
    )
  )
})

const examined = new WeakMap<SqlClient.SqlClient, Effect.Effect<Option.Option<WrongSettings>>>()

/**
 * Dies if the connections of the client have settings with which the stores do not work. Asks once for each client. A
 * database that is not reachable is no reason to die: the app may start before it.
 */
const checkSettings = Effect.gen(function* () {
  const client = yield* SqlClient.SqlClient
  const examination = ConnectionSettings.examine.pipe(
    Effect.provideService(SqlClient.SqlClient, client),
    Effect.orElseSucceed(Option.none)
  )
  const once = examined.get(client) ?? (yield* Effect.cached(examination))
  examined.set(client, once)
  const wrong = yield* once
  if (Option.isSome(wrong)) yield* Effect.die(wrong.value)
})

/** As `uncheckedDatabase`, for what needs the tables. */
export const database = Effect.tap(uncheckedDatabase, ({ schema }) =>
  Effect.zipRight(checkMigrated(schema), checkSettings)
)

export type Database = Effect.Effect.Success<typeof database>

type Statement<A = unknown> = Effect.Effect<ReadonlyArray<A>, SqlError>

/** Returns `true` if statements of the fiber run in a transaction. */
export const isInTransaction = ({ currentContext }: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  Option.isSome(Context.getOption(currentContext, SqlClient.TransactionConnection))

const maxRetries = 5

/**
 * Runs a statement again that PostgreSQL has undone because of others, unless it is part of a transaction, which has
 * been undone as a whole. There is no pause: what stood in its way has ended.
 */
const retried = <A>(statement: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
  Effect.catchIf(statement, isUndone, (error) =>
    Effect.withFiberRuntime((fiber) =>
      isInTransaction(fiber) ? Effect.fail(error) : Effect.retry(statement, { times: maxRetries - 1, while: isUndone })
    )
  )

/**
 * Runs one statement, and returns its rows as they are. PostgreSQL may undo it because of others: then it runs again.
 *
 * It does not interrupt a statement that was sent. Cancelling one needs a second connection, which a pool of one does
 * not have, and the cancellation may arrive when the first connection already serves another fiber.
 */
export const undecodedRows = <A>(statement: Statement<A>): Effect.Effect<ReadonlyArray<A>, PersistenceError> =>
  Effect.mapError(retried(Effect.uninterruptible(statement)), fromSqlError)

/** Makes a function that runs one statement as `undecodedRows` does, and decodes its rows. */
export const rows = <A, I>(row: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(Schema.Array(row))
  return (statement: Statement): Effect.Effect<ReadonlyArray<A>, PersistenceError> =>
    Effect.flatMap(undecodedRows(statement), (found) => Either.mapLeft(decode(found), fromParseError))
}

/** As `rows`, for statements that return at most one row. */
export const firstRow = <A, I>(row: Schema.Schema<A, I>) => {
  const read = rows(row)
  return (statement: Statement): Effect.Effect<Option.Option<A>, PersistenceError> =>
    Effect.map(read(statement), (found) => Arr.head(found))
}

/** Runs one statement as `rows` does, and returns how many rows it returned. */
export const countRows = (statement: Statement): Effect.Effect<number, PersistenceError> =>
  Effect.map(undecodedRows(statement), (found) => found.length)

/** Runs one statement as `rows` does, and returns `true` if it returned a row. */
export const hasRow = (statement: Statement): Effect.Effect<boolean, PersistenceError> =>
  Effect.map(countRows(statement), (count) => count > 0)

/** Runs one statement as `rows` does, and discards its rows. */
export const discard = (statement: Statement): Effect.Effect<void, PersistenceError> =>
  Effect.asVoid(countRows(statement))

/**
 * Runs `effect` in a transaction. Inside another transaction it is a savepoint on the same connection. The commit is
 * not interrupted.
 */
export const transaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PersistenceError, R> =>
    asPersistenceErrors(sql.withTransaction(effect))

/**
 * Runs one statement, and returns its rows, or `None` if another row has a value that must be unique. That leaves a
 * surrounding transaction usable, because the statement has a savepoint.
 */
export const unlessConflict =
  (sql: SqlClient.SqlClient) =>
  <A>(statement: Statement<A>): Effect.Effect<Option.Option<ReadonlyArray<A>>, PersistenceError> =>
    asPersistenceErrors<Option.Option<ReadonlyArray<A>>, never, never>(
      retried(sql.withTransaction(statement)).pipe(
        Effect.asSome,
        Effect.catchIf(isUniqueViolation, () => Effect.succeedNone),
        Effect.uninterruptible
      )
    )

/** As `batched`. In a transaction, a call goes alone instead, on the connection of its transaction. */
export const outsideTransactions = <In, Out, E>(
  options: Batching<In, Out, E>
): ((input: In) => Effect.Effect<Out, E>) => {
  const together = batched(options)
  const alone = (input: In) => Effect.map(options.run([input]), Arr.unsafeGet(0))
  return (input) => Effect.withFiberRuntime((fiber) => (isInTransaction(fiber) ? alone(input) : together(input)))
}
