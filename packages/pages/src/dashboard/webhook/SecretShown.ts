/** The page with the new secret of a webhook, which is shown once. */
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { WebhookWithSecret } from "@latchkey/domain/webhook/WebhookAdministration"
import { html } from "@latchkey/http/core/Page"
import * as Redacted from "effect/Redacted"
import type { DashboardPage } from "../core/DashboardFrame.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import type { DashboardPaths } from "../core/DashboardPaths.ts"
import { secret as shownOnce } from "../core/Elements.ts"
import * as WebhookPaths from "../core/WebhookPaths.ts"

/** Makes the page. */
export const pageOf = (
  { texts }: DashboardLanguage,
  paths: Pick<DashboardPaths, "instance">,
  instance: Instance,
  { secret, webhook }: WebhookWithSecret
): DashboardPage => ({
  title: texts.webhook.secretTitle,
  back: { href: WebhookPaths.list(paths, instance.id), text: texts.webhook.title },
  section: "Instances",
  of: { instance, tab: "Webhooks" },
  body: html`<section class="card narrow"><p>${texts.webhook.secretShown}</p>
${shownOnce(texts.core, Redacted.value(secret))}
<p><a class="button quiet" href="${WebhookPaths.one(paths, instance.id, webhook.id)}">${texts.webhook.toWebhook}</a></p></section>`
})
