/** Operators in the table `operators`. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import { OperatorEmailTaken } from "@latchkey/domain/operator/OperatorErrors"
import { OperatorId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { Name, Operator } from "@latchkey/domain/operator/Operator"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import { Role } from "@latchkey/domain/operator/Role"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { optionalTime, Time, time } from "./internal/columns.ts"
import { database, hasRow, rows, unlessConflict } from "./internal/database.ts"

const operatorRows = rows(
  Schema.Struct({
    id: OperatorId,
    email: Email,
    name: Name,
    role: Role,
    createdAt: Time,
    joinedAt: Schema.OptionFromNullOr(Time),
    signedInAt: Schema.OptionFromNullOr(Time),
    disabledAt: Schema.OptionFromNullOr(Time)
  })
)

const operatorsOf = (statement: Parameters<typeof operatorRows>[0]) =>
  Effect.map(operatorRows(statement), (found) => found.map((row) => new Operator(row)))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const { sql, tables } = yield* database

  const columns = sql.literal(`
    operator_id AS "id", email, name, role, created_at AS "createdAt", joined_at AS "joinedAt",
    signed_in_at AS "signedInAt", disabled_at AS "disabledAt"`)

  return OperatorAccounts.of({
    insert: Effect.fnUntraced(function* (operator) {
      const inserted = yield* unlessConflict(sql)(sql`
        INSERT INTO ${tables.operators} (
          operator_id, email, name, role, created_at, joined_at, signed_in_at, disabled_at
        )
        VALUES (
          ${operator.id}, ${operator.email}, ${operator.name}, ${operator.role}, ${time(operator.createdAt)},
          ${optionalTime(operator.joinedAt)}, ${optionalTime(operator.signedInAt)}, ${optionalTime(operator.disabledAt)}
        )`)
      if (Option.isNone(inserted)) return yield* new OperatorEmailTaken()
    }, traced("PostgresOperatorAccounts.insert")),

    findById: Effect.fnUntraced(function* (id) {
      return Arr.head(yield* operatorsOf(sql`SELECT ${columns} FROM ${tables.operators} WHERE operator_id = ${id}`))
    }, traced("PostgresOperatorAccounts.findById")),

    findByEmail: Effect.fnUntraced(function* (email) {
      return Arr.head(yield* operatorsOf(sql`SELECT ${columns} FROM ${tables.operators} WHERE email = ${email}`))
    }, traced("PostgresOperatorAccounts.findByEmail")),

    list: operatorsOf(sql`SELECT ${columns} FROM ${tables.operators} ORDER BY operator_id`).pipe(
      traced("PostgresOperatorAccounts.list")
    ),

    listForUpdate: operatorsOf(sql`SELECT ${columns} FROM ${tables.operators} ORDER BY operator_id FOR UPDATE`).pipe(
      traced("PostgresOperatorAccounts.listForUpdate")
    ),

    update: Effect.fnUntraced(function* ({ disabledAt, id, name, role }) {
      return yield* hasRow(sql`
        UPDATE ${tables.operators} SET name = ${name}, role = ${role}, disabled_at = ${optionalTime(disabledAt)}
        WHERE operator_id = ${id}
        RETURNING 1`)
    }, traced("PostgresOperatorAccounts.update")),

    recordSignIn: Effect.fnUntraced(function* (id, at) {
      const signedIn = yield* operatorsOf(sql`
        UPDATE ${tables.operators} SET signed_in_at = ${time(at)}, joined_at = COALESCE(joined_at, ${time(at)})
        WHERE operator_id = ${id} AND disabled_at IS NULL
        RETURNING ${columns}`)
      return Arr.head(signedIn)
    }, traced("PostgresOperatorAccounts.recordSignIn")),

    delete: Effect.fnUntraced(function* (id) {
      return yield* hasRow(sql`DELETE FROM ${tables.operators} WHERE operator_id = ${id} RETURNING 1`)
    }, traced("PostgresOperatorAccounts.delete"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<OperatorAccounts, never, SqlClient> = Layer.effect(OperatorAccounts, make)
