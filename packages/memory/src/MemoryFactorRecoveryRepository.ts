/** Recoveries of lost factors in a `MemoryDatabase`. */
import type { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import {
  type FactorRecovery,
  type FactorRecoveryLink,
  FactorRecoveryRepository
} from "@latchkey/domain/session/FactorRecoveryRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { deleteUpTo, isExpired, key, type MemoryState, withoutFactorRecovery } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const isOfCurrentVersion = (state: MemoryState, { credentialVersion, instanceId, userId }: FactorRecovery): boolean =>
  Option.exists(
    HashMap.get(state.users, key(instanceId, userId)),
    (user) => user.credentialVersion === credentialVersion
  )

const find = (state: MemoryState, instanceId: InstanceId, userId: UserId, now: DateTime.Utc) =>
  Option.filter(
    HashMap.get(state.factorRecoveries, key(instanceId, userId)),
    (recovery) => !isExpired(recovery.expiresAt, now) && isOfCurrentVersion(state, recovery)
  )

const findByLink = (state: MemoryState, { instanceId, now, tokenHash }: FactorRecoveryLink) =>
  Option.flatMap(HashMap.get(state.factorRecoveryLinks, key(instanceId, tokenHash)), ({ userId }) =>
    find(state, instanceId, userId, now)
  )

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  FactorRecoveryRepository.of({
    insert: (recovery, now) =>
      database.modify((state) => {
        const { instanceId, userId } = recovery
        const isOpen = Option.isSome(find(state, instanceId, userId, now))
        if (isOpen || !isOfCurrentVersion(state, recovery)) return [false, state]
        const rest = withoutFactorRecovery(state, instanceId, userId)
        const factorRecoveries = HashMap.set(rest.factorRecoveries, key(instanceId, userId), recovery)
        return [true, { ...rest, factorRecoveries }]
      }),

    find: (instanceId, userId, now) => database.read((state) => find(state, instanceId, userId, now)),

    addLink: ({ instanceId, requestedAt, userId }, { now, tokenHash }) =>
      database.modify((state) => {
        const open = Option.filter(find(state, instanceId, userId, now), (recovery) =>
          DateTime.Equivalence(recovery.requestedAt, requestedAt)
        )
        if (Option.isNone(open)) return [false, state]
        const name = key(instanceId, tokenHash)
        const factorRecoveryLinks = HashMap.set(state.factorRecoveryLinks, name, { instanceId, userId })
        return [true, { ...state, factorRecoveryLinks }]
      }),

    findByLink: (link) => database.read((state) => findByLink(state, link)),

    consume: (link) =>
      database.modify((state): readonly [Option.Option<FactorRecovery>, MemoryState] => {
        const found = Option.filter(findByLink(state, link), ({ availableAt }) => isExpired(availableAt, link.now))
        return Option.match(found, {
          onNone: () => [found, state],
          onSome: ({ instanceId, userId }) => [found, withoutFactorRecovery(state, instanceId, userId)]
        })
      }),

    delete: (instanceId, userId) =>
      database.modify((state) => [
        HashMap.has(state.factorRecoveries, key(instanceId, userId)),
        withoutFactorRecovery(state, instanceId, userId)
      ]),

    deleteExpired: (now, limit) =>
      database.modify((state) => {
        const [count, factorRecoveries] = deleteUpTo(state.factorRecoveries, limit, ({ expiresAt }) =>
          isExpired(expiresAt, now)
        )
        const factorRecoveryLinks = HashMap.filter(state.factorRecoveryLinks, ({ instanceId, userId }) =>
          HashMap.has(factorRecoveries, key(instanceId, userId))
        )
        return [count, { ...state, factorRecoveries, factorRecoveryLinks }]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<FactorRecoveryRepository, never, MemoryDatabase> = Layer.effect(
  FactorRecoveryRepository,
  make
)
