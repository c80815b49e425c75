/** Recoveries of lost factors in a `MemoryDatabase`. */
import type { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import {
  type FactorRecovery,
  type FactorRecoveryLink,
  FactorRecoveryRepository
} from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isExpired, isOfUser, key, type MemoryState, Table } from "./internal/MemoryState.ts"
import { users } from "./internal/users.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** By user id. */
const factorRecoveries = new Table<string, FactorRecovery>("factor_recoveries", { letsIn: true, isOf: isOfUser })

/** Whose recovery a link is of, by the hash of the token. */
const factorRecoveryLinks = new Table<string, Pick<FactorRecovery, "instanceId" | "userId">>("factor_recovery_links", {
  letsIn: true,
  isOf: isOfUser
})

/** Deletes the recovery of a user, with its links. */
const without = (state: MemoryState, instanceId: InstanceId, userId: UserId): MemoryState => {
  const rest = factorRecoveryLinks.without(state, (link) => isOfUser(link, { instanceId, id: userId }))
  return factorRecoveries.remove(rest, key(instanceId, userId))
}

const isOfCurrentVersion = (state: MemoryState, { credentialVersion, instanceId, userId }: FactorRecovery): boolean =>
  Option.exists(users.get(state, key(instanceId, userId)), (user) => user.credentialVersion === credentialVersion)

const find = (state: MemoryState, instanceId: InstanceId, userId: UserId, now: DateTime.Utc) =>
  Option.filter(
    factorRecoveries.get(state, key(instanceId, userId)),
    (recovery) => !isExpired(recovery.expiresAt, now) && isOfCurrentVersion(state, recovery)
  )

const findByLink = (state: MemoryState, { instanceId, now, tokenHash }: FactorRecoveryLink) =>
  Option.flatMap(factorRecoveryLinks.get(state, key(instanceId, tokenHash)), ({ userId }) =>
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
        const rest = without(state, instanceId, userId)
        return [true, factorRecoveries.set(rest, key(instanceId, userId), recovery)]
      }),

    find: (instanceId, userId, now) => database.read((state) => find(state, instanceId, userId, now)),

    addLink: ({ instanceId, requestedAt, userId }, { now, tokenHash }) =>
      database.modify((state) => {
        const open = Option.filter(find(state, instanceId, userId, now), (recovery) =>
          DateTime.Equivalence(recovery.requestedAt, requestedAt)
        )
        if (Option.isNone(open)) return [false, state]
        return [true, factorRecoveryLinks.set(state, key(instanceId, tokenHash), { instanceId, userId })]
      }),

    findByLink: (link) => database.read((state) => findByLink(state, link)),

    consume: (link) =>
      database.modify((state): readonly [Option.Option<FactorRecovery>, MemoryState] => {
        const found = Option.filter(findByLink(state, link), ({ availableAt }) => isExpired(availableAt, link.now))
        return Option.match(found, {
          onNone: () => [found, state],
          onSome: ({ instanceId, userId }) => [found, without(state, instanceId, userId)]
        })
      }),

    delete: (instanceId, userId) =>
      database.modify((state) => [
        factorRecoveries.has(state, key(instanceId, userId)),
        without(state, instanceId, userId)
      ]),

    deleteExpired: (now, limit) =>
      database.modify((state) => {
        const [count, rest] = factorRecoveries.delete(state, limit, ({ expiresAt }) => isExpired(expiresAt, now))
        const isOrphan = ({ instanceId, userId }: Pick<FactorRecovery, "instanceId" | "userId">) =>
          !factorRecoveries.has(rest, key(instanceId, userId))
        return [count, factorRecoveryLinks.without(rest, isOrphan)]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<FactorRecoveryRepository, never, MemoryDatabase> = Layer.effect(
  FactorRecoveryRepository,
  make
)
