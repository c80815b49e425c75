/** Passkeys and user handles in a `MemoryDatabase`. */
import { PasskeyExists } from "@latchkey/domain/passkey/PasskeyErrors"
import type { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { Passkey, type PasskeyId, PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { passkeys, userHandles } from "./internal/factors.ts"
import { key, type MemoryState } from "./internal/MemoryState.ts"
import { users } from "./internal/users.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const oldestFirst = Order.mapInput(Order.string, ({ id }: Passkey) => id)

const listIn = (state: MemoryState, instanceId: InstanceId, userId: UserId): ReadonlyArray<Passkey> =>
  pipe(
    passkeys.values(state),
    Arr.filter((passkey) => passkey.instanceId === instanceId && passkey.userId === userId),
    Arr.sort(oldestFirst)
  )

const findById = (state: MemoryState, of: InstanceId, id: PasskeyId): Option.Option<Passkey> =>
  Arr.findFirst(passkeys.values(state), (passkey) => passkey.instanceId === of && passkey.id === id)

const keyOf = ({ credentialId, instanceId }: Passkey): string => key(instanceId, credentialId)

const withPasskey = (state: MemoryState, passkey: Passkey): MemoryState => passkeys.set(state, keyOf(passkey), passkey)

/** Deletes the passkeys. Returns how many there are, and the next state. */
const without = (state: MemoryState, deleted: ReadonlyArray<Passkey>): readonly [number, MemoryState] => [
  deleted.length,
  passkeys.update(state, HashMap.removeMany(deleted.map(keyOf)))
]

/** Changes a passkey. Returns whether there is one, and the next state. */
const change = (
  state: MemoryState,
  found: Option.Option<Passkey>,
  to: (passkey: Passkey) => Passkey
): readonly [boolean, MemoryState] =>
  Option.match(found, {
    onNone: () => [false, state],
    onSome: (passkey) => [true, withPasskey(state, to(passkey))]
  })

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) => {
  const ownPasskey = (state: MemoryState, instanceId: InstanceId, userId: UserId, id: PasskeyId) =>
    Option.filter(findById(state, instanceId, id), (passkey) => passkey.userId === userId)

  return PasskeyRepository.of({
    findHandle: (instanceId, userId) => database.read((state) => userHandles.get(state, key(instanceId, userId))),

    assignHandle: (instanceId, userId, fresh) =>
      database.modify((state) => {
        const name = key(instanceId, userId)
        if (!users.has(state, name)) return [Option.none(), state]
        const handle = Option.getOrElse(userHandles.get(state, name), () => fresh)
        return [Option.some(handle), userHandles.set(state, name, handle)]
      }),

    insert: (passkey) =>
      Effect.flatten(
        database.modify<Either.Either<void, PasskeyExists>>((state) =>
          passkeys.has(state, keyOf(passkey))
            ? [Either.left(new PasskeyExists()), state]
            : [Either.void, withPasskey(state, passkey)]
        )
      ),

    find: (instanceId, credentialId) =>
      database.read((state) =>
        Option.gen(function* () {
          const passkey = yield* passkeys.get(state, key(instanceId, credentialId))
          const userHandle = yield* userHandles.get(state, key(instanceId, passkey.userId))
          return { passkey, userHandle }
        })
      ),

    recordUse: ({ at, backedUp, id, instanceId, signCount }) =>
      database.modify((state) =>
        change(state, findById(state, instanceId, id), (passkey) => {
          const lastUsedAt = Option.match(passkey.lastUsedAt, {
            onNone: () => at,
            onSome: (last) => DateTime.max(last, at)
          })
          return new Passkey({ ...passkey, backedUp, signCount, lastUsedAt: Option.some(lastUsedAt) })
        })
      ),

    list: (instanceId, userId) => database.read((state) => listIn(state, instanceId, userId)),

    countOfUsers: (instanceId, userIds) =>
      database.read((state) => {
        const counted = userIds.map((userId) => [userId, listIn(state, instanceId, userId).length] as const)
        return new Map(counted.filter(([, count]) => count > 0))
      }),

    rename: ({ id, instanceId, name, userId }) =>
      database.modify((state) =>
        change(state, ownPasskey(state, instanceId, userId, id), (passkey) => new Passkey({ ...passkey, name }))
      ),

    delete: (instanceId, userId, id) =>
      database.modify((state) => {
        const [deleted, next] = without(state, Option.toArray(ownPasskey(state, instanceId, userId, id)))
        return [deleted > 0, next]
      }),

    deleteAll: (instanceId, userId) => database.modify((state) => without(state, listIn(state, instanceId, userId))),

    hasOtherRpId: (instanceId, rpId) =>
      database.read((state) =>
        Arr.some(passkeys.values(state), (passkey) => passkey.instanceId === instanceId && passkey.rpId !== rpId)
      ),

    countByRpId: (instanceId) =>
      database.read((state) => {
        const own = Arr.filter(passkeys.values(state), (passkey) => passkey.instanceId === instanceId)
        const groups = Object.entries(Arr.groupBy(own, ({ rpId }) => rpId))
        return Arr.sortWith(
          groups.map(([rpId, { length: count }]) => ({ rpId, count })),
          ({ rpId }) => rpId,
          Order.string
        )
      }),

    deleteByRpId: (instanceId, rpId, limit) =>
      database.modify((state) => {
        const own = passkeys
          .values(state)
          .filter((passkey) => passkey.instanceId === instanceId && passkey.rpId === rpId)
        return without(state, own.slice(0, limit))
      })
  })
})

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<PasskeyRepository, never, MemoryDatabase> = Layer.effect(PasskeyRepository, make)
