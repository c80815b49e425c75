/** Whether an attempt with a password would get a place in the hashing queue. */
import * as Effect from "effect/Effect"
import * as Attempt from "../audit/Attempt.ts"
import { type Caller, widestNetwork } from "../core/Caller.ts"
import type { HasherOverloaded } from "./PasswordErrors.ts"
import type { Instance } from "../instance/Instance.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import type { attempts } from "./PasswordRecords.ts"

/** Fails if the hashing queue has no room for the caller. Reserves nothing: the attempt itself may still be refused. */
export type CheckOverload = (origin: {
  readonly instance: Instance
  readonly caller: Caller
}) => Effect.Effect<void, HasherOverloaded>

/** Makes the check of one kind of attempt. */
export const makeCheck = Effect.fnUntraced(function* (name: (typeof attempts)[number]) {
  const hasher = yield* PasswordHasher
  const recordRefusal = yield* Attempt.makeRefusalRecorder
  const checkOverload: CheckOverload = ({ caller, instance }) =>
    hasher.withPlace({ fairnessKey: widestNetwork(caller) }, () => Effect.void).pipe(recordRefusal(name, instance))
  return checkOverload
})
