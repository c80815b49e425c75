/** What the room of webhooks consists of. */
import * as Effect from "effect/Effect"
import * as AppPart from "../core/AppPart.ts"
import type { Expiring } from "../core/Cleanup.ts"
import { EventRetention } from "../event/EventRetention.ts"
import * as Rotation from "./internal/Rotation.ts"
import * as WebhookAdministration from "./WebhookAdministration.ts"
import * as WebhookDispatcher from "./WebhookDispatcher.ts"
import { WebhookQueue } from "./WebhookQueue.ts"
import { WebhookRepository } from "./WebhookRepository.ts"

/** The ports that store data. */
export const storage = [WebhookQueue, WebhookRepository] as const

/** The use cases. Each may use those before it. */
export const useCases = { WebhookAdministration, WebhookDispatcher }

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const { deleteExpired } = yield* WebhookQueue
  const { keptFor } = yield* AppPart.read(EventRetention)
  return [{ kind: "webhook_deliveries", keptFor, deleteExpired }] satisfies ReadonlyArray<Expiring>
})

/** What is stored encrypted. */
export { stored as secrets } from "./internal/WebhookSecrets.ts"

/** The task of the cleanup job. */
export const cleanup = Rotation.make

/** What it records. */
export { auditActions } from "./WebhookRecords.ts"
