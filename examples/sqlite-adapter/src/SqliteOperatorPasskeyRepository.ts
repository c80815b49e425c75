import { PasskeyExists } from "@latchkey/domain/passkey/PasskeyErrors"
import { OperatorId } from "@latchkey/domain/core/Ids"
import { OperatorPasskey, OperatorPasskeyRepository } from "@latchkey/domain/operator/OperatorPasskeyRepository"
import { UserHandle } from "@latchkey/domain/passkey/Credential"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const Stored = Schema.parseJson(
  Schema.Struct({
    ...OperatorPasskey.fields,
    createdAt: Schema.DateTimeUtc,
    lastUsedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc)
  })
)
const encode = Schema.encodeSync(Stored)
const passkeyRows = allOf(Schema.Struct({ passkey: Stored }))
const foundRow = firstOf(Schema.Struct({ passkey: Stored, userHandle: UserHandle }))
const handleRow = firstOf(Schema.Struct({ userHandle: Schema.OptionFromNullOr(UserHandle) }))
const operatorCounts = allOf(Schema.Struct({ operatorId: OperatorId, count: Schema.Number }))
const rpIdCounts = allOf(Schema.Struct({ rpId: Schema.String, count: Schema.Number }))

const passkeysOf = (rows: ReadonlyArray<unknown>) =>
  passkeyRows(rows).map(({ passkey }) => new OperatorPasskey(passkey))

const findHandle = ({ all }: Connection, id: string) =>
  Option.flatMap(
    handleRow(all(`SELECT passkey_handle AS "userHandle" FROM operators WHERE operator_id = ?`, id)),
    ({ userHandle }) => userHandle
  )

/** Writes the passkey that `condition` selects as `to` returns it. Returns whether there is one. */
const change = (
  { all, run }: Connection,
  condition: string,
  values: ReadonlyArray<string>,
  to: (passkey: OperatorPasskey) => OperatorPasskey
): boolean => {
  const found = passkeysOf(all(`SELECT passkey FROM operator_passkeys WHERE ${condition}`, ...values))
  for (const passkey of found) {
    run(`UPDATE operator_passkeys SET passkey = ? WHERE passkey_id = ?`, encode(to(passkey)), passkey.id)
  }
  return found.length > 0
}

export const layer: Layer.Layer<OperatorPasskeyRepository, never, SqliteDatabase> = Layer.effect(
  OperatorPasskeyRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    OperatorPasskeyRepository.of({
      findHandle: (id) => use((connection) => findHandle(connection, id)),

      assignHandle: (id, fresh) =>
        use((connection) => {
          const statement = `UPDATE operators SET passkey_handle = coalesce(passkey_handle, ?) WHERE operator_id = ?`
          connection.run(statement, fresh, id)
          return findHandle(connection, id)
        }),

      insert: (passkey) =>
        Effect.flatten(
          use(({ run }) => {
            const inserted = run(
              `INSERT OR IGNORE INTO operator_passkeys (passkey_id, operator_id, credential_id, passkey)
               VALUES (?, ?, ?, ?)`,
              passkey.id,
              passkey.operatorId,
              passkey.credentialId,
              encode(passkey)
            )
            return inserted > 0 ? Either.void : Either.left(new PasskeyExists())
          })
        ),

      find: (credentialId) =>
        use(({ all }) =>
          Option.map(
            foundRow(
              all(
                `SELECT p.passkey, o.passkey_handle AS "userHandle" FROM operator_passkeys p JOIN operators o USING (operator_id)
                 WHERE p.credential_id = ? AND o.passkey_handle IS NOT NULL`,
                credentialId
              )
            ),
            ({ passkey, userHandle }) => ({ passkey: new OperatorPasskey(passkey), userHandle })
          )
        ),

      recordUse: ({ at, backedUp, id, signCount }) =>
        use((connection) =>
          change(connection, `passkey_id = ?`, [id], (passkey) => {
            const lastUsedAt = Option.match(passkey.lastUsedAt, {
              onNone: () => at,
              onSome: (last) => DateTime.max(last, at)
            })
            return new OperatorPasskey({ ...passkey, backedUp, signCount, lastUsedAt: Option.some(lastUsedAt) })
          })
        ),

      list: (id) =>
        use(({ all }) =>
          passkeysOf(all(`SELECT passkey FROM operator_passkeys WHERE operator_id = ? ORDER BY passkey_id`, id))
        ),

      countByOperator: use(({ all }) =>
        operatorCounts(
          all(`SELECT operator_id AS "operatorId", count(*) AS count FROM operator_passkeys GROUP BY 1 ORDER BY 1`)
        )
      ),

      rename: ({ id, name, operatorId }) =>
        use((connection) =>
          change(
            connection,
            `operator_id = ? AND passkey_id = ?`,
            [operatorId, id],
            (passkey) => new OperatorPasskey({ ...passkey, name })
          )
        ),

      delete: (operatorId, id) =>
        use(
          ({ run }) => run(`DELETE FROM operator_passkeys WHERE operator_id = ? AND passkey_id = ?`, operatorId, id) > 0
        ),

      deleteAll: (id) => use(({ run }) => run(`DELETE FROM operator_passkeys WHERE operator_id = ?`, id)),

      countByRpId: use(({ all }) =>
        rpIdCounts(
          all(`SELECT passkey ->> 'rpId' AS "rpId", count(*) AS count FROM operator_passkeys GROUP BY 1 ORDER BY 1`)
        )
      ),

      deleteByRpId: (rpId) => use(({ run }) => run(`DELETE FROM operator_passkeys WHERE passkey ->> 'rpId' = ?`, rpId))
    })
  )
)
