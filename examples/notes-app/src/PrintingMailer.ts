/** Prints emails instead of sending them. Use `@latchkey/ses` in production, or a layer like this one. */
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as Console from "effect/Console"
import * as Layer from "effect/Layer"

export const layer = Layer.succeed(
  Mailer,
  Mailer.of({
    isConfigured: true,
    send: ({ subject, text, to }) => Console.log(`Email to ${to}: ${subject}\n\n${text}`)
  })
)
