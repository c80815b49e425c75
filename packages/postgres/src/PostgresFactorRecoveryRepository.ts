/**
 * Recoveries of lost factors in the table `factor_recoveries`, one row per user, and their links in
 * `factor_recovery_links`.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import {
  FactorRecovery,
  type FactorRecoveryLink,
  FactorRecoveryRepository
} from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { digest, Time, time } from "./internal/columns.ts"
import { database, discard, firstRow, hasRow, transaction } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const recoveryRow = firstRow(
  Schema.Struct({
    instanceId: InstanceId,
    userId: UserId,
    credentialVersion: Schema.Int,
    userAgent: Schema.String,
    requestedAt: Time,
    availableAt: Time,
    expiresAt: Time
  })
)

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    r.instance_id AS "instanceId", r.user_id AS "userId", r.credential_version AS "credentialVersion",
    r.user_agent AS "userAgent", r.requested_at AS "requestedAt", r.available_at AS "availableAt",
    r.expires_at AS "expiresAt"`)

  /** The open recovery `r` of the user `u`. */
  const isOpen = (instanceId: InstanceId, now: DateTime.Utc) => sql`
    r.instance_id = ${instanceId} AND r.expires_at > ${time(now)} AND u.instance_id = ${instanceId}
      AND u.user_id = r.user_id AND u.credential_version = r.credential_version`

  /** The open recovery `r` of the link `l`. */
  const isOfLink = ({ instanceId, now, tokenHash }: FactorRecoveryLink) => sql`
    l.instance_id = ${instanceId} AND l.token_hash = ${digest(tokenHash)} AND r.user_id = l.user_id
      AND ${isOpen(instanceId, now)}`

  const toRecovery = (row: Effect.Effect.Success<ReturnType<typeof recoveryRow>>) =>
    Option.map(row, (fields) => new FactorRecovery(fields))

  /** Deletes a recovery that is no longer open, so that another one takes its place without its links. */
  const deleteClosed = ({ instanceId, userId }: FactorRecovery, now: DateTime.Utc) =>
    discard(sql`
      DELETE FROM ${tables.factorRecoveries} r
      WHERE r.instance_id = ${instanceId} AND r.user_id = ${userId} AND NOT (
        r.expires_at > ${time(now)} AND EXISTS (
          SELECT FROM ${tables.users} u
          WHERE u.instance_id = ${instanceId} AND u.user_id = ${userId} AND u.credential_version = r.credential_version
        )
      )`)

  const insert = ({
    availableAt,
    credentialVersion,
    expiresAt,
    instanceId,
    requestedAt,
    userAgent,
    userId
  }: FactorRecovery) =>
    hasRow(sql`
      INSERT INTO ${tables.factorRecoveries} (
        instance_id, user_id, credential_version, user_agent, requested_at, available_at, expires_at
      )
      SELECT
        ${instanceId}, owner.user_id, ${credentialVersion}::integer, ${userAgent}, ${time(requestedAt)}::timestamptz,
        ${time(availableAt)}::timestamptz, ${time(expiresAt)}::timestamptz
      FROM (
        SELECT user_id FROM ${tables.users}
        WHERE instance_id = ${instanceId} AND user_id = ${userId} AND credential_version = ${credentialVersion}
        FOR KEY SHARE
      ) AS owner
      ON CONFLICT (instance_id, user_id) DO NOTHING
      RETURNING 1`)

  return FactorRecoveryRepository.of({
    insert: Effect.fnUntraced(function* (recovery, now) {
      return yield* transaction(sql)(Effect.zipRight(deleteClosed(recovery, now), insert(recovery)))
    }, traced("PostgresFactorRecoveryRepository.insert")),

    find: Effect.fnUntraced(function* (instanceId, userId, now) {
      const row = yield* recoveryRow(sql`
        SELECT ${columns} FROM ${tables.factorRecoveries} r, ${tables.users} u
        WHERE r.user_id = ${userId} AND ${isOpen(instanceId, now)}`)
      return toRecovery(row)
    }, traced("PostgresFactorRecoveryRepository.find")),

    addLink: Effect.fnUntraced(function* ({ instanceId, requestedAt, userId }, { now, tokenHash }) {
      return yield* hasRow(sql`
        INSERT INTO ${tables.factorRecoveryLinks} (instance_id, token_hash, user_id)
        SELECT ${instanceId}, ${digest(tokenHash)}::bytea, open.user_id
        FROM (
          SELECT r.user_id FROM ${tables.factorRecoveries} r, ${tables.users} u
          WHERE r.user_id = ${userId} AND r.requested_at = ${time(requestedAt)} AND ${isOpen(instanceId, now)}
          FOR KEY SHARE OF r
        ) AS open
        RETURNING 1`)
    }, traced("PostgresFactorRecoveryRepository.addLink")),

    findByLink: Effect.fnUntraced(function* (link) {
      const row = yield* recoveryRow(sql`
        SELECT ${columns} FROM ${tables.factorRecoveryLinks} l, ${tables.factorRecoveries} r, ${tables.users} u
        WHERE ${isOfLink(link)}`)
      return toRecovery(row)
    }, traced("PostgresFactorRecoveryRepository.findByLink")),

    consume: Effect.fnUntraced(function* (link) {
      const row = yield* recoveryRow(sql`
        DELETE FROM ${tables.factorRecoveries} r USING ${tables.factorRecoveryLinks} l, ${tables.users} u
        WHERE ${isOfLink(link)} AND r.available_at <= ${time(link.now)}
        RETURNING ${columns}`)
      return toRecovery(row)
    }, traced("PostgresFactorRecoveryRepository.consume")),

    delete: Effect.fnUntraced(function* (instanceId, userId) {
      return yield* hasRow(sql`
        DELETE FROM ${tables.factorRecoveries} WHERE instance_id = ${instanceId} AND user_id = ${userId} RETURNING 1`)
    }, traced("PostgresFactorRecoveryRepository.delete")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      return yield* deleteExpired(db, { table: tables.factorRecoveries, expiryColumn: "expires_at", until: now, limit })
    }, traced("PostgresFactorRecoveryRepository.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<FactorRecoveryRepository, never, SqlClient> = Layer.effect(
  FactorRecoveryRepository,
  make
)
