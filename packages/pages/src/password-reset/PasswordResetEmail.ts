/** The email with a link to set a new password: HTML, and the same as plain text. */
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { type PasswordResetEmail, PasswordResetTemplate } from "@latchkey/domain/password-reset/PasswordResetTemplate"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { linkEmail } from "../core/LinkEmail.ts"
import type { Catalogue } from "../language/Catalogue.ts"
import { Catalogues } from "../language/Catalogues.ts"

/** Makes the email. The HTML escapes every value. */
export const render = (catalogue: Catalogue, email: PasswordResetEmail): EmailContent =>
  linkEmail(catalogue, catalogue.emails.passwordReset, {
    ...email,
    url: email.resetUrl,
    lifetime: { unit: "minute", count: email.lifetimeMinutes },
    at: email.requestedAt
  })

/** The email as the template of links to set a new password. */
export const layer: Layer.Layer<PasswordResetTemplate> = Layer.effect(
  PasswordResetTemplate,
  Effect.map(Catalogues, ({ best }) => ({ render: (email) => render(best([email.language]), email) }))
)
