import { SqlError } from "@effect/sql/SqlError"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Effect from "effect/Effect"
import type { ParseError } from "effect/ParseResult"
import { ArrayFormatter } from "effect/ParseResult"
import * as Predicate from "effect/Predicate"

const text = (error: unknown, key: string): string | undefined =>
  Predicate.hasProperty(error, key) && Predicate.isString(error[key]) && error[key] !== "" ? error[key] : undefined

/**
 * Returns the SQLSTATE, or the code of a failed connection such as `ECONNREFUSED`. The message of `SqlError` itself is
 * always the same.
 */
const codeOf = (error: SqlError): string | undefined => text(error.cause, "code")

/** Returns `true` if another row has a value that must be unique. */
export const isUniqueViolation = (error: SqlError): boolean => codeOf(error) === "23505"

/** Returns `true` if a statement waited for a lock longer than its timeout. */
export const isLockTimeout = (error: SqlError): boolean => codeOf(error) === "55P03"

/** Returns `true` for a serialization failure or a deadlock: nothing of the statement remains, and it may run again. */
export const isUndone = (error: SqlError): boolean => ["40001", "40P01"].includes(codeOf(error) ?? "")

// An unknown schema, table or column.
const missing = ["3F000", "42P01", "42703"]

const remedy =
  ". Latchkey's tables are missing or older than this program: provide Migrations.layer, or run migrate apply"

/**
 * Returns what may be logged of a database error: its main message and its code. Other fields contain whole rows, and
 * messages of class 22 (data exception) contain the rejected value.
 */
export const describe = (error: SqlError): string => {
  const code = codeOf(error)
  const message = code?.startsWith("22") ? "A value was rejected" : (text(error.cause, "message") ?? error.message)
  if (code === undefined) return message
  return `${message} (${code})${missing.includes(code) ? remedy : ""}`
}

/** Makes the error of a database that does not do what it was asked for. `detail` is for the log. */
export const unexpected = (detail: string): PersistenceError =>
  new PersistenceError({ cause: new Error(detail), detail })

export const fromSqlError = (error: SqlError): PersistenceError => unexpected(describe(error))

/** Names the fields that could not be decoded, and none of their values, which a `ParseError` prints. */
export const fromParseError = (error: ParseError): PersistenceError => {
  const fields = ArrayFormatter.formatErrorSync(error).map(({ path }) => path.filter(Predicate.isString).join("."))
  return unexpected(`A row cannot be decoded: ${[...new Set(fields)].join(", ")}`)
}

const isSqlError = (error: unknown): error is SqlError => error instanceof SqlError

/**
 * Converts failures of the client into `PersistenceError`. The client dies with a `SqlError` if a commit or a rollback
 * fails, which happens whenever the connection is lost.
 */
export const asPersistenceErrors = <A, E, R>(
  self: Effect.Effect<A, E | SqlError, R>
): Effect.Effect<A, E | PersistenceError, R> =>
  self.pipe(
    Effect.catchIf(isSqlError, (error) => fromSqlError(error)),
    Effect.catchAllDefect((defect) => (isSqlError(defect) ? fromSqlError(defect) : Effect.die(defect)))
  )
