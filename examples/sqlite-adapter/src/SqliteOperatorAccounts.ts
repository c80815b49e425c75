import { Email } from "@latchkey/domain/core/Email"
import { OperatorEmailTaken } from "@latchkey/domain/operator/OperatorErrors"
import { OperatorId } from "@latchkey/domain/core/Ids"
import { Name, Operator } from "@latchkey/domain/operator/Operator"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import { Role } from "@latchkey/domain/operator/Role"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis, optionalMillis, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const Row = Schema.Struct({
  id: OperatorId,
  email: Email,
  name: Name,
  role: Role,
  createdAt: Time,
  joinedAt: Schema.OptionFromNullOr(Time),
  signedInAt: Schema.OptionFromNullOr(Time),
  disabledAt: Schema.OptionFromNullOr(Time)
})
const first = (rows: ReadonlyArray<unknown>) => Option.map(firstOf(Row)(rows), (row) => new Operator(row))
const every = (rows: ReadonlyArray<unknown>) => allOf(Row)(rows).map((row) => new Operator(row))

const columns = `operator_id AS "id", email, name, role, created_at AS "createdAt", joined_at AS "joinedAt",
  signed_in_at AS "signedInAt", disabled_at AS "disabledAt"`

export const layer: Layer.Layer<OperatorAccounts, never, SqliteDatabase> = Layer.effect(
  OperatorAccounts,
  Effect.map(SqliteDatabase, ({ use }) => {
    const list = use(({ all }) => every(all(`SELECT ${columns} FROM operators ORDER BY operator_id`)))

    return OperatorAccounts.of({
      insert: (operator) =>
        Effect.filterOrFail(
          use(({ run }) =>
            run(
              `INSERT INTO operators (operator_id, email, name, role, created_at, joined_at, signed_in_at, disabled_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
              operator.id,
              operator.email,
              operator.name,
              operator.role,
              millis(operator.createdAt),
              optionalMillis(operator.joinedAt),
              optionalMillis(operator.signedInAt),
              optionalMillis(operator.disabledAt)
            )
          ),
          (inserted) => inserted > 0,
          () => new OperatorEmailTaken()
        ),

      findById: (id) => use(({ all }) => first(all(`SELECT ${columns} FROM operators WHERE operator_id = ?`, id))),

      findByEmail: (email) => use(({ all }) => first(all(`SELECT ${columns} FROM operators WHERE email = ?`, email))),

      list,

      // A transaction of SQLite runs while all others wait.
      listForUpdate: list,

      update: ({ disabledAt, id, name, role }) =>
        use(
          ({ run }) =>
            run(
              `UPDATE operators SET name = ?, role = ?, disabled_at = ? WHERE operator_id = ?`,
              name,
              role,
              optionalMillis(disabledAt),
              id
            ) > 0
        ),

      recordSignIn: (id, at) =>
        use(({ all }) =>
          first(
            all(
              `UPDATE operators SET signed_in_at = ?, joined_at = coalesce(joined_at, ?)
               WHERE operator_id = ? AND disabled_at IS NULL RETURNING ${columns}`,
              millis(at),
              millis(at),
              id
            )
          )
        ),

      delete: (id) => use(({ run }) => run(`DELETE FROM operators WHERE operator_id = ?`, id) > 0)
    })
  })
)
