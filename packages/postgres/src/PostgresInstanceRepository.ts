/**
 * Instances in the tables `instances` and `instance_hosts`. A change of hosts locks the second table, so such changes
 * wait for each other. A deleted instance has `deleted_at`, and keeps its rows in both tables until it is removed.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { SealedText } from "@latchkey/domain/core/SecretKeys"
import { HostTaken, InstanceNotFound } from "@latchkey/domain/instance/InstanceErrors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { IdentityProvider } from "@latchkey/domain/instance/IdentityProvider"
import { Instance, type SettingGroups, storedGroups } from "@latchkey/domain/instance/Instance"
import { checkPlan, checkSecrets, InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Equivalence from "effect/Equivalence"
import { flow } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Str from "effect/String"
import { Time, time } from "./internal/columns.ts"
import { countRows, database, discard, firstRow, rows, transaction } from "./internal/database.ts"

const sameHosts = Arr.getEquivalence(Equivalence.string)

const StoredProvider = Schema.Struct({ ...IdentityProvider.fields, clientSecret: Schema.NullOr(SealedText) })
const identityProviders = Schema.compose(
  Schema.Array(StoredProvider),
  Schema.typeSchema(Instance.fields.identityProviders),
  { strict: false }
)
const encodeProviders = Schema.encodeSync(Schema.parseJson(identityProviders))

const groups = Record.keys(storedGroups)

/** Returns the column of a group: its name in snake case, such as `auth_config`. */
const columnOf = (group: keyof SettingGroups) => (group === "signUp" ? "sign_up_config" : Str.camelToSnake(group))

const InstanceRow = Schema.Struct({ ...Instance.fields, identityProviders })
const toInstance = (row: typeof InstanceRow.Type): Instance => new Instance(row)
const instanceRow = flow(firstRow(InstanceRow), Effect.map(Option.map(toInstance)))
const instanceRows = flow(rows(InstanceRow), Effect.map(Arr.map(toInstance)))
const hostRow = firstRow(Schema.Struct({ ...InstanceRow.fields, isDeleted: Schema.Boolean }))
const deletedRows = rows(Schema.Struct({ id: InstanceId, name: Schema.String, deletedAt: Time }))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const { isDistributed, schema, sql, tables } = yield* database

  // Citus locks a whole table without instances for each change, and the tables that it refers to. Concurrent changes
  // of several such tables would deadlock.
  const oneAtATime = isDistributed
    ? discard(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${schema}.instances`}, 0))`)
    : Effect.void
  const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>) => transaction(sql)(Effect.zipRight(oneAtATime, effect))

  const columns = sql.literal(
    `instance_id, name, plan, hosts, origins, redirect_url, default_language, identity_providers, ${groups.map(columnOf).join(", ")}`
  )

  const values = (instance: Instance) => sql`
    ${instance.id}, ${instance.name}, ${instance.plan}, ${[...instance.hosts]}::text[], ${[...instance.origins]}::text[],
    ${instance.redirectUrl}, ${instance.defaultLanguage},
    ${encodeProviders(checkSecrets(instance).identityProviders)}::jsonb,
    ${sql.csv(groups.map((group) => sql`${JSON.stringify(instance[group])}::jsonb`))}`

  // A row that an earlier version wrote lacks the settings that were added since.
  const stored = groups.map((group) => {
    const [column, name] = [sql.literal(columnOf(group)), sql.literal(`"${group}"`)]
    return sql`${JSON.stringify(storedGroups[group])}::jsonb || ${column} AS ${name}`
  })
  const settings = sql`
      instance_id AS "id", name, plan, hosts, origins, redirect_url AS "redirectUrl",
      default_language AS "defaultLanguage", identity_providers AS "identityProviders", ${sql.csv(stored)}`

  const selectWhere = (condition: Fragment) =>
    sql`SELECT ${settings} FROM ${tables.instances} WHERE deleted_at IS NULL AND ${condition}`

  /** Call it in a transaction: if it fails, it may have claimed some of the hosts. */
  const claimHosts = Effect.fnUntraced(function* ({ id, hosts }: Instance) {
    const distinct = [...new Set(hosts)]
    // One change at a time: two instances that swap their hosts would deadlock.
    yield* discard(sql`LOCK TABLE ${tables.instanceHosts} IN SHARE ROW EXCLUSIVE MODE`)
    yield* discard(sql`DELETE FROM ${tables.instanceHosts} WHERE instance_id = ${id}`)
    const claimed = yield* countRows(sql`
      INSERT INTO ${tables.instanceHosts} (host, instance_id) SELECT unnest(${distinct}::text[]), ${id}
      ON CONFLICT (host) DO NOTHING
      RETURNING host`)
    if (claimed < distinct.length) return yield* new HostTaken()
  })

  const insert = Effect.fnUntraced(
    function* (instance: Instance) {
      yield* checkPlan(instance)
      yield* discard(sql`INSERT INTO ${tables.instances} (${columns}) VALUES (${values(instance)})`)
      yield* claimHosts(instance)
    },
    atomically,
    traced("PostgresInstanceRepository.insert")
  )

  const insertIfAbsent = Effect.fnUntraced(
    function* (instance: Instance) {
      yield* checkPlan(instance)
      const inserted = yield* countRows(sql`
        INSERT INTO ${tables.instances} (${columns}) VALUES (${values(instance)})
        ON CONFLICT (instance_id) DO NOTHING
        RETURNING instance_id`)
      if (inserted > 0) yield* claimHosts(instance)
    },
    atomically,
    traced("PostgresInstanceRepository.insertIfAbsent")
  )

  const update = Effect.fnUntraced(function* (current: Instance, next: Instance) {
    yield* discard(sql`
      UPDATE ${tables.instances} SET (${columns}) = ROW (${values(next)}) WHERE instance_id = ${next.id}`)
    if (!sameHosts(current.hosts, next.hosts)) yield* claimHosts(next)
    return next
  })

  return InstanceRepository.of({
    insert,

    insertIfAbsent,

    findById: Effect.fnUntraced(function* (id) {
      return yield* instanceRow(selectWhere(sql`instance_id = ${id}`))
    }, traced("PostgresInstanceRepository.findById")),

    findByHost: Effect.fnUntraced(function* (host) {
      const found = yield* hostRow(sql`
        SELECT ${settings}, deleted_at IS NOT NULL AS "isDeleted" FROM ${tables.instances}
        WHERE instance_id = (SELECT instance_id FROM ${tables.instanceHosts} WHERE host = ${host})`)
      if (Option.exists(found, ({ isDeleted }) => isDeleted)) return yield* new InstanceNotFound()
      return Option.map(found, toInstance)
    }, traced("PostgresInstanceRepository.findByHost")),

    list: instanceRows(selectWhere(sql`true ORDER BY instance_id`)).pipe(traced("PostgresInstanceRepository.list")),

    modify: (id, change) =>
      Effect.gen(function* () {
        const current = yield* instanceRow(selectWhere(sql`instance_id = ${id} FOR UPDATE`))
        if (Option.isNone(current)) return Option.none()
        const changed = yield* change(current.value)
        return Option.some(yield* update(current.value, new Instance({ ...changed, id })))
      }).pipe(atomically, traced("PostgresInstanceRepository.modify")),

    delete: Effect.fnUntraced(function* (id, deletedAt) {
      return yield* instanceRow(sql`
        UPDATE ${tables.instances} SET deleted_at = ${time(deletedAt)}
        WHERE deleted_at IS NULL AND instance_id = ${id}
        RETURNING ${settings}`)
    }, traced("PostgresInstanceRepository.delete")),

    listDeleted: deletedRows(sql`
      SELECT instance_id AS "id", name, deleted_at AS "deletedAt" FROM ${tables.instances}
      WHERE deleted_at IS NOT NULL ORDER BY instance_id`).pipe(traced("PostgresInstanceRepository.listDeleted"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<InstanceRepository, never, SqlClient> = Layer.effect(InstanceRepository, make)
