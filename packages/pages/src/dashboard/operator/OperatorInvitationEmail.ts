/**
 * The email that invites someone to the dashboard: HTML, and the same as plain text. In English: the language of its
 * reader is unknown.
 */
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as Template from "@latchkey/domain/operator/OperatorInvitationTemplate"
import type { Role } from "@latchkey/domain/operator/Role"
import { html } from "@latchkey/http/core/Page"
import { HttpSettings } from "@latchkey/http/core/HttpSettings"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as EmailFrame from "../../core/EmailFrame.ts"
import { english } from "../../language/Catalogues.ts"
import * as Sentence from "../../language/Sentence.ts"
import * as Format from "../core/Format.ts"
import { invitationUrl } from "./InvitationUrl.ts"

const { utc } = Format.make("en-GB")

const abilities: Readonly<Record<Role, string>> = {
  viewer: "look at everything in it",
  support: "look at everything in it and help users",
  admin: "do everything in it"
}

/** Makes the email. `host`: that of the dashboard. The HTML escapes every value. */
export const render = (host: string, email: Template.OperatorInvitationEmail): EmailContent => {
  const { expiresAt, invitedBy, name, role } = email
  const url = Redacted.value(email.url)
  const sender = { instanceName: "Latchkey", host, branding: defaultBranding }
  const by = invitedBy === undefined ? "You are invited" : `${invitedBy} invites you`
  const intro = `${by} to the Latchkey dashboard of ${host}. You can ${abilities[role]}.`
  const validity = `The link works once, until ${utc(expiresAt)}. Then add a passkey: from then on, you sign in with it. Without a passkey, you need another link each time.`
  const advice =
    "If you don't know what this is about, ignore this email. Never forward it: the link signs in anyone who opens it."
  return EmailFrame.email(english, sender, {
    subject: Sentence.plain(`Your access to the dashboard of ${host}`),
    intro: Sentence.plain(`Hello ${name}! ${intro}`),
    text: `${url}\n\n${validity}\n\n${advice}\n`,
    body: html`${EmailFrame.action(english, sender, url, html`Open the dashboard`)}
<p>${validity}</p>
${EmailFrame.footer(html`${advice}`)}`
  })
}

/**
 * The email, and links to the dashboard below the base URL and the prefix of `HttpSettings`. Provide it to
 * `Domain.layer` where `Dashboard.layerRoutes` is mounted.
 */
export const layer: Layer.Layer<Template.OperatorInvitationTemplate, never, HttpSettings> = Template.layer(
  Effect.map(HttpSettings, ({ baseUrl, prefix }) => ({
    isAvailable: true,
    url: (token) => Redacted.make(invitationUrl({ baseUrl, prefix, token })),
    render: (email) => render(new URL(baseUrl).host, email)
  }))
)
