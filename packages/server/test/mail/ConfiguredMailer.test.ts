import { assert, describe, it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as Endpoint from "@latchkey/test-support/ses/Endpoint"
import { awsEnvironment } from "@latchkey/test-support/ses/environment"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as ConfiguredMailer from "../../src/mail/ConfiguredMailer.ts"

const email = { to: Email.make("ada@example.com"), subject: "Sign in", text: "A link", html: "<p>A link</p>" }

describe("The mailer of the settings", () => {
  it.scoped("sends with the API key, from the sender", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* Endpoint.make(Endpoint.accept)
      yield* awsEnvironment({ AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: url })
      const settings = {
        emailFrom: Option.some("Example <no-reply@example.com>"),
        emailProviderApiKey: Option.some(Redacted.make("AKIATEST:hunter2"))
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

  it.effect("is not configured without a sender, and sends nothing", () =>
    Effect.gen(function* () {
      const mailer = yield* Mailer
      assert.isFalse(mailer.isConfigured)
      assert.deepInclude(yield* Effect.flip(mailer.send(email)), { _tag: "MailerError", reason: "permanent" })
    }).pipe(Effect.provide(ConfiguredMailer.layer({ emailFrom: Option.none(), emailProviderApiKey: Option.none() })))
  )
})
