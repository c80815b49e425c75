/**
 * Challenges of the dashboard in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import {
  type OperatorChallenge,
  OperatorChallengeRepository
} from "@latchkey/domain/operator/OperatorChallengeRepository"
import { maxPerClient } from "@latchkey/domain/passkey/PasskeyChallengeRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { deleteUpTo, isExpired, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const lastFirst = Order.reverse(Order.mapInput(DateTime.Order, ({ expiresAt }: OperatorChallenge) => expiresAt))

/** The hashes of the client's challenges that are too many beside a new one. */
const surplus = ({ operatorChallenges }: MemoryState, { clientHash }: OperatorChallenge) =>
  pipe(
    HashMap.toValues(operatorChallenges),
    Arr.filter((other) => other.clientHash === clientHash),
    Arr.sort(lastFirst),
    Arr.drop(maxPerClient - 1),
    Arr.map(({ challengeHash }) => challengeHash)
  )

/** Makes the adapter over a `MemoryDatabase`. @since 0.1.0 */
export const make = Effect.map(MemoryDatabase, (database) =>
  OperatorChallengeRepository.of({
    put: (challenge) =>
      database.update((state) => {
        const others = HashMap.removeMany(state.operatorChallenges, surplus(state, challenge))
        return { ...state, operatorChallenges: HashMap.set(others, challenge.challengeHash, challenge) }
      }),

    consume: ({ ceremony, challengeHash, clientHash, now }) =>
      database.modify<Option.Option<OperatorChallenge>>((state) => {
        const found = Option.filter(
          HashMap.get(state.operatorChallenges, challengeHash),
          (challenge) =>
            challenge.ceremony === ceremony &&
            challenge.clientHash === clientHash &&
            !isExpired(challenge.expiresAt, now)
        )
        if (Option.isNone(found)) return [found, state]
        return [found, { ...state, operatorChallenges: HashMap.remove(state.operatorChallenges, challengeHash) }]
      }),

    deleteAll: database.modify((state) => [
      HashMap.size(state.operatorChallenges),
      { ...state, operatorChallenges: HashMap.empty() }
    ]),

    deleteExpired: (now, limit) =>
      database.modify((state) => {
        const [count, operatorChallenges] = deleteUpTo(state.operatorChallenges, limit, ({ expiresAt }) =>
          isExpired(expiresAt, now)
        )
        return [count, { ...state, operatorChallenges }]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. @since 0.1.0 */
export const layer: Layer.Layer<OperatorChallengeRepository, never, MemoryDatabase> = Layer.effect(
  OperatorChallengeRepository,
  make
)
