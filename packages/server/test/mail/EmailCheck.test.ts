import { assert, describe, it } from "@effect/vitest"
import * as MailCheck from "@latchkey/server/mail/MailCheck"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Endpoint from "../../../ses/test/support/Endpoint.ts"
import { awsEnvironment } from "../../../ses/test/support/environment.ts"

const settings = {
  emailFrom: Option.some("Example <no-reply@example.com>"),
  emailProviderApiKey: Option.some(Redacted.make("AKIATEST:hunter2"))
}

const healthy = { SendingEnabled: true, ProductionAccessEnabled: true }

/** An SES that answers for the account, and for every identity. */
const ses =
  (account: Endpoint.Answer, identity: Endpoint.Answer): Endpoint.Route =>
  ({ path }) =>
    path === "/v2/email/account" ? account : identity

const verified = Endpoint.reply({ VerifiedForSendingStatus: true })
const denied = Endpoint.refuse(403, "AccessDeniedException", "hunter2")

const checkAt = (route: Endpoint.Route) =>
  Effect.gen(function* () {
    const { url } = yield* Endpoint.routed(route)
    yield* awsEnvironment({ AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: url })
    return yield* MailCheck.run(settings)
  })

describe("The check of mail", () => {
  it.effect("warns that magic links are off without a sender", () =>
    Effect.gen(function* () {
      const check = yield* MailCheck.run({ emailFrom: Option.none(), emailProviderApiKey: Option.none() })
      assert.deepInclude(check, { name: "mail", result: "warning" })
      assert.strictEqual(check.detail, "EMAIL_FROM is not set: magic links are off")
    })
  )

  it.scoped("fails without a region, as serve does", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({})
      const check = yield* MailCheck.run(settings)
      assert.strictEqual(check.result, "failed")
      assert.match(check.detail, /^Amazon SES needs a region: set AWS_REGION .*\.$/)
    })
  )

  it.scoped("is content with an account that may send and a sender that is verified", () =>
    Effect.map(checkAt(ses(Endpoint.reply(healthy), verified)), ({ detail, result }) => {
      assert.strictEqual(detail, "mail by Amazon SES in eu-central-1; the account may send; example.com is verified")
      assert.strictEqual(result, "ok")
    })
  )

  it.scoped.each([
    [
      "warns of the sandbox",
      "warning",
      "in the sandbox",
      Endpoint.reply({ ...healthy, ProductionAccessEnabled: false }),
      verified
    ],
    [
      "fails when sending is paused",
      "failed",
      "sending is paused",
      Endpoint.reply({ ...healthy, SendingEnabled: false }),
      verified
    ],
    [
      "fails when nobody has verified the sender",
      "failed",
      "neither Example <no-reply@example.com> nor its domain is verified",
      Endpoint.reply(healthy),
      Endpoint.refuse(404, "NotFoundException")
    ],
    [
      "fails when the key is not accepted",
      "failed",
      "does not accept the access key (InvalidClientTokenId, HTTP 403",
      Endpoint.refuse(403, "InvalidClientTokenId", "hunter2"),
      Endpoint.refuse(403, "InvalidClientTokenId", "hunter2")
    ],
    [
      "warns when the key may send and not look",
      "warning",
      "may not look (ses:GetAccount); sending needs ses:SendEmail alone",
      denied,
      denied
    ],
    [
      "warns when one of the two may not be looked at",
      "warning",
      "the account may send; the access key may not look (ses:GetEmailIdentity)",
      Endpoint.reply(healthy),
      denied
    ],
    [
      "warns when SES is in trouble",
      "warning",
      "could not be asked (InternalServiceErrorException, HTTP 500)",
      Endpoint.refuse(500, "InternalServiceErrorException", "hunter2"),
      Endpoint.refuse(500, "InternalServiceErrorException", "hunter2")
    ]
  ] as const)("%s", ([_name, expected, words, account, identity]) =>
    Effect.map(checkAt(ses(account, identity)), ({ detail, result }) => {
      assert.strictEqual(result, expected)
      assert.include(detail, words)
      assert.notInclude(detail, "hunter2")
    })
  )

  it.scoped("says once what is in the way of both questions", () =>
    Effect.map(
      checkAt(() => Endpoint.refuse(403, "InvalidClientTokenId")),
      ({ detail }) => assert.lengthOf(detail.split("does not accept"), 2)
    )
  )

  it.scopedLive("waits for SES, but not for long", () =>
    Effect.map(
      checkAt(() => () => {}),
      ({ detail, result }) => {
        assert.strictEqual(result, "warning")
        assert.include(detail, "could not be asked (TimeoutError)")
      }
    )
  )

  it.scopedLive("warns when nothing is there", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({ AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: "http://127.0.0.1:1" })
      const { detail, result } = yield* MailCheck.run(settings)
      assert.strictEqual(result, "warning")
      assert.include(detail, "could not be asked (ECONNREFUSED)")
    })
  )
})
