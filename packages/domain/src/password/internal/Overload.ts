/**
 * The check for an overloaded hasher that comes before an attempt.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Attempt from "../../audit/internal/Attempt.ts"
import { type Caller, widestNetwork } from "../../core/Caller.ts"
import type { HasherOverloaded } from "../../core/Errors.ts"
import type { Instance } from "../../instance/Instance.ts"
import { PasswordHasher } from "../PasswordHasher.ts"

/**
 * Fails if the hashing queue has no room for the caller. Reserves nothing: the attempt itself may still be refused.
 *
 * @since 0.1.0
 */
export type CheckOverload = (attempt: {
  readonly instance: Instance
  readonly caller: Caller
}) => Effect.Effect<void, HasherOverloaded>

/** Makes the check of one kind of attempt. @since 0.1.0 */
export const makeCheck = Effect.fnUntraced(function* (name: Attempt.AttemptName) {
  const hasher = yield* PasswordHasher
  const recordRefusal = yield* Attempt.makeRefusalRecorder
  const checkOverload: CheckOverload = ({ caller, instance }) =>
    hasher.withPlace({ fairnessKey: widestNetwork(caller) }, () => Effect.void).pipe(recordRefusal(name, instance))
  return checkOverload
})
