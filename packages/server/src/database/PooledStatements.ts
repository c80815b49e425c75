/**
 * Runs the statements of a client directly on a connection of its pool. For each statement, `@effect/sql` makes a span
 * and a scope, and copies the services of the fiber for the scope: half of what a statement allocates. Outside of
 * transactions a statement needs no scope, and it needs a span only in a trace.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import { isTracing } from "@latchkey/domain/core/Tracing"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type Pg from "pg"

type Compiled = ReturnType<Statement<unknown>["compile"]>
type Rows = Effect.Effect<ReadonlyArray<unknown>, SqlError>

const failure = (message: string, cause: unknown): Rows => Effect.fail(new SqlError({ message, cause }))

/** Returns the rows. Several statements in one text have an array of rows each, as in `@effect/sql-pg`. */
const rowsOf = (result: Pg.QueryResult | ReadonlyArray<Pg.QueryResult>): ReadonlyArray<unknown> =>
  "rows" in result ? result.rows : result.map(({ rows }) => rows)

/**
 * Runs one statement. A caller that is interrupted leaves: the statement runs nevertheless, and the connection returns
 * to the pool after the result.
 */
const run = (pool: Pg.Pool, [text, values]: Compiled): Rows =>
  Effect.async((resume) => {
    pool.connect((unavailable, client, release) => {
      if (client === undefined) return resume(failure("No connection is available", unavailable))
      let isReleased = false
      const finish = (result: Rows, lost?: Error) => {
        if (isReleased) return
        isReleased = true
        client.removeListener("error", onLost)
        release(lost)
        resume(result)
      }
      const onLost = (cause: Error) => finish(failure("The connection was lost", cause), cause)
      client.on("error", onLost)
      client.query(text, [...values], (cause, result) =>
        finish(cause instanceof Error ? failure("The statement failed", cause) : Effect.succeed(rowsOf(result)))
      )
    })
  })

/** The span of a statement in a trace, as `@effect/sql` makes it. It has the text of the statement, and no values. */
const inSpan = ([text]: Compiled, rows: Rows): Rows =>
  Effect.withSpan(rows, "sql.execute", {
    kind: "client",
    attributes: { "db.system.name": "postgresql", "db.operation.name": "execute", "db.query.text": text },
    captureStackTrace: false
  })

const isInTransaction = ({ currentContext }: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  currentContext.unsafeMap.has(SqlClient.TransactionConnection.key)

/** Statements are effects: running one calls this method. */
interface Committable extends Statement<object> {
  readonly commit: () => Effect.Effect<ReadonlyArray<object>, SqlError>
}

const isTemplate = (first: unknown): boolean => Array.isArray(first)

/**
 * Returns a client with the same pool. Its statements run directly, unless they are part of a transaction. The client
 * must not transform names.
 */
export const make = (client: SqlClient.SqlClient, pool: Pg.Pool): SqlClient.SqlClient => {
  const directly = (statement: Committable) => {
    const commit = statement.commit.bind(statement)
    return Object.assign(statement, {
      commit: () =>
        Effect.withFiberRuntime<ReadonlyArray<unknown>, SqlError>((fiber) => {
          if (isInTransaction(fiber)) return commit()
          const compiled = statement.compile()
          const rows = run(pool, compiled)
          return isTracing(fiber) ? inSpan(compiled, rows) : rows
        })
    })
  }
  const build = (...args: Parameters<SqlClient.SqlClient>) => {
    const built = client(...args)
    return isTemplate(args[0]) ? directly(built as unknown as Committable) : built
  }
  const unsafe: typeof client.unsafe = (...args) => directly(client.unsafe(...args) as unknown as Committable) as never
  const pooled = Object.assign(build, client, { unsafe })
  return Object.assign(pooled, { safe: pooled, withoutTransforms: () => pooled }) as SqlClient.SqlClient
}
