/** Encrypts the secrets of webhooks again after the server got another key. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CleanupTask } from "../../core/Cleanup.ts"
import { Transaction } from "../../core/Transaction.ts"
import type { Webhook } from "../Webhook.ts"
import { WebhookRepository } from "../WebhookRepository.ts"
import * as WebhookSecrets from "./WebhookSecrets.ts"

const batchSize = 100

/**
 * Makes the task, which encrypts every secret under the current key while the previous one is configured, too. A secret
 * whose key is not configured is left as it is.
 */
export const make = Effect.gen(function* () {
  const { hasPreviousKey, renewed } = yield* WebhookSecrets.make
  const { modify, page } = yield* WebhookRepository
  const { runExclusive } = yield* Transaction

  const renew = (webhook: Webhook) =>
    renewed(webhook) === webhook ? Effect.void : modify(webhook.instanceId, webhook.id, renewed)

  const renewAll = Effect.gen(function* () {
    let after = Option.none<Webhook>()
    do {
      const found: ReadonlyArray<Webhook> = yield* page({ after, limit: batchSize })
      yield* Effect.forEach(found, renew, { discard: true })
      after = Arr.last(found)
    } while (Option.isSome(after))
  })

  const task: CleanupTask = () =>
    hasPreviousKey ? Effect.as(runExclusive("webhook_secrets", renewAll), 0) : Effect.succeed(0)
  return task
})
