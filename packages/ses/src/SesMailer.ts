/**
 * Sends mail with Amazon SES (API version 2).
 *
 * @since 0.1.0
 */
import { type Mail, Mailer } from "@latchkey/domain/Mailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Client from "./internal/client.ts"
import * as Mailbox from "./internal/mailbox.ts"
import * as SendEmail from "./internal/sendEmail.ts"
import * as SesErrors from "./SesErrors.ts"

/** - `from`: the sender, an address alone or `Name <address>`. @since 0.1.0 */
export interface Options extends Client.Options {
  readonly from: string
}

/**
 * Loads the SDK, and keeps one client until the scope closes. Interrupting `send` aborts the request; SES may have
 * taken the mail by then.
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

/** A start without a region fails, rather than every mail later. @since 0.1.0 */
export const layer = (options: Options): Layer.Layer<Mailer, SesErrors.RegionRequired> =>
  Layer.scoped(Mailer, make(options))
