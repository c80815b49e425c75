import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SenderRecords from "@latchkey/domain/mail/SenderRecords"
import * as SmtpUrl from "@latchkey/smtp/SmtpUrl"
import * as DnsServer from "@latchkey/test-support/DnsServer"
import * as certificates from "@latchkey/test-support/certificates"
import * as MailServer from "@latchkey/test-support/smtp/MailServer"
import * as ScriptedServer from "@latchkey/test-support/smtp/ScriptedServer"
import * as Endpoint from "@latchkey/test-support/ses/Endpoint"
import { awsEnvironment } from "@latchkey/test-support/ses/environment"
import * as Dns from "../../src/mail/Dns.ts"
import * as EmailCheck from "../../src/mail/EmailCheck.ts"
import * as SenderCheck from "../../src/mail/SenderCheck.ts"

const settings = {
  emailFrom: Option.some("Example <no-reply@example.com>"),
  emailProviderApiKey: Option.some(Redacted.make("AKIATEST:hunter2")),
  emailSmtpUrl: Option.none()
}

/** Runs the check of the provider, beside a DNS that cannot be asked. */
const emailCheck = (settings: Parameters<typeof EmailCheck.run>[0]) =>
  Effect.map(EmailCheck.run(settings, Dns.make(["127.0.0.1:1"])), ([check]) => check ?? assert.fail("No check"))

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
    return yield* emailCheck(settings)
  })

describe("The check of email", () => {
  it.effect("warns that magic links are turned off without a sender", () =>
    Effect.gen(function* () {
      const check = yield* emailCheck({ ...settings, emailFrom: Option.none() })
      assert.deepInclude(check, { name: "email", result: "warning" })
      assert.strictEqual(check.detail, "EMAIL_FROM is not set: magic links and password resets are turned off")
    })
  )

  it.scoped("fails without a region, as serve does", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({})
      const check = yield* emailCheck(settings)
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
      const { detail, result } = yield* emailCheck(settings)
      assert.strictEqual(result, "warning")
      assert.include(detail, "did not return a result (ECONNREFUSED)")
    })
  )
})

const checkSmtp = (url: string) =>
  emailCheck({
    emailFrom: settings.emailFrom,
    emailProviderApiKey: Option.none(),
    emailSmtpUrl: Option.some(Option.getOrThrow(SmtpUrl.parse(Redacted.make(url))))
  })

describe("The check of email with SMTP", () => {
  it.scopedLive("is ok if the login works, and sends nothing", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make()
      const { detail, result } = yield* checkSmtp(`smtp://ann:hunter2@localhost:${server.port}`)
      const expected = `connected to localhost:${server.port}; in plain text, on this machine only; the login works`
      assert.strictEqual(detail, expected)
      assert.strictEqual(result, "ok")
      assert.isEmpty(server.lines.filter((line) => !/^(EHLO|AUTH|QUIT)\b/.test(line)))
    })
  )

  it.scopedLive("is ok without a login, and says so", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make()
      const { detail, result } = yield* checkSmtp(`smtp://localhost:${server.port}`)
      assert.include(detail, "; without a login")
      assert.strictEqual(result, "ok")
    })
  )

  it.scopedLive("warns about plain text to another machine", () =>
    Effect.gen(function* () {
      // Not a loopback address, but it leads to this machine.
      const server = yield* ScriptedServer.make()
      const { detail, result } = yield* checkSmtp(`smtp://0.0.0.0:${server.port}?tls=none`)
      assert.include(detail, "emails with sign-in links cross the network in plain text")
      assert.strictEqual(result, "warning")
    })
  )

  it.scopedLive.each([
    [
      "fails if the password is wrong",
      "failed",
      "rejected the user or the password of EMAIL_SMTP_URL (EAUTH, AUTH, 535 5.7.8)",
      { AUTH: "535 5.7.8 ann:hunter2 is wrong" },
      "smtp://ann:hunter2@localhost"
    ],
    [
      "fails if the server offers no login",
      "failed",
      "offers no login, but EMAIL_SMTP_URL has a user",
      { EHLO: "250 mail.example.com" },
      "smtp://ann:hunter2@localhost"
    ],
    [
      "fails if the server offers no STARTTLS",
      "failed",
      "offers no STARTTLS, and Latchkey sends nothing in plain text (ETLS, STARTTLS, 502 5.5.1)",
      { STARTTLS: "502 5.5.1 No" },
      "smtp://ann:hunter2@localhost?tls=required"
    ],
    [
      "fails if the port does not begin with TLS",
      "failed",
      "does not begin with TLS; for STARTTLS, usually on port 587, begin the URL with smtp://",
      {},
      "smtps://ann:hunter2@localhost"
    ],
    [
      "warns if the server is busy",
      "warning",
      "asks to try again later (EPROTOCOL, 421 4.3.2)",
      { greeting: "421 4.3.2 Busy" },
      "smtp://ann:hunter2@localhost"
    ],
    [
      "fails if the server ends the connection",
      "failed",
      "did not accept the connection (ECONNECTION)",
      { greeting: ScriptedServer.hangUp },
      "smtp://ann:hunter2@localhost"
    ]
  ] as const)("%s", ([_name, expected, words, script, url]) =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make(script)
      const { detail, result } = yield* checkSmtp(url.replace("localhost", `localhost:${server.port}`))
      assert.strictEqual(result, expected)
      assert.include(detail, `localhost:${server.port} ${words}`)
      assert.notInclude(detail, "hunter2")
    })
  )

  it.scopedLive("fails if the certificate is not trusted, and names the setting", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.make({ ...certificates.selfSigned("localhost"), secure: true })
      const { detail, result } = yield* checkSmtp(`smtps://localhost:${server.port}`)
      assert.strictEqual(result, "failed")
      assert.include(detail, "NODE_EXTRA_CA_CERTS (DEPTH_ZERO_SELF_SIGNED_CERT)")
    })
  )

  it.scopedLive("fails if the connection is refused", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(ScriptedServer.make())
      const { detail, result } = yield* checkSmtp(`smtp://[::ffff:127.0.0.1]:${port}?tls=none`)
      assert.strictEqual(result, "failed")
      assert.include(detail, "refused the connection: is the port right")
    })
  )
})

describe("The check of the sender", () => {
  const emailFrom = Option.some("Example <no-reply@example.com>")
  const zone = { "_dmarc.example.com": { TXT: ["v=DMARC1; p=none"] } }

  const senderAt = (settings: Parameters<typeof EmailCheck.run>[0], zone: DnsServer.Zone) =>
    Effect.gen(function* () {
      const { address } = yield* DnsServer.make(zone)
      const checks = yield* EmailCheck.run(settings, Dns.make([address]))
      return checks.find(({ name }) => name === "sender")
    })

  it.scopedLive("of Amazon SES names the records to add, and queries SES once for both checks", () =>
    Effect.gen(function* () {
      const DkimAttributes = { SigningEnabled: true, Tokens: ["one"], SigningAttributesOrigin: "AWS_SES" }
      const identity = Endpoint.reply({ VerifiedForSendingStatus: true, DkimAttributes })
      const { requests, url } = yield* Endpoint.routed(ses(Endpoint.reply(healthy), identity))
      yield* awsEnvironment({ AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL_SESV2: url })
      const check = yield* senderAt(settings, zone)
      assert.deepInclude(check, { name: "sender", ok: true, result: "warning" })
      assert.strictEqual(
        check?.detail,
        "SPF: emails leave from a domain of Amazon, which has its own record; " +
          "DKIM: example.com lacks 1 of the 1 records of Amazon SES: " +
          'add one._domainkey.example.com CNAME "one.dkim.amazonses.com"; ' +
          'DMARC: _dmarc.example.com has "v=DMARC1; p=none"'
      )
      assert.lengthOf(requests, 2)
    })
  )

  it.scopedLive("of a mail server is ok if nothing that was seen is wrong", () =>
    Effect.gen(function* () {
      const emailSmtpUrl = SmtpUrl.parse(Redacted.make("smtp://127.0.0.1:1"))
      const settings = { emailFrom, emailProviderApiKey: Option.none(), emailSmtpUrl }
      const found = yield* senderAt(settings, { ...zone, "example.com": { TXT: ["v=spf1 include:x.net -all"] } })
      assert.deepInclude(found, { ok: true, result: "ok" })
      assert.include(found?.detail, "DKIM: cannot be checked from here")
    })
  )

  it.effect("is left out without a sender", () =>
    Effect.map(EmailCheck.run({ ...settings, emailFrom: Option.none() }), (checks) => assert.lengthOf(checks, 1))
  )
})

describe("The records in the dashboard", () => {
  it.scopedLive("are examined when they are asked for, and once a minute", () =>
    Effect.gen(function* () {
      const { address, questions } = yield* DnsServer.make({})
      const emailSmtpUrl = SmtpUrl.parse(Redacted.make("smtp://127.0.0.1:1"))
      const settings = {
        emailFrom: Option.some("no-reply@example.com"),
        emailProviderApiKey: Option.none(),
        emailSmtpUrl
      }
      const records = yield* Effect.gen(function* () {
        const { examine } = yield* SenderRecords.SenderRecords
        assert.isEmpty(questions)
        yield* examine
        return yield* examine
      }).pipe(Effect.provide(SenderCheck.layer(settings, Dns.make([address]))))
      assert.deepStrictEqual(
        records.map(({ kind, state }) => [kind, state]),
        [
          ["SPF", "problem"],
          ["DKIM", "unknown"],
          ["DMARC", "problem"]
        ]
      )
      assert.sameMembers([...questions], ["TXT example.com", "TXT _dmarc.example.com"])
    })
  )

  it.effect("are none without a sender", () =>
    Effect.gen(function* () {
      assert.isEmpty(yield* (yield* SenderRecords.SenderRecords).examine)
    }).pipe(Effect.provide(SenderCheck.layer({ ...settings, emailFrom: Option.none() })))
  )
})
