import { assert, describe, it } from "@effect/vitest"
import * as SmtpUrl from "@latchkey/smtp/SmtpUrl"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as BounceCheck from "../../src/mail/BounceCheck.ts"

const ses = {
  emailFrom: Option.some("no-reply@example.com"),
  emailSmtpUrl: Option.none(),
  emailSnsTopicArn: Option.none()
}
const topic = Option.some("arn:aws:sns:eu-central-1:123456789012:latchkey-emails")
const smtp = { ...ses, emailSmtpUrl: SmtpUrl.parse(Redacted.make("smtps://mail.example.com")) }

const check = (settings: Parameters<typeof BounceCheck.run>[0]) =>
  Effect.map(BounceCheck.run(settings), (checks) => checks.map(({ detail, result }) => `${result} ${detail}`))

describe("The check of bounces", () => {
  it.effect("names the topic, and warns without one if Amazon SES sends the emails", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* check({ ...ses, emailSnsTopicArn: topic }), [
        "ok Amazon SES reports them to arn:aws:sns:eu-central-1:123456789012:latchkey-emails"
      ])
      assert.deepStrictEqual(yield* check(ses), [
        "warning EMAIL_SNS_TOPIC_ARN is not set: bounces and complaints of Amazon SES go unnoticed"
      ])
    })
  )

  it.effect("is left out without a sender, and for a mail server without a topic", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* check({ ...ses, emailFrom: Option.none() }), [])
      assert.deepStrictEqual(yield* check(smtp), [])
      assert.lengthOf(yield* check({ ...smtp, emailSnsTopicArn: topic }), 1)
    })
  )
})
