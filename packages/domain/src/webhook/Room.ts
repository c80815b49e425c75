/** What the room of webhooks consists of. */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import { eventLifetime } from "../event/Room.ts"
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
export const expiring = Effect.map(
  WebhookQueue,
  ({ deleteExpired }) =>
    [{ kind: "webhook_deliveries", keptFor: eventLifetime, deleteExpired }] satisfies ReadonlyArray<Expiring>
)

/** The task of the cleanup job. */
export const cleanup = Rotation.make

/** What it records. */
export { auditActions } from "./WebhookRecords.ts"
