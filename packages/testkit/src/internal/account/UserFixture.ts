import { UserRepository } from "@latchkey/domain/account/UserRepository"
import type { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import * as Samples from "../../Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | SessionRepository | Transaction | UserRepository

/** Two instances without users. */
export const setUp = Effect.gen(function* () {
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const { id: otherInstanceId } = yield* Samples.storedInstance
  return { instanceId, otherInstanceId, users }
})
