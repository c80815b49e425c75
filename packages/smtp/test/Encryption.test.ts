import { assert, describe, it } from "@effect/vitest"
import * as SmtpErrors from "@latchkey/smtp/SmtpErrors"
import * as SmtpMailer from "@latchkey/smtp/SmtpMailer"
import * as certificates from "@latchkey/test-support/certificates"
import * as MailServer from "@latchkey/test-support/smtp/MailServer"
import * as ScriptedServer from "@latchkey/test-support/smtp/ScriptedServer"
import * as Effect from "effect/Effect"
import {
  authority,
  certificate,
  email,
  login,
  options,
  plainUrl,
  startTlsUrl,
  tlsUrl,
  withLogin
} from "./support/samples.ts"

const hour = 3_600_000

const wrong = [
  ["another name", "ERR_TLS_CERT_ALTNAME_INVALID", authority.issue({ names: ["mail.example.com"] })],
  [
    "a time that is over",
    "CERT_HAS_EXPIRED",
    authority.issue({ names: ["localhost"], from: new Date(Date.now() - 2 * hour), until: new Date(Date.now() - hour) })
  ],
  ["no authority", "DEPTH_ZERO_SELF_SIGNED_CERT", certificates.selfSigned("localhost")],
  [
    "an unknown authority",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    certificates.authority("Unknown authority").issue({ names: ["localhost"] })
  ]
] as const

/** Sends an email with the login, and returns the failure. */
const failureAt = (url: string) =>
  Effect.gen(function* () {
    const mailer = yield* SmtpMailer.make(options(withLogin(url)))
    const error = yield* Effect.flip(mailer.send(email))
    assert.strictEqual(error.reason, "transient")
    return error.cause instanceof SmtpErrors.SmtpFailure ? error.cause : assert.fail("The cause is not a SmtpFailure")
  })

const allowUnauthorized = Effect.acquireRelease(
  Effect.sync(() => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"
  }),
  () => Effect.sync(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"])
)

describe("A certificate", () => {
  for (const [what, exception, served] of wrong) {
    for (const [how, secure, url] of [
      ["TLS from the start", true, tlsUrl],
      ["STARTTLS", false, startTlsUrl]
    ] as const) {
      it.scopedLive(`for ${what} is refused before the login: ${how}`, () =>
        Effect.gen(function* () {
          let logins = 0
          const onAuth: MailServer.Options["onAuth"] = (_auth, _session, done) => {
            logins += 1
            done(null, { user: "x" })
          }
          const server = yield* MailServer.make({ ...served, secure, login, onAuth })
          assert.strictEqual((yield* failureAt(url(server))).exception, exception)
          assert.strictEqual(logins, 0)
          assert.isEmpty(server.emails)
        })
      )
    }
  }

  it.scopedLive("is verified even if the environment turns that off", () =>
    Effect.gen(function* () {
      yield* allowUnauthorized
      const server = yield* MailServer.make({ ...certificates.selfSigned("localhost"), secure: true, login })
      assert.strictEqual((yield* failureAt(tlsUrl(server))).exception, "DEPTH_ZERO_SELF_SIGNED_CERT")
    })
  )

  it.scopedLive("may be for an IP address", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.make({ ...authority.issue({ names: ["127.0.0.1"] }), secure: true, login })
      const mailer = yield* SmtpMailer.make(options(withLogin(`smtps://127.0.0.1:${server.port}`)))
      yield* mailer.send(email)
      assert.lengthOf(server.emails, 1)
    })
  )
})

describe("The encryption", () => {
  it.scopedLive("is at least TLS 1.2", () =>
    Effect.gen(function* () {
      const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const
      const server = yield* MailServer.make({ ...certificate, ...old, secure: true, login })
      assert.match((yield* failureAt(tlsUrl(server))).exception, /^ERR_SSL_.*(PROTOCOL|VERSION)/)
      const newer = yield* MailServer.make({
        ...certificate,
        minVersion: "TLSv1.2",
        maxVersion: "TLSv1.2",
        secure: true,
        login
      })
      yield* Effect.flatMap(SmtpMailer.make(options(withLogin(tlsUrl(newer)))), ({ send }) => send(email))
      assert.lengthOf(newer.emails, 1)
    })
  )

  it.scopedLive.each([
    ["does not offer it", { EHLO: "250-mail.example.com\r\n250 AUTH PLAIN", STARTTLS: "502 5.5.1 Not implemented" }],
    ["refuses it", { STARTTLS: "454 4.7.0 TLS not available" }],
    ["does not know EHLO", { EHLO: "502 5.5.1 Not implemented" }]
  ] as const)("is not left out if the server %s: neither the login nor the email is sent", ([_name, script]) =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make(script)
      yield* failureAt(startTlsUrl(server))
      assert.isEmpty(server.lines.filter((line) => !/^(EHLO|HELO|STARTTLS|QUIT)\b/.test(line)))
    })
  )

  it.scopedLive("forgets what the server said before it", () =>
    Effect.gen(function* () {
      const script = { STARTTLS: "220 Go ahead\r\n250 AUTH PLAIN" }
      const server = yield* ScriptedServer.make(script, { tls: certificate })
      const mailer = yield* SmtpMailer.make(options(withLogin(startTlsUrl(server))))
      yield* mailer.send(email)
      assert.strictEqual(server.lines.filter((line) => line.startsWith("EHLO")).length, 2)
    })
  )

  it.scopedLive("is not used on this machine unless the URL asks for it", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make()
      yield* Effect.flatMap(SmtpMailer.make(options(plainUrl(server))), ({ send }) => send(email))
      assert.notInclude(server.lines, "STARTTLS")
      assert.include(server.lines, "DATA")
    })
  )
})
