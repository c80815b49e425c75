/**
 * Sends mail with Amazon SES (API version 2).
 *
 * @since 0.1.0
 */
import type { SESv2ClientConfig } from "@aws-sdk/client-sesv2"
import { type Mail, Mailer } from "@latchkey/domain/Mailer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Mailbox from "./internal/mailbox.ts"
import * as SendEmail from "./internal/sendEmail.ts"
import type { SesCredentials } from "./SesCredentials.ts"
import * as SesErrors from "./SesErrors.ts"

/**
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

const clientConfig = ({ credentials, region, endpoint, timeout = "3 seconds" }: Options): SESv2ClientConfig => {
  const milliseconds = Duration.toMillis(timeout)
  return {
    // An absent field is what makes the SDK look in the environment.
    ...Option.match(credentials, {
      onNone: () => ({}),
      onSome: ({ accessKeyId, secretAccessKey }) => ({
        credentials: { accessKeyId, secretAccessKey: Redacted.value(secretAccessKey) }
      })
    }),
    ...Option.match(region, { onNone: () => ({}), onSome: (region) => ({ region }) }),
    ...Option.match(endpoint, { onNone: () => ({}), onSome: (endpoint) => ({ endpoint }) }),
    // Whoever calls tries again in its own time.
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: milliseconds,
      requestTimeout: milliseconds,
      // Without this a request that takes longer is only warned about.
      throwOnRequestTimeout: true,
      // The one above ends with the reply's headers.
      socketTimeout: milliseconds
    }
  }
}

/**
 * Loads the SDK, and keeps one client until the scope closes. Interrupting `send` aborts the request; SES may have
 * taken the mail by then.
 *
 * @since 0.1.0
 */
export const make = (options: Options): Effect.Effect<typeof Mailer.Service, SesErrors.RegionRequired, Scope.Scope> =>
  Effect.gen(function* () {
    // Not at the top of the module: whoever sends no mail need not wait for the SDK, nor hold it in memory.
    const { SendEmailCommand, SESv2Client } = yield* Effect.promise(() => import("@aws-sdk/client-sesv2"))
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => new SESv2Client(clientConfig(options))),
      (client) => Effect.sync(() => client.destroy())
    )
    yield* Effect.tryPromise({ try: () => client.config.region(), catch: () => new SesErrors.RegionRequired() })
    const from = Mailbox.format(options.from)

    const send = Effect.fn("SesMailer.send")(function* (mail: Mail) {
      const { $metadata, MessageId } = yield* Effect.tryPromise({
        try: (abortSignal) => client.send(new SendEmailCommand(SendEmail.input(from, mail)), { abortSignal }),
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
