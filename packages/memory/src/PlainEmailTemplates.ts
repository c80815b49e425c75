/**
 * A short email with a magic link, for tests and prototypes. Users get `@latchkey/pages/magic-link/MagicLinkEmail`.
 *
 * @since 0.1.0
 */
import { type MagicLinkEmail, MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as Layer from "effect/Layer"

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const render = ({ instanceName, lifetimeMinutes, verifyUrl }: MagicLinkEmail): EmailContent => {
  const subject = `Sign in to ${instanceName}`
  const lifetime = `The link works for ${lifetimeMinutes} minutes.`
  return {
    subject,
    text: `${subject}:\n\n${verifyUrl}\n\n${lifetime}\n`,
    html: `<p><a href="${escape(verifyUrl)}">${escape(subject)}</a></p>\n<p>${lifetime}</p>\n`
  }
}

/** The template as a layer. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkTemplate> = Layer.succeed(MagicLinkTemplate, { render })
