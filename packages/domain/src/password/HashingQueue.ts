/** How attempts with a password enter the hashing queue. */
import * as Effect from "effect/Effect"
import * as Attempt from "../audit/Attempt.ts"
import { type Caller, widestNetwork } from "../core/Caller.ts"
import type { HasherOverloaded } from "./PasswordErrors.ts"
import type { LimitedAction, RateLimited } from "../rate-limit/RateLimited.ts"
import type { Instance } from "../instance/Instance.ts"
import type { IpLimit } from "../rate-limit/Limit.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { type HashingPlace, PasswordHasher } from "./PasswordHasher.ts"
import type { attempts } from "./PasswordRecords.ts"

/** Whose attempt it is. */
export interface Origin {
  readonly instance: Instance
  readonly caller: Caller
}

/** Fails if the hashing queue has no room for the caller. Reserves nothing: the attempt itself may still be refused. */
export type CheckOverload = (origin: Origin) => Effect.Effect<void, HasherOverloaded>

/** Makes the check of one kind of attempt. */
export const makeCheck = Effect.fnUntraced(function* (name: (typeof attempts)[number]) {
  const hasher = yield* PasswordHasher
  const recordRefusal = yield* Attempt.makeRefusalRecorder
  const checkOverload: CheckOverload = ({ caller, instance }) =>
    hasher.withPlace({ fairnessKey: widestNetwork(caller) }, () => Effect.void).pipe(recordRefusal(name, instance))
  return checkOverload
})

/** Runs `use` with a place in the queue. */
export type Enter<Action extends LimitedAction> = <A, E, R>(
  origin: Origin,
  use: (place: HashingPlace) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E | RateLimited<Action> | HasherOverloaded, R>

/**
 * Makes the function that takes a place for an attempt, unless its limit per IP address refused another one less than a
 * second ago: a flood must not hold places while the limit is asked. Makes no query.
 */
export const makeEnter = Effect.fnUntraced(function* <Action extends LimitedAction>(limit: IpLimit<Action>) {
  const hasher = yield* PasswordHasher
  const limiter = yield* RateLimiter
  const enter: Enter<Action> = ({ caller, instance }, use) =>
    Effect.zipRight(
      limiter.checkRefused(instance, limit.keys(caller)),
      hasher.withPlace({ fairnessKey: widestNetwork(caller) }, use)
    )
  return enter
})
