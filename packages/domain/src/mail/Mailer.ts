import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Email } from "../core/Email.ts"
import type { MailerError } from "./MailErrors.ts"

/** What an email says, as plain text and as HTML. */
export interface EmailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * An email to one recipient. The mailer knows the sender. `reference`: which email it is, for the header of
 * `EmailReference`.
 */
export interface EmailMessage extends EmailContent {
  readonly to: Email
  readonly reference: string
}

/**
 * The port for sending email. An adapter decides which failures are worth another attempt. The dispatcher makes the
 * attempts, and interrupts a `send` after 20 seconds.
 */
export class Mailer extends Context.Tag("@latchkey/domain/Mailer")<
  Mailer,
  {
    /**
     * Whether a provider is configured. If not, magic links and password resets are off, and `send` is never called.
     */
    readonly isConfigured: boolean

    /** Hands an email to the provider. After a `transient` failure it may have been delivered. */
    readonly send: (email: EmailMessage) => Effect.Effect<void, MailerError>
  }
>() {}
