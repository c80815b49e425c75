import { HostTaken, InstanceNotFound } from "@latchkey/domain/instance/InstanceErrors"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { Instance } from "@latchkey/domain/instance/Instance"
import { checkPlan, InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis, Time } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const Settings = Schema.parseJson(Instance)
const InstanceRow = Schema.Struct({ settings: Settings })
const DeletedRow = Schema.Struct({ settings: Settings, deletedAt: Time })
const encode = Schema.encodeSync(Settings)

const instanceOf = (rows: ReadonlyArray<unknown>) => Option.map(firstOf(InstanceRow)(rows), ({ settings }) => settings)
const instancesOf = (rows: ReadonlyArray<unknown>) => allOf(InstanceRow)(rows).map(({ settings }) => settings)

const findById = ({ all }: Connection, id: InstanceId) =>
  instanceOf(all(`SELECT settings FROM instances WHERE instance_id = ? AND deleted_at IS NULL`, id))

const exists = ({ all }: Connection, id: InstanceId) =>
  all(`SELECT 1 FROM instances WHERE instance_id = ?`, id).length > 0

/** The host of a deleted instance is of no other, so it is not found. */
const findByHost = ({ all }: Connection, host: string) => {
  const selection = `SELECT settings FROM instances NATURAL JOIN hosts WHERE host = ?`
  return all(`${selection} AND deleted_at IS NOT NULL`, host).length > 0
    ? Either.left(new InstanceNotFound())
    : Either.right(instanceOf(all(selection, host)))
}

/**
 * Writes the instance with that statement, and its hosts. Fails with `HostTaken` if another instance has one of them.
 */
const write = (connection: Connection, statement: string, instance: Instance): Either.Either<void, HostTaken> => {
  const { all, run } = connection
  const isTaken = (host: string) =>
    all(`SELECT 1 FROM hosts WHERE host = ? AND instance_id <> ?`, host, instance.id).length > 0
  if (instance.hosts.some(isTaken)) return Either.left(new HostTaken())
  run(statement, encode(instance), instance.id)
  run(`DELETE FROM hosts WHERE instance_id = ?`, instance.id)
  for (const host of new Set(instance.hosts)) {
    run(`INSERT INTO hosts (host, instance_id) VALUES (?, ?)`, host, instance.id)
  }
  return Either.void
}

const insertion = `INSERT INTO instances (settings, instance_id) VALUES (?, ?)`
const update = `UPDATE instances SET settings = ? WHERE instance_id = ?`

export const layer: Layer.Layer<InstanceRepository, never, SqliteDatabase> = Layer.effect(
  InstanceRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    InstanceRepository.of({
      insert: (instance) =>
        Effect.zipRight(
          checkPlan(instance),
          Effect.flatten(use((connection) => write(connection, insertion, instance)))
        ),

      insertIfAbsent: (instance) =>
        Effect.zipRight(
          checkPlan(instance),
          Effect.flatten(
            use((connection) =>
              exists(connection, instance.id) ? Either.void : write(connection, insertion, instance)
            )
          )
        ),

      findById: (id) => use((connection) => findById(connection, id)),

      findByHost: (host) => Effect.flatten(use((connection) => findByHost(connection, host))),

      list: use(({ all }) =>
        instancesOf(all(`SELECT settings FROM instances WHERE deleted_at IS NULL ORDER BY instance_id`))
      ),

      modify: (id, change) =>
        Effect.flatten(
          use((connection) =>
            Option.match(findById(connection, id), {
              onNone: () => Either.right(Option.none<Instance>()),
              onSome: (current) =>
                Either.gen(function* () {
                  const changed = new Instance({ ...(yield* change(current)), id })
                  yield* write(connection, update, changed)
                  return Option.some(changed)
                })
            })
          )
        ),

      delete: (id, deletedAt) =>
        use((connection) => {
          const found = findById(connection, id)
          if (Option.isSome(found)) {
            connection.run(`UPDATE instances SET deleted_at = ? WHERE instance_id = ?`, millis(deletedAt), id)
          }
          return found
        }),

      listDeleted: use(({ all }) =>
        allOf(DeletedRow)(
          all(
            `SELECT settings, deleted_at AS "deletedAt" FROM instances
             WHERE deleted_at IS NOT NULL ORDER BY instance_id`
          )
        ).map(({ deletedAt, settings: { id, name } }) => ({ id, name, deletedAt }))
      )
    })
  )
)
