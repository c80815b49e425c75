/** Passkeys in the table `passkeys`, and user handles in the table `users`. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { PasskeyExists } from "@latchkey/domain/passkey/PasskeyErrors"
import { UserId } from "@latchkey/domain/core/Ids"
import { CosePublicKey, CredentialId, UserHandle } from "@latchkey/domain/passkey/Credential"
import { traced } from "@latchkey/domain/core/Tracing"
import { Passkey, PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Base64UrlFromBytes, base64Url, optionalTime, Time, time } from "./internal/columns.ts"
import { countRows, database, firstRow, hasRow, rows } from "./internal/database.ts"

/** The handle that an account has in authenticators. */
const userHandle = Schema.compose(Base64UrlFromBytes, UserHandle)

const PasskeyRow = Schema.Struct({
  ...Passkey.fields,
  credentialId: Schema.compose(Base64UrlFromBytes, CredentialId),
  publicKey: Schema.compose(Base64UrlFromBytes, CosePublicKey),
  // As text: the driver returns a bigint as such, and a counter has 32 bits.
  signCount: Schema.NumberFromString,
  createdAt: Time,
  lastUsedAt: Schema.OptionFromNullOr(Time)
})

const toPasskey = (row: typeof PasskeyRow.Type): Passkey => new Passkey(row)
const passkeyRows = rows(PasskeyRow)
const foundRow = firstRow(Schema.Struct({ ...PasskeyRow.fields, userHandle }))
const handleRow = firstRow(Schema.Struct({ userHandle: Schema.OptionFromNullOr(userHandle) }))
const countRowsByRpId = rows(Schema.Struct({ rpId: Schema.String, count: Schema.Number }))
const otherRow = firstRow(Schema.Struct({ hasOther: Schema.Boolean }))

const userCounts = rows(Schema.Struct({ userId: UserId, count: Schema.Int }))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const { sql, tables } = yield* database

  const columns = sql.literal(`
    p.instance_id AS "instanceId", p.user_id AS "userId", p.passkey_id AS "id", p.credential_id AS "credentialId",
    p.public_key AS "publicKey", p.rp_id AS "rpId", p.sign_count::text AS "signCount", p.transports,
    p.aaguid::text AS aaguid, p.backup_eligible AS "backupEligible", p.backed_up AS "backedUp", p.name,
    p.created_at AS "createdAt", p.last_used_at AS "lastUsedAt"`)

  return PasskeyRepository.of({
    findHandle: Effect.fnUntraced(function* (instanceId, userId) {
      const row = yield* handleRow(sql`
        SELECT passkey_handle AS "userHandle" FROM ${tables.users}
        WHERE instance_id = ${instanceId} AND user_id = ${userId}`)
      return Option.flatMap(row, (found) => found.userHandle)
    }, traced("PostgresPasskeyRepository.findHandle")),

    assignHandle: Effect.fnUntraced(function* (instanceId, userId, fresh) {
      const row = yield* handleRow(sql`
        UPDATE ${tables.users} SET passkey_handle = coalesce(passkey_handle, ${base64Url(fresh)})
        WHERE instance_id = ${instanceId} AND user_id = ${userId}
        RETURNING passkey_handle AS "userHandle"`)
      return Option.flatMap(row, (found) => found.userHandle)
    }, traced("PostgresPasskeyRepository.assignHandle")),

    insert: Effect.fnUntraced(function* (passkey) {
      // A conflict without an error leaves a surrounding transaction usable.
      const inserted = yield* countRows(sql`
        INSERT INTO ${tables.passkeys} (
          instance_id, passkey_id, user_id, credential_id, public_key, rp_id, sign_count, transports, aaguid,
          backup_eligible, backed_up, name, created_at, last_used_at
        ) VALUES (
          ${passkey.instanceId}, ${passkey.id}, ${passkey.userId}, ${base64Url(passkey.credentialId)},
          ${base64Url(passkey.publicKey)}, ${passkey.rpId}, ${passkey.signCount}, ${[...passkey.transports]}::text[],
          ${passkey.aaguid}, ${passkey.backupEligible}, ${passkey.backedUp}, ${passkey.name},
          ${time(passkey.createdAt)}, ${optionalTime(passkey.lastUsedAt)}
        )
        ON CONFLICT (instance_id, credential_id) DO NOTHING
        RETURNING passkey_id`)
      if (inserted === 0) return yield* new PasskeyExists()
    }, traced("PostgresPasskeyRepository.insert")),

    find: Effect.fnUntraced(function* (instanceId, credentialId) {
      const row = yield* foundRow(sql`
        SELECT ${columns}, u.passkey_handle AS "userHandle" FROM ${tables.passkeys} p
        JOIN ${tables.users} u ON u.instance_id = p.instance_id AND u.user_id = p.user_id
        WHERE p.instance_id = ${instanceId} AND p.credential_id = ${base64Url(credentialId)}
          AND u.passkey_handle IS NOT NULL`)
      return Option.map(row, ({ userHandle, ...passkey }) => ({ passkey: toPasskey(passkey), userHandle }))
    }, traced("PostgresPasskeyRepository.find")),

    recordUse: Effect.fnUntraced(function* ({ at, backedUp, id, instanceId, signCount }) {
      return yield* hasRow(sql`
        UPDATE ${tables.passkeys} p
        SET sign_count = ${signCount}, backed_up = ${backedUp}, last_used_at = greatest(p.last_used_at, ${time(at)})
        WHERE p.instance_id = ${instanceId} AND p.passkey_id = ${id}
        RETURNING 1`)
    }, traced("PostgresPasskeyRepository.recordUse")),

    list: Effect.fnUntraced(function* (instanceId, userId) {
      const found = yield* passkeyRows(sql`
        SELECT ${columns} FROM ${tables.passkeys} p
        WHERE p.instance_id = ${instanceId} AND p.user_id = ${userId}
        ORDER BY p.passkey_id`)
      return found.map(toPasskey)
    }, traced("PostgresPasskeyRepository.list")),

    countOfUsers: Effect.fnUntraced(function* (instanceId, userIds) {
      const counted = yield* userCounts(sql`
        SELECT k.id AS "userId", p.count::integer AS count FROM unnest(${[...userIds]}::text[]) AS k (id)
        CROSS JOIN LATERAL (
          SELECT count(*) FROM ${tables.passkeys} WHERE instance_id = ${instanceId} AND user_id = k.id
        ) AS p
        WHERE p.count > 0`)
      return new Map(counted.map(({ count, userId }) => [userId, count]))
    }, traced("PostgresPasskeyRepository.countOfUsers")),

    rename: Effect.fnUntraced(function* ({ id, instanceId, name, userId }) {
      return yield* hasRow(sql`
        UPDATE ${tables.passkeys} SET name = ${name}
        WHERE instance_id = ${instanceId} AND passkey_id = ${id} AND user_id = ${userId}
        RETURNING 1`)
    }, traced("PostgresPasskeyRepository.rename")),

    delete: Effect.fnUntraced(function* (instanceId, userId, id) {
      return yield* hasRow(sql`
        DELETE FROM ${tables.passkeys}
        WHERE instance_id = ${instanceId} AND passkey_id = ${id} AND user_id = ${userId}
        RETURNING 1`)
    }, traced("PostgresPasskeyRepository.delete")),

    deleteAll: Effect.fnUntraced(function* (instanceId, userId) {
      return yield* countRows(sql`
        DELETE FROM ${tables.passkeys} WHERE instance_id = ${instanceId} AND user_id = ${userId}
        RETURNING 1`)
    }, traced("PostgresPasskeyRepository.deleteAll")),

    hasOtherRpId: Effect.fnUntraced(function* (instanceId, rpId) {
      // The two ends of the index: all passkeys have one RP ID if these have it.
      const row = yield* otherRow(sql`
        SELECT coalesce(min(rp_id) <> ${rpId} OR max(rp_id) <> ${rpId}, false) AS "hasOther" FROM ${tables.passkeys}
        WHERE instance_id = ${instanceId}`)
      return Option.exists(row, ({ hasOther }) => hasOther)
    }, traced("PostgresPasskeyRepository.hasOtherRpId")),

    countByRpId: (instanceId) =>
      countRowsByRpId(sql`
        SELECT rp_id AS "rpId", count(*)::integer AS count FROM ${tables.passkeys}
        WHERE instance_id = ${instanceId}
        GROUP BY rp_id ORDER BY rp_id`).pipe(traced("PostgresPasskeyRepository.countByRpId")),

    deleteByRpId: (instanceId, rpId, limit) =>
      // By ctid, as in `deleteExpired`. Without locked rows, so that it is in no deadlock with a user's deletion.
      countRows(sql`
        DELETE FROM ${tables.passkeys}
        WHERE instance_id = ${instanceId} AND ctid = ANY (ARRAY(
          SELECT ctid FROM ${tables.passkeys} WHERE instance_id = ${instanceId} AND rp_id = ${rpId}
          LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING 1`).pipe(traced("PostgresPasskeyRepository.deleteByRpId"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<PasskeyRepository, never, SqlClient> = Layer.effect(PasskeyRepository, make)
