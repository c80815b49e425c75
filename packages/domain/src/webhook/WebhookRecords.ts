/** What the room records. */

/** What was done, in the audit log, with the words for it on the dashboard. */
export const auditActions = {
  webhook_created: "Webhook added",
  webhook_updated: "Webhook changed",
  webhook_deleted: "Webhook deleted",
  webhook_secret_rotated: "Secret of a webhook replaced",
  webhook_events_resent: "Events sent to a webhook again",
  webhook_tested: "Test sent to a webhook"
}
