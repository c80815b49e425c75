/** Passkeys of operators in the table `operator_passkeys`, and their user handles in the table `operators`. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { PasskeyExists } from "@latchkey/domain/passkey/PasskeyErrors"
import { OperatorId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { OperatorPasskey, OperatorPasskeyRepository } from "@latchkey/domain/operator/OperatorPasskeyRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { base64Url, optionalTime, time } from "./internal/columns.ts"
import { countRows, database, firstRow, hasRow, rows } from "./internal/database.ts"
import { deleteInOrder } from "./internal/deleteInOrder.ts"
import { passkeyColumns, passkeyFields, userHandle } from "./internal/passkeys.ts"

const PasskeyRow = Schema.Struct({ ...OperatorPasskey.fields, ...passkeyFields })

const toPasskey = (row: typeof PasskeyRow.Type): OperatorPasskey => new OperatorPasskey(row)
const passkeyRows = rows(PasskeyRow)
const foundRow = firstRow(Schema.Struct({ ...PasskeyRow.fields, userHandle }))
const handleRow = firstRow(Schema.Struct({ userHandle: Schema.OptionFromNullOr(userHandle) }))
const countsByOperator = rows(Schema.Struct({ operatorId: OperatorId, count: Schema.Number }))
const countsByRpId = rows(Schema.Struct({ rpId: Schema.String, count: Schema.Number }))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db
  const deleteWhere = deleteInOrder(db, tables.operatorPasskeys, "passkey_id")

  const columns = sql.literal(`p.operator_id AS "operatorId", ${passkeyColumns}`)

  return OperatorPasskeyRepository.of({
    findHandle: Effect.fnUntraced(function* (id) {
      const row = yield* handleRow(sql`
        SELECT passkey_handle AS "userHandle" FROM ${tables.operators} WHERE operator_id = ${id}`)
      return Option.flatMap(row, (found) => found.userHandle)
    }, traced("PostgresOperatorPasskeyRepository.findHandle")),

    assignHandle: Effect.fnUntraced(function* (id, fresh) {
      const row = yield* handleRow(sql`
        UPDATE ${tables.operators} SET passkey_handle = coalesce(passkey_handle, ${base64Url(fresh)})
        WHERE operator_id = ${id}
        RETURNING passkey_handle AS "userHandle"`)
      return Option.flatMap(row, (found) => found.userHandle)
    }, traced("PostgresOperatorPasskeyRepository.assignHandle")),

    insert: Effect.fnUntraced(function* (passkey) {
      // A conflict without an error leaves a surrounding transaction usable.
      const inserted = yield* countRows(sql`
        INSERT INTO ${tables.operatorPasskeys} (
          passkey_id, operator_id, credential_id, public_key, rp_id, sign_count, transports, aaguid, backup_eligible,
          backed_up, name, created_at, last_used_at
        ) VALUES (
          ${passkey.id}, ${passkey.operatorId}, ${base64Url(passkey.credentialId)}, ${base64Url(passkey.publicKey)},
          ${passkey.rpId}, ${passkey.signCount}, ${[...passkey.transports]}::text[], ${passkey.aaguid},
          ${passkey.backupEligible}, ${passkey.backedUp}, ${passkey.name}, ${time(passkey.createdAt)},
          ${optionalTime(passkey.lastUsedAt)}
        )
        ON CONFLICT (credential_id) DO NOTHING
        RETURNING passkey_id`)
      if (inserted === 0) return yield* new PasskeyExists()
    }, traced("PostgresOperatorPasskeyRepository.insert")),

    find: Effect.fnUntraced(function* (credentialId) {
      // With the limit, the planner looks the operator up, and does not read the ends of both indexes for a merge.
      const row = yield* foundRow(sql`
        SELECT ${columns}, o.passkey_handle AS "userHandle" FROM ${tables.operatorPasskeys} p
        JOIN LATERAL (
          SELECT passkey_handle FROM ${tables.operators} WHERE operator_id = p.operator_id LIMIT 1
        ) o ON true
        WHERE p.credential_id = ${base64Url(credentialId)} AND o.passkey_handle IS NOT NULL`)
      return Option.map(row, ({ userHandle, ...passkey }) => ({ passkey: toPasskey(passkey), userHandle }))
    }, traced("PostgresOperatorPasskeyRepository.find")),

    recordUse: Effect.fnUntraced(function* ({ at, backedUp, id, signCount }) {
      return yield* hasRow(sql`
        UPDATE ${tables.operatorPasskeys}
        SET sign_count = ${signCount}, backed_up = ${backedUp}, last_used_at = greatest(last_used_at, ${time(at)})
        WHERE passkey_id = ${id}
        RETURNING 1`)
    }, traced("PostgresOperatorPasskeyRepository.recordUse")),

    list: Effect.fnUntraced(function* (id) {
      const found = yield* passkeyRows(sql`
        SELECT ${columns} FROM ${tables.operatorPasskeys} p WHERE p.operator_id = ${id} ORDER BY p.passkey_id`)
      return found.map(toPasskey)
    }, traced("PostgresOperatorPasskeyRepository.list")),

    countByOperator: countsByOperator(sql`
      SELECT operator_id AS "operatorId", count(*)::integer AS count FROM ${tables.operatorPasskeys}
      GROUP BY operator_id ORDER BY operator_id`).pipe(traced("PostgresOperatorPasskeyRepository.countByOperator")),

    rename: Effect.fnUntraced(function* ({ id, name, operatorId }) {
      return yield* hasRow(sql`
        UPDATE ${tables.operatorPasskeys} SET name = ${name} WHERE passkey_id = ${id} AND operator_id = ${operatorId}
        RETURNING 1`)
    }, traced("PostgresOperatorPasskeyRepository.rename")),

    delete: Effect.fnUntraced(function* (operatorId, id) {
      return yield* hasRow(sql`
        DELETE FROM ${tables.operatorPasskeys} WHERE passkey_id = ${id} AND operator_id = ${operatorId} RETURNING 1`)
    }, traced("PostgresOperatorPasskeyRepository.delete")),

    deleteAll: Effect.fnUntraced(function* (id) {
      return yield* deleteWhere(sql`operator_id = ${id}`)
    }, traced("PostgresOperatorPasskeyRepository.deleteAll")),

    countByRpId: countsByRpId(sql`
      SELECT rp_id AS "rpId", count(*)::integer AS count FROM ${tables.operatorPasskeys}
      GROUP BY rp_id ORDER BY rp_id`).pipe(traced("PostgresOperatorPasskeyRepository.countByRpId")),

    deleteByRpId: Effect.fnUntraced(function* (rpId) {
      return yield* deleteWhere(sql`rp_id = ${rpId}`)
    }, traced("PostgresOperatorPasskeyRepository.deleteByRpId"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<OperatorPasskeyRepository, never, SqlClient> = Layer.effect(
  OperatorPasskeyRepository,
  make
)
