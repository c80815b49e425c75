/** Second factors in the table `second_factors`, and the hashes of their recovery codes in `recovery_codes`. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { SealedText } from "@latchkey/domain/core/SecretKeys"
import { traced } from "@latchkey/domain/core/Tracing"
import { SecondFactor, SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { digest, Time, time } from "./internal/columns.ts"
import { database, discard, firstRow, hasRow, rows, transaction } from "./internal/database.ts"

const FactorRow = Schema.Struct({
  instanceId: InstanceId,
  userId: UserId,
  keyId: Schema.String,
  secret: Schema.String,
  lastStep: Schema.Int,
  confirmedAt: Time
})

const factorRows = rows(FactorRow)
const foundRow = firstRow(Schema.Struct({ ...FactorRow.fields, recoveryCodes: Schema.Int }))
const countRow = firstRow(Schema.Struct({ count: Schema.Int }))
const leftRow = firstRow(Schema.Struct({ left: Schema.Int }))

const toFactor = ({ keyId, secret, ...row }: typeof FactorRow.Type) =>
  new SecondFactor({ ...row, secret: new SealedText({ keyId, box: secret }) })

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const { sql, tables } = yield* database

  const columns = sql.literal(`
    f.instance_id AS "instanceId", f.user_id AS "userId", f.key_id AS "keyId", f.secret, f.last_step AS "lastStep",
    f.confirmed_at AS "confirmedAt"`)

  const ofUser = (instanceId: InstanceId, userId: UserId): Fragment =>
    sql`instance_id = ${instanceId} AND user_id = ${userId}`

  const hashes = (codes: Parameters<(typeof SecondFactorRepository.Service)["replaceRecoveryCodes"]>[2]) =>
    codes.map(digest)

  return SecondFactorRepository.of({
    add: Effect.fnUntraced(function* ({ credentialVersion, factor, recoveryCodes }) {
      const { confirmedAt, instanceId, lastStep, secret, userId } = factor
      return yield* hasRow(sql`
        WITH owner AS (
          UPDATE ${tables.users}
          SET second_factor_at = ${time(confirmedAt)}, credential_version = credential_version + 1
          WHERE ${ofUser(instanceId, userId)} AND credential_version = ${credentialVersion}
            AND second_factor_at IS NULL
          RETURNING user_id
        ), factor AS (
          INSERT INTO ${tables.secondFactors} (instance_id, user_id, key_id, secret, last_step, confirmed_at)
          SELECT
            ${instanceId}, user_id, ${secret.keyId}, ${secret.box}, ${lastStep}::integer,
            ${time(confirmedAt)}::timestamptz
          FROM owner
        ), codes AS (
          INSERT INTO ${tables.recoveryCodes} (instance_id, user_id, code_hash, created_at)
          SELECT ${instanceId}, owner.user_id, c.code_hash, ${time(confirmedAt)}::timestamptz
          FROM owner, unnest(${hashes(recoveryCodes)}::bytea[]) AS c (code_hash)
        )
        SELECT user_id FROM owner`)
    }, traced("PostgresSecondFactorRepository.add")),

    find: Effect.fnUntraced(function* (instanceId, userId) {
      const row = yield* foundRow(sql`
        SELECT ${columns}, (
          SELECT count(*)::integer FROM ${tables.recoveryCodes} r
          WHERE r.instance_id = ${instanceId} AND r.user_id = ${userId}
        ) AS "recoveryCodes"
        FROM ${tables.secondFactors} f WHERE f.instance_id = ${instanceId} AND f.user_id = ${userId}`)
      return Option.map(row, ({ recoveryCodes, ...factor }) => ({ factor: toFactor(factor), recoveryCodes }))
    }, traced("PostgresSecondFactorRepository.find")),

    acceptStep: Effect.fnUntraced(function* (instanceId, userId, step) {
      return yield* hasRow(sql`
        UPDATE ${tables.secondFactors} SET last_step = ${step}
        WHERE ${ofUser(instanceId, userId)} AND last_step < ${step} RETURNING 1`)
    }, traced("PostgresSecondFactorRepository.acceptStep")),

    consumeRecoveryCode: Effect.fnUntraced(function* (instanceId, userId, code) {
      // The count does not see the deletion of the same statement.
      const row = yield* leftRow(sql`
        WITH used AS (
          DELETE FROM ${tables.recoveryCodes} WHERE ${ofUser(instanceId, userId)} AND code_hash = ${digest(code)}
          RETURNING 1
        )
        SELECT (
          SELECT count(*)::integer FROM ${tables.recoveryCodes}
          WHERE ${ofUser(instanceId, userId)} AND code_hash <> ${digest(code)}
        ) AS "left" FROM used`)
      return Option.map(row, ({ left }) => left)
    }, traced("PostgresSecondFactorRepository.consumeRecoveryCode")),

    replaceRecoveryCodes: Effect.fnUntraced(function* (instanceId, userId, codes, createdAt) {
      // Locks the factor first, so that of concurrent calls one set of codes stays.
      return yield* transaction(sql)(
        Effect.gen(function* () {
          const isFound = yield* hasRow(
            sql`SELECT 1 FROM ${tables.secondFactors} WHERE ${ofUser(instanceId, userId)} FOR UPDATE`
          )
          if (!isFound) return false
          yield* discard(sql`DELETE FROM ${tables.recoveryCodes} WHERE ${ofUser(instanceId, userId)}`)
          yield* discard(sql`
            INSERT INTO ${tables.recoveryCodes} (instance_id, user_id, code_hash, created_at)
            SELECT ${instanceId}, ${userId}, c.code_hash, ${time(createdAt)}::timestamptz
            FROM unnest(${hashes(codes)}::bytea[]) AS c (code_hash)`)
          return true
        })
      )
    }, traced("PostgresSecondFactorRepository.replaceRecoveryCodes")),

    deleteRecoveryCodes: Effect.fnUntraced(function* (instanceId, userId, since) {
      return yield* hasRow(sql`
        DELETE FROM ${tables.recoveryCodes}
        WHERE ${ofUser(instanceId, userId)} AND created_at > ${time(since)} RETURNING 1`)
    }, traced("PostgresSecondFactorRepository.deleteRecoveryCodes")),

    remove: Effect.fnUntraced(function* ({ credentialVersion, instanceId, userId }) {
      return yield* hasRow(sql`
        WITH owner AS (
          UPDATE ${tables.users} SET second_factor_at = NULL, credential_version = credential_version + 1
          WHERE ${ofUser(instanceId, userId)} AND credential_version = ${credentialVersion}
            AND second_factor_at IS NOT NULL
          RETURNING user_id
        ), factor AS (
          DELETE FROM ${tables.secondFactors} f USING owner
          WHERE f.instance_id = ${instanceId} AND f.user_id = owner.user_id
        ), codes AS (
          DELETE FROM ${tables.recoveryCodes} r USING owner
          WHERE r.instance_id = ${instanceId} AND r.user_id = owner.user_id
        )
        SELECT user_id FROM owner`)
    }, traced("PostgresSecondFactorRepository.remove")),

    replaceSecret: Effect.fnUntraced(function* ({ current, instanceId, next, userId }) {
      return yield* hasRow(sql`
        UPDATE ${tables.secondFactors} SET key_id = ${next.keyId}, secret = ${next.box}
        WHERE ${ofUser(instanceId, userId)} AND key_id = ${current.keyId} AND secret = ${current.box} RETURNING 1`)
    }, traced("PostgresSecondFactorRepository.replaceSecret")),

    // The two parts use the index: there is no range of all other keys.
    listOfOtherKeys: Effect.fnUntraced(function* ({ after, keyId, limit }) {
      const [lastKey, lastInstance, lastUser] = Option.match(after, {
        onNone: () => ["", "", ""] as const,
        onSome: ({ instanceId, secret, userId }) => [secret.keyId, instanceId, userId] as const
      })
      const part = (comparison: Fragment, most: number) =>
        factorRows(sql`
          SELECT ${columns} FROM ${tables.secondFactors} f
          WHERE f.key_id ${comparison} ${keyId}
            AND (f.key_id, f.instance_id, f.user_id) > (${lastKey}, ${lastInstance}, ${lastUser})
          ORDER BY f.key_id, f.instance_id, f.user_id
          LIMIT ${most}`)
      const lesser = yield* part(sql`<`, limit)
      const greater = lesser.length < limit ? yield* part(sql`>`, limit - lesser.length) : []
      return [...lesser, ...greater].map(toFactor)
    }, traced("PostgresSecondFactorRepository.listOfOtherKeys")),

    countOfKey: Effect.fnUntraced(function* (keyId) {
      const row = yield* countRow(sql`
        SELECT count(*)::integer AS count FROM ${tables.secondFactors} WHERE key_id = ${keyId}`)
      return Option.match(row, { onNone: () => 0, onSome: ({ count }) => count })
    }, traced("PostgresSecondFactorRepository.countOfKey"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<SecondFactorRepository, never, SqlClient> = Layer.effect(SecondFactorRepository, make)
