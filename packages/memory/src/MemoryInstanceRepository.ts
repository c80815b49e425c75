/** Instances in a `MemoryDatabase`. Inserting an id that exists fails with `PersistenceError`. */
import { PersistenceError } from "@latchkey/domain/core/Errors"
import { HostTaken, InstanceNotFound } from "@latchkey/domain/instance/InstanceErrors"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { Instance } from "@latchkey/domain/instance/Instance"
import { checkPlan, checkSecrets, InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Arr from "effect/Array"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { deletedInstances, instances } from "./internal/instances.ts"
import { type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const byId = Order.mapInput(Order.string, (instance: Instance) => instance.id)

const store = (state: MemoryState, instance: Instance): Either.Either<MemoryState, HostTaken> => {
  const isTakenBy = (other: Instance) =>
    other.id !== instance.id && other.hosts.some((host) => instance.hosts.includes(host))
  return HashMap.some(instances.rows(state), isTakenBy) ||
    HashMap.some(deletedInstances.rows(state), (deleted) => isTakenBy(deleted.instance))
    ? Either.left(new HostTaken())
    : Either.right(instances.set(state, instance.id, checkSecrets(instance)))
}

const exists = (state: MemoryState, id: InstanceId): boolean =>
  instances.has(state, id) || deletedInstances.has(state, id)

const findByHost = (state: MemoryState, host: string): Either.Either<Option.Option<Instance>, InstanceNotFound> =>
  HashMap.some(deletedInstances.rows(state), ({ instance }) => instance.hosts.includes(host))
    ? Either.left(new InstanceNotFound())
    : Either.right(Arr.findFirst(instances.values(state), ({ hosts }) => hosts.includes(host)))

const markDeleted = (state: MemoryState, instance: Instance, deletedAt: DateTime.Utc): MemoryState =>
  deletedInstances.set(instances.remove(state, instance.id), instance.id, { instance, deletedAt })

/** Returns the next state; or the failure, and the state unchanged. */
const orUnchanged = <A, E>(
  state: MemoryState,
  result: Either.Either<readonly [A, MemoryState], E>
): readonly [Either.Either<A, E>, MemoryState] =>
  Either.match(result, {
    onLeft: (error) => [Either.left(error), state],
    onRight: ([value, next]) => [Either.right(value), next]
  })

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) => {
  const attempt = <A, E>(change: (state: MemoryState) => Either.Either<readonly [A, MemoryState], E>) =>
    Effect.flatten(database.modify((state) => orUnchanged(state, change(state))))

  return InstanceRepository.of({
    insert: (instance) =>
      Effect.zipRight(
        checkPlan(instance),
        attempt((state) =>
          Either.gen(function* () {
            if (exists(state, instance.id)) {
              yield* Either.left(
                new PersistenceError({ cause: undefined, detail: "An instance with that id already exists" })
              )
            }
            return [undefined, yield* store(state, instance)] as const
          })
        )
      ),

    insertIfAbsent: (instance) =>
      Effect.zipRight(
        checkPlan(instance),
        attempt((state) =>
          Either.map(exists(state, instance.id) ? Either.right(state) : store(state, instance), (next) => [
            undefined,
            next
          ])
        )
      ),

    findById: (id) => database.read((state) => instances.get(state, id)),

    findByHost: (host) => Effect.flatten(database.read((state) => findByHost(state, host))),

    list: database.read((state) => Arr.sort(instances.values(state), byId)),

    modify: (id, change) =>
      attempt((state) =>
        Option.match(instances.get(state, id), {
          onNone: () => Either.right([Option.none<Instance>(), state] as const),
          onSome: (current) =>
            Either.gen(function* () {
              const changed = new Instance({ ...(yield* change(current)), id })
              const next = yield* store(state, changed)
              return [Option.some(changed), next] as const
            })
        })
      ),

    delete: (id, deletedAt) =>
      database.modify((state) => {
        const instance = instances.get(state, id)
        return [
          instance,
          Option.match(instance, { onNone: () => state, onSome: (found) => markDeleted(state, found, deletedAt) })
        ]
      }),

    listDeleted: database.read((state) =>
      Arr.sortWith(
        Arr.map(deletedInstances.values(state), ({ deletedAt, instance: { id, name } }) => ({
          id,
          name,
          deletedAt
        })),
        ({ id }) => id,
        Order.string
      )
    )
  })
})

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<InstanceRepository, never, MemoryDatabase> = Layer.effect(InstanceRepository, make)
