import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { PostgresSchema } from "../PostgresSchema.ts"
import { asPersistenceErrors, fromParseError, fromSqlError } from "./failures.ts"

/**
 * The client without name transforms, because it may be the application's, and the tables of the configured schema.
 * The names are literal SQL, as transforms of identifiers cannot always be switched off.
 */
export const database = Effect.gen(function* () {
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const schema = yield* PostgresSchema
  const table = (name: string) => sql.literal(`"${schema}"."${name}"`)
  const tables = {
    attemptCounts: table("attempt_counts"),
    auditLog: table("audit_log"),
    clients: table("clients"),
    clientUsers: table("client_users"),
    instances: table("instances"),
    instanceHosts: table("instance_hosts"),
    magicLinks: table("magic_links"),
    emailDeliveries: table("email_deliveries"),
    migrations: table("migrations"),
    operatorInvitations: table("operator_invitations"),
    operatorSessions: table("operator_sessions"),
    rateLimits: table("rate_limits"),
    sessions: table("sessions"),
    users: table("users"),
    magicLinkRequests: table("magic_link_requests")
  }
  return { sql, schema, tables }
})

export type Database = Effect.Effect.Success<typeof database>

type Statement = Effect.Effect<ReadonlyArray<unknown>, SqlError>

/**
 * Runs one statement and reads its rows.
 *
 * A statement that was sent is waited for. Interrupting it would take a second connection to cancel it through, which
 * a pool of one does not have, and the cancellation may reach the connection when it already serves somebody else.
 */
export const rows = <A, I>(row: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(Schema.Array(row))
  return (statement: Statement): Effect.Effect<ReadonlyArray<A>, PersistenceError> =>
    Effect.uninterruptible(statement).pipe(
      Effect.mapError(fromSqlError),
      Effect.flatMap((found) => Either.mapLeft(decode(found), fromParseError))
    )
}

/** As `rows`, for statements that answer one row or none. */
export const firstRow = <A, I>(row: Schema.Schema<A, I>) => {
  const read = rows(row)
  return (statement: Statement): Effect.Effect<Option.Option<A>, PersistenceError> =>
    Effect.map(read(statement), (found) => Arr.head(found))
}

/** As `rows`, answering how many there were. */
export const countRows = (statement: Statement): Effect.Effect<number, PersistenceError> =>
  Effect.uninterruptible(statement).pipe(
    Effect.mapBoth({ onFailure: fromSqlError, onSuccess: (found) => found.length })
  )

/** As `rows`, for statements whose rows nobody needs. */
export const discard = (statement: Statement): Effect.Effect<void, PersistenceError> =>
  Effect.asVoid(countRows(statement))

/**
 * All of `effect` or nothing. Inside a surrounding transaction it is a savepoint on the same connection. The commit
 * is not interrupted.
 */
export const transaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PersistenceError, R> =>
    asPersistenceErrors(sql.withTransaction(effect))
