/**
 * Pending sign-ups in the table `pending_sign_ups`, one row per address and client.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import { traced } from "@latchkey/domain/core/Tracing"
import {
  maxPerEmail,
  PendingSignUp,
  PendingSignUpRepository
} from "@latchkey/domain/pending-sign-up/PendingSignUpRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Digest, digest, Time, time } from "./internal/columns.ts"
import { database, discard, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const pendingRows = rows(
  Schema.Struct({ ...PendingSignUp.fields, clientHash: Digest, passwordHash: PasswordHash, expiresAt: Time })
)

/**
 * Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema.
 *
 * @since 0.1.0
 */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    p.instance_id AS "instanceId", p.email, p.client_hash AS "clientHash", p.password_hash AS "passwordHash",
    p.expires_at AS "expiresAt"`)

  return PendingSignUpRepository.of({
    put: Effect.fnUntraced(function* ({ clientHash, email, expiresAt, instanceId, passwordHash }) {
      // Skips rows that others have locked: it waits for no other sign-up with the address.
      yield* discard(sql`
        WITH stored AS (
          INSERT INTO ${tables.pendingSignUps} (instance_id, email, client_hash, password_hash, expires_at)
          VALUES (${instanceId}, ${email}, ${digest(clientHash)}, ${Redacted.value(passwordHash)}, ${time(expiresAt)})
          ON CONFLICT (instance_id, email, client_hash)
          DO UPDATE SET password_hash = EXCLUDED.password_hash, expires_at = EXCLUDED.expires_at
        ), surplus AS MATERIALIZED (
          SELECT client_hash FROM ${tables.pendingSignUps}
          WHERE instance_id = ${instanceId} AND email = ${email} AND client_hash <> ${digest(clientHash)}
          ORDER BY expires_at DESC
          OFFSET ${maxPerEmail - 1}
        ), held AS MATERIALIZED (
          SELECT client_hash FROM ${tables.pendingSignUps}
          WHERE instance_id = ${instanceId} AND email = ${email}
            AND client_hash = ANY (ARRAY(SELECT client_hash FROM surplus))
          FOR UPDATE SKIP LOCKED
        )
        DELETE FROM ${tables.pendingSignUps} p USING held
        WHERE p.instance_id = ${instanceId} AND p.email = ${email} AND p.client_hash = held.client_hash
        RETURNING 1`)
    }, traced("PostgresPendingSignUpRepository.put")),

    list: Effect.fnUntraced(function* (instanceId, email, now) {
      const found = yield* pendingRows(sql`
        SELECT ${columns} FROM ${tables.pendingSignUps} p
        WHERE p.instance_id = ${instanceId} AND p.email = ${email} AND p.expires_at > ${time(now)}`)
      return found.map((row) => new PendingSignUp(row))
    }, traced("PostgresPendingSignUpRepository.list")),

    consumeAll: Effect.fnUntraced(function* (instanceId, email, now) {
      // Locks them in a fixed order, as every call for the address does.
      const consumed = yield* pendingRows(sql`
        WITH held AS MATERIALIZED (
          SELECT client_hash FROM ${tables.pendingSignUps}
          WHERE instance_id = ${instanceId} AND email = ${email}
          ORDER BY client_hash
          FOR UPDATE
        ), consumed AS (
          DELETE FROM ${tables.pendingSignUps} p USING held
          WHERE p.instance_id = ${instanceId} AND p.email = ${email} AND p.client_hash = held.client_hash
          RETURNING ${columns}
        )
        SELECT * FROM consumed WHERE "expiresAt" > ${time(now)}`)
      return consumed.map((row) => new PendingSignUp(row))
    }, traced("PostgresPendingSignUpRepository.consumeAll")),

    deleteAll: Effect.fnUntraced(function* (instanceId, emails) {
      yield* discard(sql`
        WITH held AS MATERIALIZED (
          SELECT email, client_hash FROM ${tables.pendingSignUps}
          WHERE instance_id = ${instanceId} AND email = ANY(${emails}::text[])
          ORDER BY email, client_hash
          FOR UPDATE
        )
        DELETE FROM ${tables.pendingSignUps} p USING held
        WHERE p.instance_id = ${instanceId} AND p.email = held.email AND p.client_hash = held.client_hash`)
    }, traced("PostgresPendingSignUpRepository.deleteAll")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      return yield* deleteExpired(db, { table: tables.pendingSignUps, expiryColumn: "expires_at", until: now, limit })
    }, traced("PostgresPendingSignUpRepository.deleteExpired"))
  })
})

/** The adapter as a layer. @since 0.1.0 */
export const layer: Layer.Layer<PendingSignUpRepository, never, SqlClient> = Layer.effect(PendingSignUpRepository, make)
