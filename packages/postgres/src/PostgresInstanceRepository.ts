/**
 * Instances in the tables `instances` and `instance_hosts`. A change of hosts locks the latter: such changes wait for
 * one another.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { HostTaken } from "@latchkey/domain/core/Errors"
import { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Equivalence from "effect/Equivalence"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { countRows, database, discard, firstRow, rows, transaction } from "./internal/database.ts"

const sameHosts = Arr.getEquivalence(Equivalence.string)
const instanceRow = firstRow(Instance)
const instanceRows = rows(Instance)

/**
 * The adapter over the app's `SqlClient`, as an effect. Its name transforms are off in here, and `PostgresSchema`
 * says where the tables are.
 *
 * @since 0.1.0
 */
export const make: Effect.Effect<typeof InstanceRepository.Service, never, SqlClient> = Effect.gen(function* () {
  const { sql, tables } = yield* database
  const atomically = transaction(sql)

  const columns = sql.literal(
    "instance_id, name, plan, hosts, origins, redirect_url, branding, auth_config, session_config, rate_limits"
  )

  const values = (instance: Instance) => sql`
    ${instance.id}, ${instance.name}, ${instance.plan}, ${[...instance.hosts]}::text[], ${[...instance.origins]}::text[],
    ${instance.redirectUrl}, ${JSON.stringify(instance.branding)}::jsonb,
    ${JSON.stringify(instance.authConfig)}::jsonb, ${JSON.stringify(instance.sessionConfig)}::jsonb,
    ${JSON.stringify(instance.rateLimits)}::jsonb`

  const selected = sql`
    SELECT
      instance_id AS "id", name, plan, hosts, origins, redirect_url AS "redirectUrl", branding,
      auth_config AS "authConfig", session_config AS "sessionConfig", rate_limits AS "rateLimits"
    FROM ${tables.instances}`

  /** Call it in a transaction: when it fails, some of the hosts may be claimed. */
  const claimHosts = Effect.fnUntraced(function* ({ id, hosts }: Instance) {
    const claimed = [...new Set(hosts)]
    // One at a time: two that swap their hosts would wait for each other.
    yield* discard(sql`LOCK TABLE ${tables.instanceHosts} IN SHARE ROW EXCLUSIVE MODE`)
    yield* discard(sql`DELETE FROM ${tables.instanceHosts} WHERE instance_id = ${id}`)
    const won = yield* countRows(sql`
      INSERT INTO ${tables.instanceHosts} (host, instance_id) SELECT unnest(${claimed}::text[]), ${id}
      ON CONFLICT (host) DO NOTHING
      RETURNING host`)
    if (won < claimed.length) return yield* new HostTaken()
  })

  const insert = (instance: Instance) =>
    Effect.zipRight(
      discard(sql`INSERT INTO ${tables.instances} (${columns}) VALUES (${values(instance)})`),
      claimHosts(instance)
    ).pipe(atomically)

  const insertIfAbsent = (instance: Instance) =>
    Effect.gen(function* () {
      const inserted = yield* countRows(sql`
        INSERT INTO ${tables.instances} (${columns}) VALUES (${values(instance)})
        ON CONFLICT (instance_id) DO NOTHING
        RETURNING instance_id`)
      if (inserted > 0) yield* claimHosts(instance)
    }).pipe(atomically)

  const update = Effect.fnUntraced(function* (current: Instance, next: Instance) {
    yield* discard(sql`
      UPDATE ${tables.instances} SET (${columns}) = ROW (${values(next)}) WHERE instance_id = ${next.id}`)
    if (!sameHosts(current.hosts, next.hosts)) yield* claimHosts(next)
    return next
  })

  return InstanceRepository.of({
    insert: Effect.fn("PostgresInstanceRepository.insert")(insert),

    insertIfAbsent: Effect.fn("PostgresInstanceRepository.insertIfAbsent")(insertIfAbsent),

    findById: Effect.fn("PostgresInstanceRepository.findById")((id) =>
      instanceRow(sql`${selected} WHERE instance_id = ${id}`)
    ),

    findByHost: Effect.fn("PostgresInstanceRepository.findByHost")((host) =>
      instanceRow(sql`
        ${selected} WHERE instance_id = (SELECT instance_id FROM ${tables.instanceHosts} WHERE host = ${host})`)
    ),

    list: instanceRows(sql`${selected} ORDER BY instance_id`).pipe(Effect.withSpan("PostgresInstanceRepository.list")),

    modify: (id, change) =>
      Effect.gen(function* () {
        const current = yield* instanceRow(sql`${selected} WHERE instance_id = ${id} FOR UPDATE`)
        if (Option.isNone(current)) return Option.none()
        const changed = yield* change(current.value)
        return Option.some(yield* update(current.value, new Instance({ ...changed, id })))
      }).pipe(atomically, Effect.withSpan("PostgresInstanceRepository.modify"))
  })
})

/** The adapter over the app's `SqlClient`. @since 0.1.0 */
export const layer: Layer.Layer<InstanceRepository, never, SqlClient> = Layer.effect(InstanceRepository, make)
