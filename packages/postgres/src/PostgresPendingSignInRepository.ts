/**
 * Pending sign-ins in the table `pending_sign_ins`, one row per client.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { CredentialsChanged } from "@latchkey/domain/session/SessionErrors"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { AuthenticationMethod, SignInMethod } from "@latchkey/domain/session/AuthenticationMethod"
import {
  type PendingSignInKey,
  PendingSignInRepository,
  StoredPendingSignIn
} from "@latchkey/domain/session/PendingSignInRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Digest, digest, Time, time } from "./internal/columns.ts"
import { countRows, database, firstRow } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const PendingRow = Schema.Struct({
  instanceId: InstanceId,
  clientHash: Digest,
  tokenHash: Digest,
  userId: UserId,
  method: SignInMethod,
  furtherMethods: Schema.Array(AuthenticationMethod),
  credentialVersion: Schema.Int,
  expiresAt: Time
})

const pendingRow = firstRow(PendingRow)

const toPending = ({ furtherMethods, method, ...row }: typeof PendingRow.Type) =>
  new StoredPendingSignIn({ ...row, methods: [method, ...furtherMethods] })

/**
 * Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema.
 *
 * @since 0.1.0
 */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    p.instance_id AS "instanceId", p.client_hash AS "clientHash", p.token_hash AS "tokenHash", p.user_id AS "userId",
    p.method, p.further_methods AS "furtherMethods", p.credential_version AS "credentialVersion",
    p.expires_at AS "expiresAt"`)

  /** The row of the key `p` with its user `u`. */
  const isFound = ({ clientHash, instanceId, now, tokenHash }: PendingSignInKey) => sql`
    p.instance_id = ${instanceId} AND p.client_hash = ${digest(clientHash)} AND p.token_hash = ${digest(tokenHash)}
      AND p.expires_at > ${time(now)} AND u.instance_id = ${instanceId} AND u.user_id = p.user_id
      AND u.credential_version = p.credential_version`

  return PendingSignInRepository.of({
    put: Effect.fnUntraced(function* (pending, now) {
      const { clientHash, credentialVersion, expiresAt, instanceId, methods, tokenHash, userId } = pending
      const stored = yield* countRows(sql`
        INSERT INTO ${tables.pendingSignIns} (
          instance_id, client_hash, token_hash, user_id, method, further_methods, credential_version, expires_at
        )
        SELECT
          ${instanceId}, ${digest(clientHash)}::bytea, ${digest(tokenHash)}::bytea, owner.user_id, ${methods[0]},
          ${methods.slice(1)}::text[], ${credentialVersion}::integer, ${time(expiresAt)}::timestamptz
        FROM (
          SELECT user_id FROM ${tables.users}
          WHERE instance_id = ${instanceId} AND user_id = ${userId} AND credential_version = ${credentialVersion}
            AND disabled_at IS NULL AND (deletion_at IS NULL OR deletion_at > ${time(now)})
          FOR KEY SHARE
        ) AS owner
        ON CONFLICT (instance_id, client_hash) DO UPDATE SET
          token_hash = EXCLUDED.token_hash, user_id = EXCLUDED.user_id, method = EXCLUDED.method,
          further_methods = EXCLUDED.further_methods, credential_version = EXCLUDED.credential_version,
          expires_at = EXCLUDED.expires_at
        RETURNING 1`)
      if (stored === 0) return yield* new CredentialsChanged()
    }, traced("PostgresPendingSignInRepository.put")),

    find: Effect.fnUntraced(function* (key) {
      const row = yield* pendingRow(sql`
        SELECT ${columns} FROM ${tables.pendingSignIns} p, ${tables.users} u WHERE ${isFound(key)}`)
      return Option.map(row, toPending)
    }, traced("PostgresPendingSignInRepository.find")),

    consume: Effect.fnUntraced(function* (key) {
      const row = yield* pendingRow(sql`
        DELETE FROM ${tables.pendingSignIns} p USING ${tables.users} u WHERE ${isFound(key)} RETURNING ${columns}`)
      return Option.map(row, toPending)
    }, traced("PostgresPendingSignInRepository.consume")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      return yield* deleteExpired(db, { table: tables.pendingSignIns, expiryColumn: "expires_at", until: now, limit })
    }, traced("PostgresPendingSignInRepository.deleteExpired"))
  })
})

/** The adapter as a layer. @since 0.1.0 */
export const layer: Layer.Layer<PendingSignInRepository, never, SqlClient> = Layer.effect(PendingSignInRepository, make)
