/** Prints mails instead of sending them. For production there is `@latchkey/ses`, or a layer like this one. */
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as Console from "effect/Console"
import * as Layer from "effect/Layer"

export const layer = Layer.succeed(
  Mailer,
  Mailer.of({
    isConfigured: true,
    send: ({ subject, text, to }) => Console.log(`Mail to ${to}: ${subject}\n\n${text}`)
  })
)
