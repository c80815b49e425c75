/** What the part of the dashboard about webhooks consists of. */
import * as WebhookPage from "./WebhookPage.ts"
import * as WebhookSecretPage from "./WebhookSecretPage.ts"
import * as WebhooksPage from "./WebhooksPage.ts"

/** Make the routes. */
export const routes = [WebhooksPage.make, WebhookPage.make, WebhookSecretPage.make] as const
