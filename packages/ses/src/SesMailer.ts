/**
 * Sends mail with Amazon SES (API version 2).
 *
 * @since 0.1.0
 */
import { type Mail, Mailer } from "@latchkey/domain/mail/Mailer"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Client from "./internal/client.ts"
import * as Mailbox from "./internal/mailbox.ts"
import * as SendEmail from "./internal/sendEmail.ts"
import type { SesCredentials } from "./SesCredentials.ts"
import * as SesErrors from "./SesErrors.ts"

/**
 * Who sends, and how SES is reached.
 *
 * - `from`: the sender, an address alone or `Name <address>`.
 * - `credentials`: none is the default credential chain of AWS: environment, profile, role of the machine.
 * - `region`: none is what the AWS SDK finds, in `AWS_REGION` or in the profile.
 * - `endpoint`: none is what the AWS SDK finds, in `AWS_ENDPOINT_URL_SESV2`, or the region's own.
 * - `timeout`: for connecting, for the answer to a try, and for a silence within it; 3 seconds unless it says otherwise.
 *
 * @since 0.1.0
 */
export interface Options {
  readonly from: string
  readonly credentials: Option.Option<SesCredentials>
  readonly region: Option.Option<string>
  readonly endpoint: Option.Option<string>
  readonly timeout?: Duration.DurationInput
}

/**
 * The mailer. Loads the SDK, and keeps one client until the scope closes; fails with `RegionRequired` where no region
 * is known. `send` fails with a `MailerError` as `SesErrors.toMailerError` sorts it. Interrupting it aborts the
 * request; SES may have taken the mail by then.
 *
 * @since 0.1.0
 */
export const make = (options: Options): Effect.Effect<typeof Mailer.Service, SesErrors.RegionRequired, Scope.Scope> =>
  Effect.gen(function* () {
    const { client, sdk } = yield* Client.make(options)
    const from = Mailbox.format(options.from)

    const send = Effect.fn("SesMailer.send")(function* (mail: Mail) {
      const { $metadata, MessageId } = yield* Effect.tryPromise({
        try: (abortSignal) => client.send(new sdk.SendEmailCommand(SendEmail.input(from, mail)), { abortSignal }),
        catch: SesErrors.toMailerError
      })
      // A proxy may say 200 too. What SES has accepted has an id.
      if (MessageId === undefined) return yield* SesErrors.toMailerError({ name: "MessageIdMissing", $metadata })
    })
    return Mailer.of({ isConfigured: true, send })
  })

/** `make` as a layer. A start without a region fails, rather than every mail later. @since 0.1.0 */
export const layer = (options: Options): Layer.Layer<Mailer, SesErrors.RegionRequired> =>
  Layer.scoped(Mailer, make(options))
