/** The email with a magic link: HTML, and the same as plain text. */
import { type MagicLinkEmail, MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { linkEmail } from "../core/LinkEmail.ts"
import type { Catalogue } from "../language/Catalogue.ts"
import { Catalogues } from "../language/Catalogues.ts"

/** Makes the email. The HTML escapes every value. */
export const render = (catalogue: Catalogue, email: MagicLinkEmail): EmailContent => {
  const { magicLink, magicLinkCode } = catalogue.emails
  const { code } = email
  const texts = code === undefined ? magicLink : { ...magicLink, advice: magicLinkCode.advice }
  return linkEmail(catalogue, texts, {
    ...email,
    code: code && {
      digits: code.digits,
      about: magicLinkCode.about({ unit: "minute", count: code.lifetimeMinutes })
    },
    url: email.verifyUrl,
    lifetime: { unit: "minute", count: email.lifetimeMinutes },
    at: email.requestedAt
  })
}

/** The email as the template of magic links. */
export const layer: Layer.Layer<MagicLinkTemplate> = Layer.effect(
  MagicLinkTemplate,
  Effect.map(Catalogues, ({ best }) => ({ render: (email) => render(best([email.language]), email) }))
)
