/** The email of an invitation: HTML, and the same as plain text. */
import { type InvitationEmail, InvitationTemplate } from "@latchkey/domain/invitation/InvitationTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { linkEmail } from "../core/LinkEmail.ts"
import type { Catalogue } from "../language/Catalogue.ts"
import { Catalogues } from "../language/Catalogues.ts"

/** Makes the email. The HTML escapes every value. */
export const render = (catalogue: Catalogue, email: InvitationEmail): EmailContent =>
  linkEmail(catalogue, catalogue.emails.invitation, {
    ...email,
    url: email.invitationUrl,
    lifetime: { unit: "day", count: email.lifetimeDays },
    at: email.invitedAt,
    // The device of an administrator is not the reader's.
    userAgent: Option.none()
  })

/** The email as the template of invitations. */
export const layer: Layer.Layer<InvitationTemplate> = Layer.effect(
  InvitationTemplate,
  Effect.map(Catalogues, ({ best }) => ({ render: (email) => render(best([email.language]), email) }))
)
