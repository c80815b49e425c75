/** Encrypts client secrets again after the server got another key. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { CleanupTask } from "../../core/Cleanup.ts"
import { violated } from "../../core/Invariant.ts"
import { Transaction } from "../../core/Transaction.ts"
import { Instance } from "../../instance/Instance.ts"
import { InstanceRepository } from "../../instance/InstanceRepository.ts"
import * as Connections from "../Connections.ts"

/**
 * Makes the task, which encrypts every client secret under the current key while the previous one is configured, too. A
 * secret whose key is not configured is left as it is.
 */
export const make = Effect.gen(function* () {
  const { hasPreviousKey, renewed } = yield* Connections.make
  const { list, modify } = yield* InstanceRepository
  const { runExclusive } = yield* Transaction

  const renew = (instance: Instance) =>
    Effect.catchTags(
      modify(instance.id, (current) => Either.right(new Instance({ ...current, identityProviders: renewed(current) }))),
      {
        HostTaken: violated("The hosts of an instance stay when its secrets are encrypted again"),
        InstancesInCode: () => Effect.void
      }
    )

  const renewAll = Effect.gen(function* () {
    const isDue = (instance: Instance) => renewed(instance).some((one, at) => one !== instance.identityProviders[at])
    yield* Effect.forEach((yield* list).filter(isDue), renew, { discard: true })
  })

  const task: CleanupTask = () =>
    hasPreviousKey ? Effect.as(runExclusive("identity_provider_secrets", renewAll), 0) : Effect.succeed(0)
  return task
})
