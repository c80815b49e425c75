import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { SealedText } from "@latchkey/domain/core/SecretKeys"
import type { TokenHash } from "@latchkey/domain/core/Token"
import { SecondFactor, SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis, Time } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const FactorRow = Schema.Struct({
  instanceId: InstanceId,
  userId: UserId,
  keyId: Schema.String,
  box: Schema.String,
  lastStep: Schema.Int,
  confirmedAt: Time
})
const factorRows = allOf(FactorRow)
const factorRow = firstOf(FactorRow)
const countRow = firstOf(Schema.Struct({ count: Schema.Int }))

const columns = `instance_id AS "instanceId", user_id AS "userId", key_id AS "keyId", secret AS "box",
  last_step AS "lastStep", confirmed_at AS "confirmedAt"`

const toFactor = ({ box, keyId, ...row }: typeof FactorRow.Type) =>
  new SecondFactor({ ...row, secret: new SealedText({ keyId, box }) })

const find = ({ all }: Connection, instanceId: InstanceId, userId: UserId) =>
  Option.map(
    factorRow(all(`SELECT ${columns} FROM second_factors WHERE instance_id = ? AND user_id = ?`, instanceId, userId)),
    toFactor
  )

const countCodes = ({ all }: Connection, instanceId: InstanceId, userId: UserId): number =>
  Option.getOrThrow(
    countRow(
      all(`SELECT count(*) AS "count" FROM recovery_codes WHERE instance_id = ? AND user_id = ?`, instanceId, userId)
    )
  ).count

const addCodes = (
  { run }: Connection,
  instanceId: InstanceId,
  userId: UserId,
  codes: ReadonlyArray<TokenHash>,
  createdAt: DateTime.Utc
): void => {
  for (const code of codes) {
    run(
      `INSERT INTO recovery_codes (instance_id, user_id, code_hash, created_at) VALUES (?, ?, ?, ?)`,
      instanceId,
      userId,
      code,
      millis(createdAt)
    )
  }
}

/** Deletes the second factor of a user with its recovery codes. */
export const deleteFactor = ({ run }: Connection, instanceId: InstanceId, userId: UserId): void => {
  for (const table of ["second_factors", "recovery_codes"]) {
    run(`DELETE FROM ${table} WHERE instance_id = ? AND user_id = ?`, instanceId, userId)
  }
}

export const layer: Layer.Layer<SecondFactorRepository, never, SqliteDatabase> = Layer.effect(
  SecondFactorRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    SecondFactorRepository.of({
      add: ({ credentialVersion, factor, recoveryCodes }) =>
        use((connection) => {
          const { confirmedAt, instanceId, lastStep, secret, userId } = factor
          const changed = connection.run(
            `UPDATE users SET second_factor_at = ?, credential_version = credential_version + 1
             WHERE instance_id = ? AND user_id = ? AND credential_version = ? AND second_factor_at IS NULL`,
            millis(confirmedAt),
            instanceId,
            userId,
            credentialVersion
          )
          if (changed === 0) return false
          connection.run(
            `INSERT INTO second_factors (instance_id, user_id, key_id, secret, last_step, confirmed_at)
             VALUES (?, ?, ?, ?, ?, ?)`,
            instanceId,
            userId,
            secret.keyId,
            secret.box,
            lastStep,
            millis(confirmedAt)
          )
          addCodes(connection, instanceId, userId, recoveryCodes, confirmedAt)
          return true
        }),

      find: (instanceId, userId) =>
        use((connection) =>
          Option.map(find(connection, instanceId, userId), (factor) => ({
            factor,
            recoveryCodes: countCodes(connection, instanceId, userId)
          }))
        ),

      acceptStep: (instanceId, userId, step) =>
        use(
          ({ run }) =>
            run(
              `UPDATE second_factors SET last_step = ? WHERE instance_id = ? AND user_id = ? AND last_step < ?`,
              step,
              instanceId,
              userId,
              step
            ) > 0
        ),

      consumeRecoveryCode: (instanceId, userId, code) =>
        use((connection) => {
          const used = connection.run(
            `DELETE FROM recovery_codes WHERE instance_id = ? AND user_id = ? AND code_hash = ?`,
            instanceId,
            userId,
            code
          )
          return used === 0 ? Option.none() : Option.some(countCodes(connection, instanceId, userId))
        }),

      replaceRecoveryCodes: (instanceId, userId, codes, createdAt) =>
        use((connection) => {
          if (Option.isNone(find(connection, instanceId, userId))) return false
          connection.run(`DELETE FROM recovery_codes WHERE instance_id = ? AND user_id = ?`, instanceId, userId)
          addCodes(connection, instanceId, userId, codes, createdAt)
          return true
        }),

      deleteRecoveryCodes: (instanceId, userId, since) =>
        use(
          ({ run }) =>
            run(
              `DELETE FROM recovery_codes WHERE instance_id = ? AND user_id = ? AND created_at > ?`,
              instanceId,
              userId,
              millis(since)
            ) > 0
        ),

      remove: ({ credentialVersion, instanceId, userId }) =>
        use((connection) => {
          const changed = connection.run(
            `UPDATE users SET second_factor_at = NULL, credential_version = credential_version + 1
             WHERE instance_id = ? AND user_id = ? AND credential_version = ? AND second_factor_at IS NOT NULL`,
            instanceId,
            userId,
            credentialVersion
          )
          if (changed > 0) deleteFactor(connection, instanceId, userId)
          return changed > 0
        }),

      replaceSecret: ({ current, instanceId, next, userId }) =>
        use(
          ({ run }) =>
            run(
              `UPDATE second_factors SET key_id = ?, secret = ?
               WHERE instance_id = ? AND user_id = ? AND key_id = ? AND secret = ?`,
              next.keyId,
              next.box,
              instanceId,
              userId,
              current.keyId,
              current.box
            ) > 0
        ),

      listOfOtherKeys: ({ after, keyId, limit }) =>
        use(({ all }) => {
          const [lastKey, lastInstance, lastUser] = Option.match(after, {
            onNone: () => ["", "", ""],
            onSome: ({ instanceId, secret, userId }) => [secret.keyId, instanceId, userId]
          })
          return factorRows(
            all(
              `SELECT ${columns} FROM second_factors
               WHERE key_id <> ? AND (key_id, instance_id, user_id) > (?, ?, ?)
               ORDER BY key_id, instance_id, user_id LIMIT ?`,
              keyId,
              lastKey ?? "",
              lastInstance ?? "",
              lastUser ?? "",
              limit
            )
          ).map(toFactor)
        })
    })
  )
)
