/**
 * How `serve` sends mail.
 *
 * @since 0.1.0
 */
import { MailerError } from "@latchkey/domain/Errors"
import { Mailer } from "@latchkey/domain/Mailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const off = Mailer.of({
  isConfigured: false,
  send: () => Effect.fail(new MailerError({ reason: "permanent", cause: new Error("No mail provider is configured") }))
})

/** No provider: magic links are off, and the log says so once. @since 0.1.0 */
export const layerOff: Layer.Layer<Mailer> = Layer.effect(
  Mailer,
  Effect.as(Effect.logWarning("No mail provider is configured: magic links are off"), off)
)
