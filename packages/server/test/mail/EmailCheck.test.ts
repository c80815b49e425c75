import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Endpoint from "@latchkey/test-support/ses/Endpoint"
import { awsEnvironment } from "@latchkey/test-support/ses/environment"
import * as EmailCheck from "../../src/mail/EmailCheck.ts"

const settings = {
  emailFrom: Option.some("Example <no-reply@example.com>"),
  emailProviderApiKey: Option.some(Redacted.make("AKIATEST:hunter2"))
}

const healthy = { SendingEnabled: true, ProductionAccessEnabled: true }

/** Routes of an SES with this account, and this identity for every sender. */
const ses =
  (account: Endpoint.Respond, identity: Endpoint.Respond): Endpoint.Route =>
  ({ path }) =>
    path === "/v2/email/account" ? account : identity

const verified = Endpoint.reply({ VerifiedForSendingStatus: true })
const denied = Endpoint.reject(403, "AccessDeniedException", "hunter2")

const checkAt = (route: Endpoint.Route) =>
  Effect.gen(function* () {
    const { url } = yield* Endpoint.routed(route)
    yield* awsEnvironment({ AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: url })
    return yield* EmailCheck.run(settings)
  })

describe("The check of email", () => {
  it.effect("warns that magic links are turned off without a sender", () =>
    Effect.gen(function* () {
      const check = yield* EmailCheck.run({ emailFrom: Option.none(), emailProviderApiKey: Option.none() })
      assert.deepInclude(check, { name: "email", result: "warning" })
      assert.strictEqual(check.detail, "EMAIL_FROM is not set: magic links and password resets are turned off")
    })
  )

  it.scoped("fails without a region, as serve does", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({})
      const check = yield* EmailCheck.run(settings)
      assert.strictEqual(check.result, "failed")
      assert.match(check.detail, /^Amazon SES needs a region: set AWS_REGION .*\.$/)
    })
  )

  it.scoped("is ok if the account can send and the sender is verified", () =>
    Effect.map(checkAt(ses(Endpoint.reply(healthy), verified)), ({ detail, result }) => {
      assert.strictEqual(detail, "Amazon SES in eu-central-1; the account can send; example.com is verified")
      assert.strictEqual(result, "ok")
    })
  )

  it.scoped.each([
    [
      "warns if the account is in the sandbox",
      "warning",
      "in the sandbox",
      Endpoint.reply({ ...healthy, ProductionAccessEnabled: false }),
      verified
    ],
    [
      "fails if sending is paused",
      "failed",
      "sending is paused",
      Endpoint.reply({ ...healthy, SendingEnabled: false }),
      verified
    ],
    [
      "fails if the sender is not verified",
      "failed",
      "neither Example <no-reply@example.com> nor its domain is verified",
      Endpoint.reply(healthy),
      Endpoint.reject(404, "NotFoundException")
    ],
    [
      "fails if SES rejects the access key",
      "failed",
      "rejected the access key (InvalidClientTokenId, HTTP 403",
      Endpoint.reject(403, "InvalidClientTokenId", "hunter2"),
      Endpoint.reject(403, "InvalidClientTokenId", "hunter2")
    ],
    [
      "warns if the key only has permission to send",
      "warning",
      "not checked: the access key lacks ses:GetAccount (sending only needs ses:SendEmail)",
      denied,
      denied
    ],
    [
      "warns if the key lacks one of the two permissions",
      "warning",
      "the account can send; not checked: the access key lacks ses:GetEmailIdentity",
      Endpoint.reply(healthy),
      denied
    ],
    [
      "warns if SES fails",
      "warning",
      "did not return a result (InternalServiceErrorException, HTTP 500)",
      Endpoint.reject(500, "InternalServiceErrorException", "hunter2"),
      Endpoint.reject(500, "InternalServiceErrorException", "hunter2")
    ]
  ] as const)("%s", ([_name, expected, words, account, identity]) =>
    Effect.map(checkAt(ses(account, identity)), ({ detail, result }) => {
      assert.strictEqual(result, expected)
      assert.include(detail, words)
      assert.notInclude(detail, "hunter2")
    })
  )

  it.scoped("reports a failure of both queries once", () =>
    Effect.map(
      checkAt(() => Endpoint.reject(403, "InvalidClientTokenId")),
      ({ detail }) => assert.lengthOf(detail.split("rejected the access key"), 2)
    )
  )

  it.scopedLive("warns after a timeout if SES does not answer", () =>
    Effect.map(
      checkAt(() => () => {}),
      ({ detail, result }) => {
        assert.strictEqual(result, "warning")
        assert.include(detail, "did not return a result (TimeoutError)")
      }
    )
  )

  it.scopedLive("warns if the connection to SES is refused", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({ AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: "http://127.0.0.1:1" })
      const { detail, result } = yield* EmailCheck.run(settings)
      assert.strictEqual(result, "warning")
      assert.include(detail, "did not return a result (ECONNREFUSED)")
    })
  )
})
