/** What the room of webhooks consists of. */

/** What it records. */
export { auditActions } from "./WebhookRecords.ts"
