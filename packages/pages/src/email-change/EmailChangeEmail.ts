/** The emails about a change of the address: HTML, and the same as plain text. */
import {
  type EmailChangedEmail,
  type EmailChangeEmail,
  EmailChangeTemplate
} from "@latchkey/domain/email-change/EmailChangeTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { linkEmail } from "../core/LinkEmail.ts"
import type { Catalogue } from "../language/Catalogue.ts"
import { Catalogues } from "../language/Catalogues.ts"

/** Makes the email to the new address. The HTML escapes every value. */
export const render = (catalogue: Catalogue, email: EmailChangeEmail): EmailContent =>
  linkEmail(catalogue, catalogue.emails.emailChange, {
    ...email,
    url: email.confirmUrl,
    lifetime: { unit: "minute", count: email.lifetimeMinutes },
    at: email.requestedAt
  })

/** Makes the email to the former address. The HTML escapes every value. */
export const renderChanged = (catalogue: Catalogue, email: EmailChangedEmail): EmailContent =>
  linkEmail(catalogue, catalogue.emails.emailChanged, {
    ...email,
    url: email.restoreUrl,
    lifetime: { unit: "day", count: email.lifetimeDays },
    at: email.changedAt
  })

/** The emails as a template. */
export const layer: Layer.Layer<EmailChangeTemplate> = Layer.effect(
  EmailChangeTemplate,
  Effect.map(Catalogues, ({ best }) => ({
    render: (email) => render(best([email.language]), email),
    renderChanged: (email) => renderChanged(best([email.language]), email)
  }))
)
