/** The email about a webhook that was turned off. In English, as the other emails to administrators. */
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as Template from "@latchkey/domain/webhook/WebhookDisabledTemplate"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import { html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as EmailFrame from "../../core/EmailFrame.ts"
import { english } from "../../language/Catalogues.ts"
import * as Sentence from "../../language/Sentence.ts"
import * as DashboardPaths from "../core/DashboardPaths.ts"
import * as WebhookPaths from "../core/WebhookPaths.ts"

const reasons: Readonly<Record<Template.WebhookDisabledEmail["reason"], string>> = {
  gone: "It responded with 410, which says that it's gone.",
  failing: "Nothing that was sent to it has succeeded for five days."
}

const pageOf = (prefix: string, { instanceId, webhookId }: Template.WebhookDisabledEmail): string =>
  WebhookPaths.one(DashboardPaths.make(prefix), instanceId, webhookId)

/** Makes the email. `url`: the page of the webhook in the dashboard. The HTML escapes every value. */
export const render = (
  url: string,
  { instanceId, name, origin, reason }: Omit<Template.WebhookDisabledEmail, "webhookId">
): EmailContent => {
  const { host } = new URL(url)
  const sender = { instanceName: "Latchkey", host, branding: defaultBranding }
  const intro = `Latchkey turned off the webhook at ${new URL(origin).host} of the instance ${instanceId}.`
  const advice =
    "Events are kept for as long as your settings say. When the webhook works again, turn it on: it goes on where it stopped."
  return EmailFrame.email(english, sender, {
    subject: Sentence.plain(`A webhook of ${instanceId} was turned off`),
    intro: Sentence.plain(`Hello ${name}! ${intro} ${reasons[reason]}`),
    text: `${advice}\n\n${url}\n`,
    body: html`<p>${advice}</p>
${EmailFrame.action(english, sender, url, html`Open the webhook`)}`
  })
}

/** The email, with links to the dashboard below the base URL of `HttpSettings`. Provide it to `Domain.layer`. */
export const layer: Layer.Layer<Template.WebhookDisabledTemplate, never, HttpSettings> = Template.layer(
  Effect.map(HttpSettings, ({ baseUrl, prefix }) => ({
    isAvailable: true,
    render: (email) => render(`${baseUrl}${pageOf(prefix ?? "", email)}`, email)
  }))
)
