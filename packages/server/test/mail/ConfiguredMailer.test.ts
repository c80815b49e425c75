import { assert, describe, it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as SmtpUrl from "@latchkey/smtp/SmtpUrl"
import * as Endpoint from "@latchkey/test-support/ses/Endpoint"
import { awsEnvironment } from "@latchkey/test-support/ses/environment"
import * as MailServer from "@latchkey/test-support/smtp/MailServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as ConfiguredMailer from "../../src/mail/ConfiguredMailer.ts"

const email = {
  to: Email.make("ada@example.com"),
  reference: "default/email_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708",
  subject: "Sign in",
  text: "A link",
  html: "<p>A link</p>"
}

const none: ConfiguredMailer.EmailSettings = {
  emailFrom: Option.none(),
  emailProviderApiKey: Option.none(),
  emailSmtpUrl: Option.none()
}

const smtp = (url: string): ConfiguredMailer.EmailSettings => ({
  ...none,
  emailFrom: Option.some("Example <no-reply@example.com>"),
  emailSmtpUrl: SmtpUrl.parse(Redacted.make(url))
})

/** Returns what is logged when the mailer starts. */
const logOf = (settings: ConfiguredMailer.EmailSettings) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => lines.push(String(message)))
    )
    yield* Layer.build(ConfiguredMailer.layer(settings)).pipe(Effect.scoped, Effect.provide(logger))
    return lines
  })

describe("The mailer of the settings", () => {
  it.scoped("sends with the API key, from the sender", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* Endpoint.make(Endpoint.accept)
      yield* awsEnvironment({ AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: url })
      const settings = {
        emailFrom: Option.some("Example <no-reply@example.com>"),
        emailProviderApiKey: Option.some(Redacted.make("AKIATEST:hunter2")),
        emailSmtpUrl: Option.none()
      }
      yield* Effect.provide(
        Effect.gen(function* () {
          const mailer = yield* Mailer
          assert.isTrue(mailer.isConfigured)
          yield* mailer.send(email)
        }),
        ConfiguredMailer.layer(settings)
      )

      const [request, ...others] = requests
      assert.isEmpty(others)
      assert.include(request?.headers.authorization, "Credential=AKIATEST/")
      assert.strictEqual(JSON.parse(request?.body ?? "").FromEmailAddress, "Example <no-reply@example.com>")
    })
  )

  it.scopedLive("sends through the mail server with the login, from the sender, whatever AWS settings there are", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.make({
        login: { user: "ann", password: "hunter2" },
        allowInsecureAuth: true,
        disabledCommands: ["STARTTLS"]
      })
      yield* awsEnvironment({ AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: "http://127.0.0.1:1" })
      const layer = ConfiguredMailer.layer(smtp(`smtp://ann:hunter2@localhost:${server.port}`))
      yield* Effect.flatMap(Mailer, ({ send }) => send(email)).pipe(Effect.provide(layer))
      const [received, ...others] = server.emails
      assert.isEmpty(others)
      assert.strictEqual(received?.user, "ann")
      assert.strictEqual(received?.parsed.from.text, '"Example" <no-reply@example.com>')
    })
  )

  it.effect("warns about plain text to another machine, without the URL", () =>
    Effect.gen(function* () {
      const lines = yield* logOf(smtp("smtp://relay.internal:25?tls=none"))
      assert.deepStrictEqual(lines, [
        "EMAIL_SMTP_URL has tls=none: emails with sign-in links cross the network in plain text"
      ])
      assert.isEmpty(yield* logOf(smtp("smtp://localhost:1025")))
      assert.isEmpty(yield* logOf(smtp("smtp://ann:hunter2@mail.example.com")))
    })
  )

  it.effect("is not configured without a sender, and sends nothing", () =>
    Effect.gen(function* () {
      const mailer = yield* Mailer
      assert.isFalse(mailer.isConfigured)
      assert.deepInclude(yield* Effect.flip(mailer.send(email)), { _tag: "MailerError", reason: "permanent" })
    }).pipe(Effect.provide(ConfiguredMailer.layer(none)))
  )
})
