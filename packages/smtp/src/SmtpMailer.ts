/** Sends email through a mail server (SMTP, RFC 5321). */
import { traced } from "@latchkey/domain/core/Tracing"
import { type EmailMessage, Mailer } from "@latchkey/domain/mail/Mailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Connection from "./internal/connection.ts"
import * as Message from "./internal/message.ts"
import * as Pool from "./internal/pool.ts"
import * as Sender from "./internal/sender.ts"
import * as SmtpErrors from "./SmtpErrors.ts"

/**
 * The sender, and how to reach the mail server.
 *
 * - `from`: the sender, as an address or as `Name <address>`.
 * - `server`: the server, as `SmtpUrl.parse` returns it.
 * - `authorities`: certificates of authorities to trust, in PEM, in place of those that Node trusts.
 * - `timeout`: for connecting, from the lookup of the name to the end of TLS, and for every later reply; by default 10
 *   seconds.
 * - `connections`: how many are open at most; by default 5.
 */
export interface Options extends Connection.Options {
  readonly connections?: number
}

/**
 * Makes the mailer. Loads nodemailer, and keeps connections until the scope closes, or until they were idle for half
 * of the `timeout`. Fails with `InvalidSender` if `from` is not an address. `send` fails with a `MailerError` as
 * `SmtpErrors.toMailerError` classifies it. Interrupting `send` closes its connection; by then, the server may have
 * accepted the email.
 */
export const make = Effect.fnUntraced(function* (options: Options) {
  const sender = yield* Effect.mapError(Sender.parse(options.from), () => new SmtpErrors.InvalidSender())
  const transport = yield* Pool.make(options, sender)

  const send = Effect.fnUntraced(function* (email: EmailMessage) {
    const { response } = yield* Effect.tryPromise({
      try: (signal) => transport.sendMail({ ...Message.from(sender, email), signal }),
      catch: SmtpErrors.toMailerError
    })
    // nodemailer looks at the first character only. RFC 5321, 4.2: a reply begins with three digits.
    if (!/^2[0-9]{2}([ -]|$)/.test(response))
      return yield* SmtpErrors.toMailerError({ code: "EPROTOCOL", command: "DATA" })
  }, traced("SmtpMailer.send"))

  return Mailer.of({ isConfigured: true, send })
})

/** The mailer as a layer. Without a sender, the start fails, not every email later. */
export const layer = (options: Options): Layer.Layer<Mailer, SmtpErrors.InvalidSender> =>
  Layer.scoped(Mailer, make(options))
