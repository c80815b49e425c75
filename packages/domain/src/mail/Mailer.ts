/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Email } from "../core/Email.ts"
import type { MailerError } from "../core/Errors.ts"

/** One mail to one recipient, as plain text and as HTML. The sender is the mailer's to know. @since 0.1.0 */
export interface Mail {
  readonly to: Email
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * The port for sending mail. An adapter says which failures are worth another try; the tries are the dispatcher's,
 * which interrupts a `send` after 20 seconds.
 *
 * @since 0.1.0
 */
export class Mailer extends Context.Tag("@latchkey/domain/Mailer")<
  Mailer,
  {
    /** Whether a provider is configured. If not, magic links are off in every instance and `send` is never called. */
    readonly isConfigured: boolean

    /** Hands the mail to the provider. `transient` failures may have been delivered after all. */
    readonly send: (mail: Mail) => Effect.Effect<void, MailerError>
  }
>() {}
