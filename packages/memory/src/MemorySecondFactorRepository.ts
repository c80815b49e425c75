/** Second factors in a `MemoryDatabase`. */
import { User } from "@latchkey/domain/account/UserRepository"
import type { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import type { SealedText } from "@latchkey/domain/core/SecretKeys"
import { SecondFactor, SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { secondFactors, type StoredSecondFactor } from "./internal/factors.ts"
import { key, type MemoryState } from "./internal/MemoryState.ts"
import { users } from "./internal/users.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const get = (state: MemoryState, instanceId: InstanceId, userId: UserId) =>
  secondFactors.get(state, key(instanceId, userId))

const withFactor = (state: MemoryState, stored: StoredSecondFactor): MemoryState =>
  secondFactors.set(state, key(stored.factor.instanceId, stored.factor.userId), stored)

/** Replaces the second factor of a user, if there is one and the change returns another one. */
const change = <A>(
  state: MemoryState,
  instanceId: InstanceId,
  userId: UserId,
  absent: A,
  update: (stored: StoredSecondFactor) => readonly [A, StoredSecondFactor]
): readonly [A, MemoryState] =>
  Option.match(get(state, instanceId, userId), {
    onNone: () => [absent, state],
    onSome: (stored) => {
      const [result, next] = update(stored)
      return [result, withFactor(state, next)]
    }
  })

/** Stores the user with the next credential version, if it has this one. */
const changeUser = (
  state: MemoryState,
  { credentialVersion, instanceId, userId }: Parameters<(typeof SecondFactorRepository.Service)["remove"]>[0],
  secondFactorAt: User["secondFactorAt"]
): Option.Option<MemoryState> => {
  const name = key(instanceId, userId)
  return users.get(state, name).pipe(
    Option.filter((user) => user.credentialVersion === credentialVersion),
    Option.filter((user) => Option.isSome(user.secondFactorAt) !== Option.isSome(secondFactorAt)),
    Option.map((user) => new User({ ...user, secondFactorAt, credentialVersion: credentialVersion + 1 })),
    Option.map((user) => users.set(state, name, user))
  )
}

const isSame = (one: SealedText, other: SealedText) => one.keyId === other.keyId && one.box === other.box

const byKey = Order.combineAll([
  Order.mapInput(Order.string, ({ secret }: SecondFactor) => secret.keyId),
  Order.mapInput(Order.string, ({ instanceId }: SecondFactor) => instanceId),
  Order.mapInput(Order.string, ({ userId }: SecondFactor) => userId)
])

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  SecondFactorRepository.of({
    add: ({ credentialVersion, factor, recoveryCodes }) =>
      database.modify((state) => {
        const { confirmedAt, instanceId, userId } = factor
        const changed = changeUser(state, { instanceId, userId, credentialVersion }, Option.some(confirmedAt))
        return Option.match(changed, {
          onNone: () => [false, state],
          onSome: (next) => {
            const codes = { recoveryCodes: HashSet.fromIterable(recoveryCodes), codesCreatedAt: confirmedAt }
            return [true, withFactor(next, { factor, ...codes })]
          }
        })
      }),

    find: (instanceId, userId) =>
      database.read((state) =>
        Option.map(get(state, instanceId, userId), ({ factor, recoveryCodes }) => ({
          factor,
          recoveryCodes: HashSet.size(recoveryCodes)
        }))
      ),

    acceptStep: (instanceId, userId, step) =>
      database.modify((state) =>
        change(state, instanceId, userId, false, (stored) =>
          stored.factor.lastStep < step
            ? [true, { ...stored, factor: new SecondFactor({ ...stored.factor, lastStep: step }) }]
            : [false, stored]
        )
      ),

    consumeRecoveryCode: (instanceId, userId, code) =>
      database.modify((state) =>
        change(state, instanceId, userId, Option.none<number>(), (stored) => {
          if (!HashSet.has(stored.recoveryCodes, code)) return [Option.none(), stored]
          const recoveryCodes = HashSet.remove(stored.recoveryCodes, code)
          return [Option.some(HashSet.size(recoveryCodes)), { ...stored, recoveryCodes }]
        })
      ),

    replaceRecoveryCodes: (instanceId, userId, codes, createdAt) =>
      database.modify((state) =>
        change(state, instanceId, userId, false, (stored) => [
          true,
          { ...stored, recoveryCodes: HashSet.fromIterable(codes), codesCreatedAt: createdAt }
        ])
      ),

    deleteRecoveryCodes: (instanceId, userId, since) =>
      database.modify((state) =>
        change(state, instanceId, userId, false, (stored) =>
          HashSet.size(stored.recoveryCodes) > 0 && DateTime.greaterThan(stored.codesCreatedAt, since)
            ? [true, { ...stored, recoveryCodes: HashSet.empty() }]
            : [false, stored]
        )
      ),

    remove: (removal) =>
      database.modify((state) =>
        Option.match(changeUser(state, removal, Option.none()), {
          onNone: () => [false, state],
          onSome: (next) => [true, secondFactors.remove(next, key(removal.instanceId, removal.userId))]
        })
      ),

    replaceSecret: ({ current, instanceId, next, userId }) =>
      database.modify((state) =>
        change(state, instanceId, userId, false, (stored) =>
          isSame(stored.factor.secret, current)
            ? [true, { ...stored, factor: new SecondFactor({ ...stored.factor, secret: next }) }]
            : [false, stored]
        )
      ),

    listOfOtherKeys: ({ after, keyId, limit }) =>
      database.read((state) =>
        secondFactors
          .values(state)
          .map(({ factor }) => factor)
          .filter(({ secret }) => secret.keyId !== keyId)
          .filter((factor) => !Option.exists(after, (last) => byKey(factor, last) <= 0))
          .sort(byKey)
          .slice(0, limit)
      ),

    countOfKey: (keyId) =>
      database.read((state) => secondFactors.values(state).filter(({ factor }) => factor.secret.keyId === keyId).length)
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<SecondFactorRepository, never, MemoryDatabase> = Layer.effect(
  SecondFactorRepository,
  make
)
