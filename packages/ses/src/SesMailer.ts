/** Sends email with Amazon SES (API version 2). */
import * as Email from "@latchkey/domain/core/Email"
import { traced } from "@latchkey/domain/core/Tracing"
import { type EmailMessage, Mailer } from "@latchkey/domain/mail/Mailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Client from "./internal/client.ts"
import * as Mailbox from "./internal/mailbox.ts"
import * as SendEmail from "./internal/sendEmail.ts"
import * as SesErrors from "./SesErrors.ts"

/**
 * The sender, and how to reach SES.
 *
 * - `from`: the sender, as an address or as `Name <address>`.
 * - `credentials`: none for AWS's default credential chain: environment, profile, role of the machine.
 * - `region`: none for what the AWS SDK finds, in `AWS_REGION` or in the profile.
 * - `endpoint`: none for what the AWS SDK finds, in `AWS_ENDPOINT_URL_SESV2`, or the default of the region.
 * - `timeout`: for connecting, for the response to one attempt, and for a silence within it; by default 3 seconds.
 */
export interface Options extends Client.Options {
  readonly from: string
}

/**
 * Makes the mailer. Loads the SDK, and keeps one client until the scope closes. Fails with `RegionRequired` if no
 * region is known, and with `InvalidSender` if `from` is not an address. `send` fails with a `MailerError` as
 * `SesErrors.toMailerError` classifies it. Interrupting `send` aborts the request; by then, SES may have accepted the
 * email.
 */
export const make = Effect.fnUntraced(function* (options: Options) {
  if (Option.isNone(Email.parse(Mailbox.addressOf(options.from)))) return yield* new SesErrors.InvalidSender()
  const { client, sdk } = yield* Client.make(options)
  const from = Mailbox.format(options.from)

  const send = Effect.fnUntraced(function* (email: EmailMessage) {
    const { $metadata, MessageId } = yield* Effect.tryPromise({
      try: (abortSignal) => client.send(new sdk.SendEmailCommand(SendEmail.input(from, email)), { abortSignal }),
      catch: SesErrors.toMailerError
    })
    // A proxy can respond with 200 too. An email that SES has accepted has an id.
    if (MessageId === undefined) return yield* SesErrors.toMailerError({ name: "MessageIdMissing", $metadata })
  }, traced("SesMailer.send"))

  return Mailer.of({ isConfigured: true, send })
})

/** The mailer as a layer. Without a sender or a region, the start fails, not every email later. */
export const layer = (options: Options): Layer.Layer<Mailer, SesErrors.InvalidSender | SesErrors.RegionRequired> =>
  Layer.scoped(Mailer, make(options))
