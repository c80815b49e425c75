/**
 * Pending sign-ins in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import { isUsable } from "@latchkey/domain/account/UserRepository"
import { CredentialsChanged } from "@latchkey/domain/session/SessionErrors"
import {
  type PendingSignInKey,
  PendingSignInRepository,
  type StoredPendingSignIn
} from "@latchkey/domain/session/PendingSignInRepository"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { deleteUpTo, isExpired, key, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const userOf = (state: MemoryState, { credentialVersion, instanceId, userId }: StoredPendingSignIn) =>
  Option.filter(
    HashMap.get(state.users, key(instanceId, userId)),
    (user) => user.credentialVersion === credentialVersion
  )

const find = (state: MemoryState, { clientHash, instanceId, now, tokenHash }: PendingSignInKey) =>
  HashMap.get(state.pendingSignIns, key(instanceId, clientHash)).pipe(
    Option.filter((pending) => pending.tokenHash === tokenHash && !isExpired(pending.expiresAt, now)),
    Option.filter((pending) => Option.isSome(userOf(state, pending)))
  )

/** Makes the adapter over a `MemoryDatabase`. @since 0.1.0 */
export const make = Effect.map(MemoryDatabase, (database) =>
  PendingSignInRepository.of({
    put: (pending, now) =>
      Effect.flatten(
        database.modify((state): readonly [Either.Either<void, CredentialsChanged>, MemoryState] => {
          const isKnown = Option.exists(userOf(state, pending), (user) => isUsable(user, now))
          if (!isKnown) return [Either.left(new CredentialsChanged()), state]
          const name = key(pending.instanceId, pending.clientHash)
          return [Either.void, { ...state, pendingSignIns: HashMap.set(state.pendingSignIns, name, pending) }]
        })
      ),

    find: (wanted) => database.read((state) => find(state, wanted)),

    consume: (wanted) =>
      database.modify((state): readonly [Option.Option<StoredPendingSignIn>, MemoryState] => {
        const found = find(state, wanted)
        if (Option.isNone(found)) return [found, state]
        const name = key(wanted.instanceId, wanted.clientHash)
        return [found, { ...state, pendingSignIns: HashMap.remove(state.pendingSignIns, name) }]
      }),

    deleteExpired: (now, limit) =>
      database.modify((state) => {
        const { pendingSignIns: stored } = state
        const [count, pendingSignIns] = deleteUpTo(stored, limit, ({ expiresAt }) => isExpired(expiresAt, now))
        return [count, { ...state, pendingSignIns }]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. @since 0.1.0 */
export const layer: Layer.Layer<PendingSignInRepository, never, MemoryDatabase> = Layer.effect(
  PendingSignInRepository,
  make
)
