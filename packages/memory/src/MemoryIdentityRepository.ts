/** Identities in a `MemoryDatabase`. */
import { IdentityTaken } from "@latchkey/domain/account/AccountErrors"
import {
  Identity,
  type IdentityId,
  type IdentityKey,
  IdentityRepository
} from "@latchkey/domain/account/IdentityRepository"
import type { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { pipe } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { identities } from "./internal/identities.ts"
import { isOfUser, key, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const oldestFirst = Order.mapInput(Order.string, ({ id }: Identity) => id)

// An issuer contains no space.
const keyOf = (instanceId: InstanceId, { issuer, subject }: IdentityKey): string =>
  key(instanceId, `${issuer} ${subject}`)

const listIn = (state: MemoryState, instanceId: InstanceId, userId: UserId): ReadonlyArray<Identity> =>
  pipe(
    identities.values(state),
    Arr.filter((identity) => isOfUser(identity, { instanceId, id: userId })),
    Arr.sort(oldestFirst)
  )

const findIn = (state: MemoryState, instanceId: InstanceId, userId: UserId, id: IdentityId) =>
  Arr.findFirst(listIn(state, instanceId, userId), (identity) => identity.id === id)

const withIdentity = (state: MemoryState, identity: Identity): MemoryState =>
  identities.set(state, keyOf(identity.instanceId, identity), identity)

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  IdentityRepository.of({
    insert: (identity) =>
      Effect.flatten(
        database.modify<Either.Either<void, IdentityTaken>>((state) =>
          identities.has(state, keyOf(identity.instanceId, identity))
            ? [Either.left(new IdentityTaken()), state]
            : [Either.void, withIdentity(state, identity)]
        )
      ),

    insertAll: (_, all) =>
      database.modify((state) =>
        all.reduce<readonly [ReadonlyArray<IdentityId>, MemoryState]>(
          ([added, after], identity) =>
            identities.has(after, keyOf(identity.instanceId, identity))
              ? [added, after]
              : [[...added, identity.id], withIdentity(after, identity)],
          [[], state]
        )
      ),

    findAll: (instanceId, keys) =>
      database.read((state) =>
        Arr.dedupe(keys.map((identityKey) => keyOf(instanceId, identityKey))).flatMap((found) =>
          Option.toArray(identities.get(state, found))
        )
      ),

    listOfUsers: (instanceId, userIds) =>
      database.read((state) => Arr.dedupe(userIds).flatMap((userId) => listIn(state, instanceId, userId))),

    find: (instanceId, identityKey) => database.read((state) => identities.get(state, keyOf(instanceId, identityKey))),

    list: (instanceId, userId) => database.read((state) => listIn(state, instanceId, userId)),

    recordUse: ({ at, id, instanceId, userId }) =>
      database.modify((state) =>
        Option.match(findIn(state, instanceId, userId, id), {
          onNone: () => [false, state],
          onSome: (identity) => {
            const lastUsedAt = Option.match(identity.lastUsedAt, {
              onNone: () => at,
              onSome: (last) => DateTime.max(last, at)
            })
            return [true, withIdentity(state, new Identity({ ...identity, lastUsedAt: Option.some(lastUsedAt) }))]
          }
        })
      ),

    delete: (instanceId, userId, id) =>
      database.modify((state) =>
        Option.match(findIn(state, instanceId, userId, id), {
          onNone: () => [false, state],
          onSome: (identity) => [true, identities.remove(state, keyOf(instanceId, identity))]
        })
      )
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<IdentityRepository, never, MemoryDatabase> = Layer.effect(IdentityRepository, make)
