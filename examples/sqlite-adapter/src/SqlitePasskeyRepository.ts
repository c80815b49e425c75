import type { UserId } from "@latchkey/domain/core/Ids"
import { PasskeyExists } from "@latchkey/domain/passkey/PasskeyErrors"
import { UserHandle } from "@latchkey/domain/passkey/Credential"
import { Passkey, PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
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
    ...Passkey.fields,
    createdAt: Schema.DateTimeUtc,
    lastUsedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc)
  })
)
const encode = Schema.encodeSync(Stored)
const PasskeyRow = Schema.Struct({ passkey: Stored })
const handleRow = firstOf(Schema.Struct({ userHandle: Schema.OptionFromNullOr(UserHandle) }))
const foundRow = firstOf(Schema.Struct({ passkey: Stored, userHandle: UserHandle }))

const rpIdCounts = allOf(Schema.Struct({ rpId: Schema.String, count: Schema.Number }))

const passkeysOf = (rows: ReadonlyArray<unknown>) => allOf(PasskeyRow)(rows).map(({ passkey }) => new Passkey(passkey))

const findHandle = ({ all }: Connection, instanceId: string, userId: string) =>
  Option.flatMap(
    handleRow(
      all(`SELECT passkey_handle AS "userHandle" FROM users WHERE instance_id = ? AND user_id = ?`, instanceId, userId)
    ),
    ({ userHandle }) => userHandle
  )

/** Writes the passkeys that `condition` selects as `change` returns them. Returns whether there is one. */
const change = (
  { all, run }: Connection,
  condition: string,
  values: ReadonlyArray<string>,
  to: (passkey: Passkey) => Passkey
): boolean => {
  const found = passkeysOf(all(`SELECT passkey FROM passkeys WHERE ${condition}`, ...values))
  for (const passkey of found) {
    const { id, instanceId } = passkey
    run(`UPDATE passkeys SET passkey = ? WHERE instance_id = ? AND passkey_id = ?`, encode(to(passkey)), instanceId, id)
  }
  return found.length > 0
}

export const layer: Layer.Layer<PasskeyRepository, never, SqliteDatabase> = Layer.effect(
  PasskeyRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    PasskeyRepository.of({
      findHandle: (instanceId, userId) => use((connection) => findHandle(connection, instanceId, userId)),

      assignHandle: (instanceId, userId, fresh) =>
        use((connection) => {
          connection.run(
            `UPDATE users SET passkey_handle = coalesce(passkey_handle, ?) WHERE instance_id = ? AND user_id = ?`,
            fresh,
            instanceId,
            userId
          )
          return findHandle(connection, instanceId, userId)
        }),

      insert: (passkey) =>
        Effect.flatten(
          use(({ run }) => {
            const inserted = run(
              `INSERT OR IGNORE INTO passkeys (instance_id, passkey_id, user_id, credential_id, passkey)
               VALUES (?, ?, ?, ?, ?)`,
              passkey.instanceId,
              passkey.id,
              passkey.userId,
              passkey.credentialId,
              encode(passkey)
            )
            return inserted > 0 ? Either.void : Either.left(new PasskeyExists())
          })
        ),

      find: (instanceId, credentialId) =>
        use(({ all }) =>
          Option.map(
            foundRow(
              all(
                `SELECT p.passkey, u.passkey_handle AS "userHandle"
                 FROM passkeys p JOIN users u USING (instance_id, user_id)
                 WHERE p.instance_id = ? AND p.credential_id = ? AND u.passkey_handle IS NOT NULL`,
                instanceId,
                credentialId
              )
            ),
            ({ passkey, userHandle }) => ({ passkey: new Passkey(passkey), userHandle })
          )
        ),

      recordUse: ({ at, backedUp, id, instanceId, signCount }) =>
        use((connection) =>
          change(connection, `instance_id = ? AND passkey_id = ?`, [instanceId, id], (passkey) => {
            const lastUsedAt = Option.match(passkey.lastUsedAt, {
              onNone: () => at,
              onSome: (last) => DateTime.max(last, at)
            })
            return new Passkey({ ...passkey, backedUp, signCount, lastUsedAt: Option.some(lastUsedAt) })
          })
        ),

      countOfUsers: (instanceId, userIds) =>
        use(({ all }) => {
          const count = (userId: UserId) =>
            passkeysOf(all(`SELECT passkey FROM passkeys WHERE instance_id = ? AND user_id = ?`, instanceId, userId))
              .length
          return new Map(userIds.map((userId) => [userId, count(userId)] as const).filter(([, found]) => found > 0))
        }),

      list: (instanceId, userId) =>
        use(({ all }) =>
          passkeysOf(
            all(
              `SELECT passkey FROM passkeys WHERE instance_id = ? AND user_id = ? ORDER BY passkey_id`,
              instanceId,
              userId
            )
          )
        ),

      rename: ({ id, instanceId, name, userId }) =>
        use((connection) =>
          change(
            connection,
            `instance_id = ? AND user_id = ? AND passkey_id = ?`,
            [instanceId, userId, id],
            (passkey) => new Passkey({ ...passkey, name })
          )
        ),

      delete: (instanceId, userId, id) =>
        use(({ run }) => {
          const statement = `DELETE FROM passkeys WHERE instance_id = ? AND user_id = ? AND passkey_id = ?`
          return run(statement, instanceId, userId, id) > 0
        }),

      deleteAll: (instanceId, userId) =>
        use(({ run }) => run(`DELETE FROM passkeys WHERE instance_id = ? AND user_id = ?`, instanceId, userId)),

      hasOtherRpId: (instanceId, rpId) =>
        use(({ all }) =>
          passkeysOf(all(`SELECT passkey FROM passkeys WHERE instance_id = ?`, instanceId)).some(
            (passkey) => passkey.rpId !== rpId
          )
        ),

      countByRpId: (instanceId) =>
        use(({ all }) =>
          rpIdCounts(
            all(
              `SELECT passkey ->> 'rpId' AS "rpId", count(*) AS count FROM passkeys
               WHERE instance_id = ? GROUP BY 1 ORDER BY 1`,
              instanceId
            )
          )
        ),

      deleteByRpId: (instanceId, rpId, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM passkeys WHERE rowid IN (
               SELECT rowid FROM passkeys WHERE instance_id = ? AND passkey ->> 'rpId' = ? LIMIT ?)`,
            instanceId,
            rpId,
            limit
          )
        )
    })
  )
)
