/** Personal access tokens in a `MemoryDatabase`. */
import { isUsable, type User } from "@latchkey/domain/account/UserRepository"
import {
  ActivePersonalToken,
  PersonalToken,
  PersonalTokenRepository,
  type StoredPersonalToken
} from "@latchkey/domain/personal-token/PersonalTokenRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { isExpired, isOfUser, key, type MemoryState, Table } from "./internal/MemoryState.ts"
import { users } from "./internal/users.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** By id. */
const personalTokens = new Table<string, StoredPersonalToken>("personal_tokens", {
  letsIn: true,
  isOf: ({ token }, user) => isOfUser(token, user)
})

const oldestFirst = Order.mapInput(Order.string, ({ id }: PersonalToken) => id)

const keyOf = ({ id, instanceId }: PersonalToken): string => key(instanceId, id)

const userOf = (state: MemoryState, { instanceId, userId }: PersonalToken): Option.Option<User> =>
  users.get(state, key(instanceId, userId))

const isOfVersion =
  ({ credentialVersion }: PersonalToken) =>
  (user: User) =>
    user.credentialVersion === credentialVersion

const hasExpired = ({ expiresAt }: PersonalToken, now: DateTime.Utc): boolean =>
  Option.exists(expiresAt, (at) => isExpired(at, now))

const toActive = (token: PersonalToken, { claimedAt, email, emailVerifiedAt }: User) =>
  new ActivePersonalToken({ ...token, email, emailVerified: Option.isSome(emailVerifiedAt), claimedAt })

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  PersonalTokenRepository.of({
    insert: (stored) =>
      database.update((state) => {
        const { token } = stored
        const isOutdated = (other: PersonalToken) =>
          isOfUser(other, { instanceId: token.instanceId, id: token.userId }) &&
          other.credentialVersion !== token.credentialVersion
        const current = personalTokens.without(state, (other) => isOutdated(other.token))
        return personalTokens.set(current, keyOf(token), stored)
      }),

    findActive: ({ instanceId, now, ...sought }) =>
      database.read((state) =>
        Option.gen(function* () {
          const { token } = yield* Arr.findFirst(
            personalTokens.values(state),
            (stored) =>
              stored.token.instanceId === instanceId &&
              ("id" in sought ? stored.token.id === sought.id : stored.tokenHash === sought.tokenHash)
          )
          if (hasExpired(token, now)) return yield* Option.none()
          const user = yield* Option.filter(userOf(state, token), isOfVersion(token))
          return isUsable(user, now) ? toActive(token, user) : yield* Option.none()
        })
      ),

    touch: (instanceId, id, now) =>
      database.update((state) =>
        personalTokens.update(
          state,
          HashMap.modify(key(instanceId, id), ({ token, ...stored }) => {
            const lastUsedAt = Option.match(token.lastUsedAt, { onNone: () => now, onSome: DateTime.max(now) })
            return { ...stored, token: new PersonalToken({ ...token, lastUsedAt: Option.some(lastUsedAt) }) }
          })
        )
      ),

    list: (instanceId, userId) =>
      database.read((state) =>
        pipe(
          personalTokens.values(state),
          Arr.map(({ token }) => token),
          Arr.filter(
            (token) =>
              isOfUser(token, { instanceId, id: userId }) && Option.exists(userOf(state, token), isOfVersion(token))
          ),
          Arr.sort(oldestFirst)
        )
      ),

    delete: (instanceId, userId, id) =>
      database.modify((state) => {
        const name = key(instanceId, id)
        const isOwn = Option.exists(personalTokens.get(state, name), ({ token }) => token.userId === userId)
        return [isOwn, isOwn ? personalTokens.remove(state, name) : state]
      }),

    deleteExpired: (until, limit) =>
      database.modify((state) => personalTokens.delete(state, limit, ({ token }) => hasExpired(token, until)))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<PersonalTokenRepository, never, MemoryDatabase> = Layer.effect(
  PersonalTokenRepository,
  make
)
