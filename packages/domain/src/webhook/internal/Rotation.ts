/** Encrypts the secrets of webhooks again after the server got another key. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { CleanupTask } from "../../core/Cleanup.ts"
import { Transaction } from "../../core/Transaction.ts"
import type { Webhook } from "../Webhook.ts"
import { listAll, WebhookRepository } from "../WebhookRepository.ts"
import * as WebhookSecrets from "./WebhookSecrets.ts"

/**
 * Makes the task, which encrypts every secret under the current key while the previous one is configured, too. A secret
 * whose key is not configured is left as it is.
 */
export const make = Effect.gen(function* () {
  const { hasPreviousKey, renewed } = yield* WebhookSecrets.make
  const webhooks = yield* WebhookRepository
  const { runExclusive } = yield* Transaction

  const renew = (webhook: Webhook) =>
    renewed(webhook) === webhook ? Effect.void : webhooks.modify(webhook.instanceId, webhook.id, renewed)

  const renewAll = Stream.runForEach(listAll(webhooks), renew)

  const task: CleanupTask = () =>
    hasPreviousKey ? Effect.as(runExclusive("webhook_secrets", renewAll), 0) : Effect.succeed(0)
  return task
})
