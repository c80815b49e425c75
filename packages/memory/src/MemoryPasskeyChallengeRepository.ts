/**
 * Challenges for passkeys in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import {
  maxPerClient,
  type PasskeyChallenge,
  PasskeyChallengeRepository
} from "@latchkey/domain/passkey/PasskeyChallengeRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { deleteUpTo, isExpired, key, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const lastFirst = Order.reverse(Order.mapInput(DateTime.Order, ({ expiresAt }: PasskeyChallenge) => expiresAt))

const keyOf = ({ challengeHash, instanceId }: PasskeyChallenge): string => key(instanceId, challengeHash)

/** The challenges of the client that are too many beside the new one. */
const surplus = (state: MemoryState, { clientHash, instanceId }: PasskeyChallenge): ReadonlyArray<PasskeyChallenge> =>
  pipe(
    HashMap.toValues(state.passkeyChallenges),
    Arr.filter((other) => other.instanceId === instanceId && other.clientHash === clientHash),
    Arr.sort(lastFirst),
    Arr.drop(maxPerClient - 1)
  )

/** Makes the adapter over a `MemoryDatabase`. @since 0.1.0 */
export const make = Effect.map(MemoryDatabase, (database) =>
  PasskeyChallengeRepository.of({
    put: (challenge) =>
      database.modify((state) => {
        const others = HashMap.removeMany(state.passkeyChallenges, surplus(state, challenge).map(keyOf))
        return [undefined, { ...state, passkeyChallenges: HashMap.set(others, keyOf(challenge), challenge) }]
      }),

    consume: ({ ceremony, challengeHash, clientHash, instanceId, now }) =>
      database.modify<Option.Option<PasskeyChallenge>>((state) => {
        const name = key(instanceId, challengeHash)
        const found = Option.filter(
          HashMap.get(state.passkeyChallenges, name),
          (challenge) =>
            challenge.ceremony === ceremony &&
            challenge.clientHash === clientHash &&
            !isExpired(challenge.expiresAt, now)
        )
        if (Option.isNone(found)) return [found, state]
        return [found, { ...state, passkeyChallenges: HashMap.remove(state.passkeyChallenges, name) }]
      }),

    deleteExpired: (now, limit) =>
      database.modify((state) => {
        const [count, passkeyChallenges] = deleteUpTo(state.passkeyChallenges, limit, ({ expiresAt }) =>
          isExpired(expiresAt, now)
        )
        return [count, { ...state, passkeyChallenges }]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. @since 0.1.0 */
export const layer: Layer.Layer<PasskeyChallengeRepository, never, MemoryDatabase> = Layer.effect(
  PasskeyChallengeRepository,
  make
)
