/** Identities in the table `identities`. Its primary key gives an account at a provider to one user. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { IdentityTaken } from "@latchkey/domain/account/AccountErrors"
import { Identity, IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { traced } from "@latchkey/domain/core/Tracing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { optionalTime, Time, time } from "./internal/columns.ts"
import { countRows, database, firstRow, hasRow, rows } from "./internal/database.ts"

const IdentityRow = Schema.Struct({
  ...Identity.fields,
  label: Schema.OptionFromNullOr(Schema.String),
  createdAt: Time,
  lastUsedAt: Schema.OptionFromNullOr(Time)
})

const toIdentity = (row: typeof IdentityRow.Type): Identity => new Identity(row)
const identityRow = firstRow(IdentityRow)
const identityRows = rows(IdentityRow)
const idRows = rows(IdentityRow.pick("id"))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const { sql, tables } = yield* database

  const columns = sql.literal(`
    instance_id AS "instanceId", identity_id AS "id", user_id AS "userId", issuer, subject, label,
    created_at AS "createdAt", last_used_at AS "lastUsedAt"`)

  return IdentityRepository.of({
    insert: Effect.fnUntraced(function* (identity) {
      // A conflict without an error leaves a surrounding transaction usable.
      const inserted = yield* countRows(sql`
        INSERT INTO ${tables.identities} (
          instance_id, issuer, subject, identity_id, user_id, label, created_at, last_used_at
        ) VALUES (
          ${identity.instanceId}, ${identity.issuer}, ${identity.subject}, ${identity.id}, ${identity.userId},
          ${Option.getOrNull(identity.label)}, ${time(identity.createdAt)}, ${optionalTime(identity.lastUsedAt)}
        )
        ON CONFLICT (instance_id, issuer, subject) DO NOTHING
        RETURNING identity_id`)
      if (inserted === 0) return yield* new IdentityTaken()
    }, traced("PostgresIdentityRepository.insert")),

    insertAll: Effect.fnUntraced(function* (instanceId, identities) {
      const column = <A>(of: (identity: Identity) => A) => identities.map(of)
      // In a fixed order, so that concurrent calls wait for each other instead of deadlocking. Calls with the same
      // identities also conflict in the ids.
      const inserted = yield* idRows(sql`
        INSERT INTO ${tables.identities} (
          instance_id, issuer, subject, identity_id, user_id, label, created_at, last_used_at
        )
        SELECT ${instanceId}, i.* FROM unnest(
          ${column(({ issuer }) => issuer)}::text[], ${column(({ subject }) => subject)}::text[],
          ${column(({ id }) => id)}::text[], ${column(({ userId }) => userId)}::text[],
          ${column(({ label }) => Option.getOrNull(label))}::text[],
          ${column(({ createdAt }) => time(createdAt))}::timestamptz[],
          ${column(({ lastUsedAt }) => optionalTime(lastUsedAt))}::timestamptz[]
        ) AS i (issuer, subject, identity_id, user_id, label, created_at, last_used_at)
        ORDER BY i.issuer, i.subject
        ON CONFLICT DO NOTHING
        RETURNING identity_id AS "id"`)
      return inserted.map(({ id }) => id)
    }, traced("PostgresIdentityRepository.insertAll")),

    // Lateral with limits, as for users: each key uses the index.
    findAll: Effect.fnUntraced(function* (instanceId, keys) {
      const found = yield* identityRows(sql`
        SELECT i.* FROM (
          SELECT DISTINCT issuer, subject FROM unnest(
            ${keys.map(({ issuer }) => issuer)}::text[], ${keys.map(({ subject }) => subject)}::text[]
          ) AS wanted (issuer, subject)
        ) AS k CROSS JOIN LATERAL (
          SELECT ${columns} FROM ${tables.identities}
          WHERE instance_id = ${instanceId} AND issuer = k.issuer AND subject = k.subject
          LIMIT 1
        ) AS i`)
      return found.map(toIdentity)
    }, traced("PostgresIdentityRepository.findAll")),

    // `OFFSET 0` keeps PostgreSQL from joining all identities of the instance.
    listOfUsers: Effect.fnUntraced(function* (instanceId, userIds) {
      const found = yield* identityRows(sql`
        SELECT i.* FROM (SELECT DISTINCT id FROM unnest(${[...userIds]}::text[]) AS wanted (id)) AS k
        CROSS JOIN LATERAL (
          SELECT ${columns} FROM ${tables.identities}
          WHERE instance_id = ${instanceId} AND user_id = k.id
          OFFSET 0
        ) AS i
        ORDER BY i.id`)
      return found.map(toIdentity)
    }, traced("PostgresIdentityRepository.listOfUsers")),

    find: Effect.fnUntraced(function* (instanceId, { issuer, subject }) {
      const row = yield* identityRow(sql`
        SELECT ${columns} FROM ${tables.identities}
        WHERE instance_id = ${instanceId} AND issuer = ${issuer} AND subject = ${subject}`)
      return Option.map(row, toIdentity)
    }, traced("PostgresIdentityRepository.find")),

    list: Effect.fnUntraced(function* (instanceId, userId) {
      const found = yield* identityRows(sql`
        SELECT ${columns} FROM ${tables.identities}
        WHERE instance_id = ${instanceId} AND user_id = ${userId}
        ORDER BY identity_id`)
      return found.map(toIdentity)
    }, traced("PostgresIdentityRepository.list")),

    recordUse: Effect.fnUntraced(function* ({ at, id, instanceId, userId }) {
      return yield* hasRow(sql`
        UPDATE ${tables.identities} SET last_used_at = greatest(last_used_at, ${time(at)})
        WHERE instance_id = ${instanceId} AND identity_id = ${id} AND user_id = ${userId}
        RETURNING 1`)
    }, traced("PostgresIdentityRepository.recordUse")),

    delete: Effect.fnUntraced(function* (instanceId, userId, id) {
      return yield* hasRow(sql`
        DELETE FROM ${tables.identities}
        WHERE instance_id = ${instanceId} AND identity_id = ${id} AND user_id = ${userId}
        RETURNING 1`)
    }, traced("PostgresIdentityRepository.delete"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<IdentityRepository, never, SqlClient> = Layer.effect(IdentityRepository, make)
