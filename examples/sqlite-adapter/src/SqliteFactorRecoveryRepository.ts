import {
  FactorRecovery,
  type FactorRecoveryLink,
  FactorRecoveryRepository
} from "@latchkey/domain/session/FactorRecoveryRepository"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { firstOf, millis, Time } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

type Key = Pick<FactorRecovery, "instanceId" | "userId">

const recoveryRow = firstOf(
  Schema.Struct({ ...FactorRecovery.fields, requestedAt: Time, availableAt: Time, expiresAt: Time })
)

const columns = `r.instance_id AS "instanceId", r.user_id AS "userId", r.credential_version AS "credentialVersion",
  r.user_agent AS "userAgent", r.requested_at AS "requestedAt", r.available_at AS "availableAt",
  r.expires_at AS "expiresAt"`

const open = `factor_recoveries r JOIN users u USING (instance_id, user_id, credential_version)`

const toRecovery = (rows: ReadonlyArray<unknown>) => Option.map(recoveryRow(rows), (row) => new FactorRecovery(row))

const find = ({ all }: Connection, { instanceId, userId }: Key, now: DateTime.Utc) =>
  toRecovery(
    all(
      `SELECT ${columns} FROM ${open} WHERE r.instance_id = ? AND r.user_id = ? AND r.expires_at > ?`,
      instanceId,
      userId,
      millis(now)
    )
  )

const findByLink = ({ all }: Connection, { instanceId, now, tokenHash }: FactorRecoveryLink) =>
  toRecovery(
    all(
      `SELECT ${columns} FROM ${open} JOIN factor_recovery_links l USING (instance_id, user_id)
       WHERE l.instance_id = ? AND l.token_hash = ? AND r.expires_at > ?`,
      instanceId,
      tokenHash,
      millis(now)
    )
  )

/** Deletes a recovery with its links. Returns how many recoveries it deleted: one or none. */
const remove = ({ run }: Connection, { instanceId, userId }: Key): number => {
  run(`DELETE FROM factor_recovery_links WHERE instance_id = ? AND user_id = ?`, instanceId, userId)
  return run(`DELETE FROM factor_recoveries WHERE instance_id = ? AND user_id = ?`, instanceId, userId)
}

const insert = ({ run }: Connection, recovery: FactorRecovery): number =>
  run(
    `INSERT INTO factor_recoveries (
       instance_id, user_id, credential_version, user_agent, requested_at, available_at, expires_at
     )
     SELECT instance_id, user_id, credential_version, ?, ?, ?, ? FROM users
     WHERE instance_id = ? AND user_id = ? AND credential_version = ?`,
    recovery.userAgent,
    millis(recovery.requestedAt),
    millis(recovery.availableAt),
    millis(recovery.expiresAt),
    recovery.instanceId,
    recovery.userId,
    recovery.credentialVersion
  )

const isUsersVersion = ({ all }: Connection, { credentialVersion, instanceId, userId }: FactorRecovery): boolean =>
  all(
    `SELECT 1 FROM users WHERE instance_id = ? AND user_id = ? AND credential_version = ?`,
    instanceId,
    userId,
    credentialVersion
  ).length > 0

export const layer: Layer.Layer<FactorRecoveryRepository, never, SqliteDatabase> = Layer.effect(
  FactorRecoveryRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    FactorRecoveryRepository.of({
      insert: (recovery, now) =>
        use((connection) => {
          const isOpen = Option.isSome(find(connection, recovery, now))
          if (isOpen || !isUsersVersion(connection, recovery)) return false
          remove(connection, recovery)
          return insert(connection, recovery) > 0
        }),

      find: (instanceId, userId, now) => use((connection) => find(connection, { instanceId, userId }, now)),

      addLink: ({ instanceId, requestedAt, userId }, { now, tokenHash }) =>
        use(({ run }) => {
          const added = run(
            `INSERT INTO factor_recovery_links (instance_id, token_hash, user_id)
             SELECT r.instance_id, ?, r.user_id FROM ${open}
             WHERE r.instance_id = ? AND r.user_id = ? AND r.requested_at = ? AND r.expires_at > ?`,
            tokenHash,
            instanceId,
            userId,
            millis(requestedAt),
            millis(now)
          )
          return added > 0
        }),

      findByLink: (link) => use((connection) => findByLink(connection, link)),

      consume: (link) =>
        use((connection) => {
          const found = Option.filter(
            findByLink(connection, link),
            ({ availableAt }) => millis(availableAt) <= millis(link.now)
          )
          if (Option.isSome(found)) remove(connection, found.value)
          return found
        }),

      delete: (instanceId, userId) => use((connection) => remove(connection, { instanceId, userId }) > 0),

      deleteExpired: (now, limit) =>
        use(({ run }) => {
          const deleted = run(
            `DELETE FROM factor_recoveries WHERE rowid IN (
               SELECT rowid FROM factor_recoveries WHERE expires_at <= ? LIMIT ?
             )`,
            millis(now),
            limit
          )
          run(
            `DELETE FROM factor_recovery_links
             WHERE (instance_id, user_id) NOT IN (SELECT instance_id, user_id FROM factor_recoveries)`
          )
          return deleted
        })
    })
  )
)
