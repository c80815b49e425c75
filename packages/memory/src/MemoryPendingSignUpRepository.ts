/**
 * Pending sign-ups in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import {
  maxPerEmail,
  type PendingSignUp,
  PendingSignUpRepository
} from "@latchkey/domain/pending-sign-up/PendingSignUpRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Order from "effect/Order"
import { deleteUpTo, isExpired, key, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const keyOf = ({ clientHash, email, instanceId }: PendingSignUp) => key(instanceId, `${email} ${clientHash}`)

const lastFirst = Order.reverse(Order.mapInput(DateTime.Order, ({ expiresAt }: PendingSignUp) => expiresAt))

const allOf = (state: MemoryState, instanceId: InstanceId, email: Email): ReadonlyArray<PendingSignUp> =>
  Arr.fromIterable(HashMap.values(state.pendingSignUps)).filter(
    (pending) => pending.instanceId === instanceId && pending.email === email
  )

const removed = (state: MemoryState, pendings: ReadonlyArray<PendingSignUp>): MemoryState => ({
  ...state,
  pendingSignUps: HashMap.removeMany(state.pendingSignUps, pendings.map(keyOf))
})

/** Makes the adapter over a `MemoryDatabase`. @since 0.1.0 */
export const make = Effect.map(MemoryDatabase, (database) =>
  PendingSignUpRepository.of({
    put: (pending) =>
      database.modify((state) => {
        const others = allOf(state, pending.instanceId, pending.email).filter(
          (other) => other.clientHash !== pending.clientHash
        )
        const kept = removed(state, Arr.drop(Arr.sort(others, lastFirst), maxPerEmail - 1))
        return [undefined, { ...kept, pendingSignUps: HashMap.set(kept.pendingSignUps, keyOf(pending), pending) }]
      }),

    list: (instanceId, email, now) =>
      database.read((state) => allOf(state, instanceId, email).filter(({ expiresAt }) => !isExpired(expiresAt, now))),

    consumeAll: (instanceId, email, now) =>
      database.modify((state) => {
        const all = allOf(state, instanceId, email)
        return [all.filter(({ expiresAt }) => !isExpired(expiresAt, now)), removed(state, all)]
      }),

    deleteAll: (instanceId, emails) =>
      database.modify((state) => [
        undefined,
        removed(
          state,
          emails.flatMap((email) => allOf(state, instanceId, email))
        )
      ]),

    deleteExpired: (now, limit) =>
      database.modify((state) => {
        const { pendingSignUps: stored } = state
        const [count, pendingSignUps] = deleteUpTo(stored, limit, ({ expiresAt }) => isExpired(expiresAt, now))
        return [count, { ...state, pendingSignUps }]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. @since 0.1.0 */
export const layer: Layer.Layer<PendingSignUpRepository, never, MemoryDatabase> = Layer.effect(
  PendingSignUpRepository,
  make
)
