import { assert, describe, it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as SmtpErrors from "@latchkey/smtp/SmtpErrors"
import * as SmtpMailer from "@latchkey/smtp/SmtpMailer"
import * as MailServer from "@latchkey/test-support/smtp/MailServer"
import * as ScriptedServer from "@latchkey/test-support/smtp/ScriptedServer"
import * as Effect from "effect/Effect"
import { certificate, email, login, options, plainUrl, startTlsUrl, tlsUrl, withLogin } from "./support/samples.ts"
import { eventually } from "./support/eventually.ts"

describe("SmtpMailer with a mail server", () => {
  it.scopedLive.each([
    ["TLS from the start", true, tlsUrl],
    ["STARTTLS", false, startTlsUrl]
  ] as const)("logs in and delivers over %s", ([_name, secure, url]) =>
    Effect.gen(function* () {
      const server = yield* MailServer.make({ ...certificate, secure, login })
      const mailer = yield* SmtpMailer.make(options(withLogin(url(server)), { from: "Example <no-reply@example.com>" }))
      assert.isTrue(mailer.isConfigured)
      yield* mailer.send(email)

      const [first, ...others] = server.emails
      assert.isEmpty(others)
      assert.deepInclude(first, { from: "no-reply@example.com", to: ["ann@example.com"], isEncrypted: true })
      assert.strictEqual(first?.user, login.user)
      assert.strictEqual(first?.parsed.subject, email.subject)
      assert.strictEqual(first?.parsed.text, email.text)
      assert.strictEqual(first?.parsed.html, email.html)
    })
  )

  it.scopedLive("does not log in without credentials", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.make({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true })
      const mailer = yield* SmtpMailer.make(options(plainUrl(server)))
      yield* mailer.send(email)
      assert.isUndefined(server.emails[0]?.user)
    })
  )

  it.scopedLive("sends nothing to a server that offers no login, if there are credentials", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.make({ ...certificate, secure: true, disabledCommands: ["AUTH"] })
      const mailer = yield* SmtpMailer.make(options(withLogin(tlsUrl(server))))
      const error = yield* Effect.flip(mailer.send(email))
      assert.strictEqual(error.reason, "transient")
      assert.isEmpty(server.emails)
    })
  )

  it.scopedLive("introduces itself with the sender's domain, not with the name of this machine", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.make()
      yield* Effect.flatMap(SmtpMailer.make(options(plainUrl(server))), ({ send }) => send(email))
      assert.strictEqual(server.emails[0]?.clientName, "example.com")
    })
  )

  it.scopedLive("delivers one email for each of thirty concurrent calls, over five connections at most", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.make()
      const mailer = yield* SmtpMailer.make(options(plainUrl(server)))
      const addresses = Array.from({ length: 30 }, (_, i) => Email.make(`user${i}@example.com`))
      yield* Effect.forEach(addresses, (to) => mailer.send({ ...email, to }), { concurrency: "unbounded" })
      assert.sameDeepMembers(
        server.emails.map(({ to }) => to),
        addresses.map((address) => [address])
      )
      assert.isAtMost(server.accepted(), 5)
    })
  )

  it.scopedLive("uses as many connections as the options allow", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.make()
      const mailer = yield* SmtpMailer.make(options(plainUrl(server), { connections: 1 }))
      yield* Effect.all([mailer.send(email), mailer.send(email)], { concurrency: "unbounded" })
      assert.lengthOf(server.emails, 2)
      assert.strictEqual(server.accepted(), 1)
    })
  )

  it.scopedLive("sends over a new connection if the server has closed the idle one", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make({ MAIL: ["250 OK", ScriptedServer.hangUp, "250 OK"] })
      const mailer = yield* SmtpMailer.make(options(plainUrl(server)))
      yield* mailer.send(email)
      yield* mailer.send(email)
      assert.strictEqual(server.accepted(), 2)
    })
  )

  it.scopedLive("says goodbye on a connection that is idle for half of the timeout", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make()
      const mailer = yield* SmtpMailer.make(options(plainUrl(server), { timeout: "1 second" }))
      yield* mailer.send(email)
      assert.strictEqual(server.connections(), 1)
      yield* eventually(() => server.connections() === 0)
      assert.strictEqual(server.lines.at(-1), "QUIT")
    })
  )

  it.scopedLive("goes on with the connection after a rejected recipient", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make({ RCPT: ["250 OK", "550 5.1.1 No such user", "250 OK"] })
      const mailer = yield* SmtpMailer.make(options(plainUrl(server), { connections: 1 }))
      yield* mailer.send(email)
      assert.strictEqual((yield* Effect.flip(mailer.send(email))).reason, "no_mailbox")
      yield* mailer.send(email)
      assert.strictEqual(server.accepted(), 1)
    })
  )
})

describe("SmtpMailer.layer", () => {
  it.scopedLive("keeps its connection for the next email, and closes it with the scope", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.make()
      yield* Effect.gen(function* () {
        const mailer = yield* Mailer
        yield* mailer.send(email)
        yield* mailer.send(email)
        assert.strictEqual(server.connections(), 1)
      }).pipe(Effect.provide(SmtpMailer.layer(options(plainUrl(server)))))
      assert.lengthOf(server.emails, 2)
      assert.strictEqual(server.accepted(), 1)
      yield* eventually(() => server.connections() === 0)
    })
  )

  it.effect.each(["", "Example", "Example <>", "no-reply@localhost", "a@example.com, b@example.com"])(
    "fails with InvalidSender for the sender %j",
    (from) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(
          Effect.provide(Mailer, SmtpMailer.layer(options("smtp://localhost:1", { from })))
        )
        assert.instanceOf(error, SmtpErrors.InvalidSender)
        assert.include(error.message, 'from: "')
      })
  )

  it.effect("does not need the server to start", () =>
    Effect.gen(function* () {
      const { isConfigured } = yield* Effect.provide(Mailer, SmtpMailer.layer(options("smtp://localhost:1")))
      assert.isTrue(isConfigured)
    })
  )
})
