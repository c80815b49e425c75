import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import type { MailerError } from "@latchkey/domain/mail/MailErrors"
import * as SmtpErrors from "@latchkey/smtp/SmtpErrors"
import * as SmtpMailer from "@latchkey/smtp/SmtpMailer"
import * as ScriptedServer from "@latchkey/test-support/smtp/ScriptedServer"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import { email, login, options, plainUrl, token, withLogin } from "./support/samples.ts"

/** Sends an email with the login to a server with this script. */
const exitOf = (script: ScriptedServer.Script) =>
  Effect.gen(function* () {
    const server = yield* ScriptedServer.make(script)
    const mailer = yield* SmtpMailer.make(options(withLogin(plainUrl(server))))
    return { exit: yield* Effect.exit(mailer.send(email)), server }
  })

const failureOf = (script: ScriptedServer.Script) =>
  Effect.gen(function* () {
    const { exit, server } = yield* exitOf(script)
    return { error: yield* Effect.flip(exit), server }
  })

const causeOf = (error: MailerError) =>
  error.cause instanceof SmtpErrors.SmtpFailure ? error.cause : assert.fail("The cause is not an SmtpFailure")

const replies = [
  ["transient", "greeting", "421 4.3.2 Too busy"],
  ["transient", "greeting", "554 5.7.1 Not from your network"],
  ["transient", "EHLO", "421 4.3.2 Too busy"],
  ["transient", "AUTH", "454 4.7.0 Temporary authentication failure"],
  ["transient", "AUTH", "535 5.7.8 Authentication credentials invalid"],
  ["transient", "AUTH", "534 5.7.9 Application-specific password required"],
  ["transient", "AUTH", "504 5.5.4 Unrecognized authentication type"],
  ["transient", "MAIL", "421 4.7.0 Connection rate limit"],
  ["transient", "MAIL", "451 4.3.0 Local error"],
  ["transient", "MAIL", "503 5.5.1 Bad sequence"],
  ["transient", "MAIL", "530 5.7.0 Authentication required"],
  ["transient", "MAIL", "550 5.7.8 Authentication has expired"],
  ["permanent", "MAIL", "550 5.7.60 Client does not have permissions to send as this sender"],
  ["permanent", "MAIL", "553 5.1.8 Sender domain does not exist"],
  ["transient", "RCPT", "450 4.2.2 Mailbox full"],
  ["transient", "RCPT", "451 4.7.1 Greylisted"],
  ["transient", "RCPT", "450 Mailbox busy"],
  ["transient", "RCPT", "550 4.7.1 Greylisted, says a server that contradicts itself"],
  ["no_mailbox", "RCPT", "550 5.1.1 No such user"],
  ["no_mailbox", "RCPT", "550 5.1.2 No such domain"],
  ["no_mailbox", "RCPT", "551 5.1.6 The mailbox has moved"],
  ["permanent", "RCPT", "550 No such user"],
  ["permanent", "RCPT", "550 5.2.1 The mailbox is disabled, or gets too many emails"],
  ["permanent", "RCPT", "550 5.7.1 The recipient's policy rejects the sender"],
  ["permanent", "RCPT", "552 5.2.2 Mailbox full"],
  ["permanent", "RCPT", "554 5.7.1 Relay access denied"],
  ["no_mailbox", "RCPT", "556 5.1.10 The domain does not accept email"],
  ["transient", "DATA", "451 4.3.0 Local error"],
  ["permanent", "DATA", "554 5.5.1 No valid recipients"],
  ["permanent", "DATA", "550 5.1.1 No such user, says a server after it has accepted the recipient"],
  ["transient", "end", "421 4.3.0 Shutting down"],
  ["transient", "end", "451 Local error"],
  ["transient", "end", "452 4.3.1 Insufficient storage"],
  ["permanent", "end", "554 5.7.1 Rejected as spam"],
  ["permanent", "end", "550 5.7.26 The sender is not authenticated (SPF, DKIM)"],
  ["permanent", "end", "550-5.7.1 Several\r\n550-5.7.1 lines\r\n550 5.7.1 of text"]
] as const

const commandAt = {
  greeting: null,
  EHLO: "EHLO",
  AUTH: "AUTH",
  MAIL: "MAIL FROM",
  RCPT: "RCPT TO",
  DATA: "DATA",
  end: "DATA"
}

describe("A failure of SMTP", () => {
  for (const [reason, step, reply] of replies) {
    it.scopedLive(`is ${reason} if the reply to ${step} is ${reply.split("\r\n", 1)[0]}`, () =>
      Effect.gen(function* () {
        const { error, server } = yield* failureOf({ [step]: reply })
        const cause = causeOf(error)
        assert.strictEqual(error.reason, reason)
        assert.strictEqual(Option.getOrNull(cause.command), commandAt[step])
        assert.strictEqual(Option.getOrNull(cause.reply), Number(reply.slice(0, 3)))
        assert.strictEqual(Option.getOrNull(cause.status), /^\d{3}[ -](\d\.\d+\.\d+)/.exec(reply)?.[1] ?? null)
        assert.strictEqual(server.accepted(), 1)
      })
    )
  }

  const unreadable: ReadonlyArray<readonly [string, ScriptedServer.Script]> = [
    ["a greeting of another protocol", { greeting: "HTTP/1.1 400 Bad Request" }],
    ["a greeting that is no code", { greeting: "hello" }],
    ["nonsense after EHLO", { EHLO: "ok", HELO: "ok" }],
    ["nonsense after AUTH", { AUTH: "maybe" }],
    ["nonsense after MAIL", { MAIL: "550five hundred and fifty" }],
    ["nonsense after RCPT", { RCPT: "sure" }],
    ["nonsense after DATA", { DATA: "whatever" }],
    ["nonsense after the email", { end: "5" }],
    ["something like success after the email", { end: "2 thumbs up" }]
  ]
  for (const [name, script] of unreadable) {
    it.scopedLive(`is transient if the reply is unreadable: ${name}`, () =>
      Effect.gen(function* () {
        const { error } = yield* failureOf(script)
        assert.strictEqual(error.reason, "transient")
      })
    )
  }

  it.scopedLive("is transient if a reply is longer than 64 KiB, and ends the connection", () =>
    Effect.gen(function* () {
      const { error } = yield* failureOf({ EHLO: `250-${"x".repeat(80_000)}` })
      assert.strictEqual(error.reason, "transient")
      assert.strictEqual(causeOf(error).exception, "EPROTOCOL")
    })
  )

  for (const step of ["greeting", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "content", "end"] as const) {
    it.scopedLive(`is transient if the server closes the connection in the place of its reply: ${step}`, () =>
      Effect.gen(function* () {
        const { error } = yield* failureOf({ [step]: ScriptedServer.hangUp })
        assert.strictEqual(error.reason, "transient")
        assert.isTrue(Option.isNone(causeOf(error).reply))
      })
    )
  }

  it.scopedLive("leads to no second attempt once the email was sent: it may have been delivered", () =>
    Effect.gen(function* () {
      const { server } = yield* failureOf({ end: ScriptedServer.hangUp })
      assert.strictEqual(server.accepted(), 1)
      assert.lengthOf(
        server.lines.filter((line) => line === "DATA"),
        1
      )
    })
  )

  it("is permanent if nodemailer refuses the envelope before any server does", () => {
    assert.strictEqual(SmtpErrors.toMailerError({ code: "EENVELOPE", command: "API" }).reason, "permanent")
    const refused = { code: "EENVELOPE", command: "MAIL FROM", response: "451 No" }
    assert.strictEqual(SmtpErrors.toMailerError(refused).reason, "transient")
  })

  it.scopedLive("is transient if the connection is refused", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(ScriptedServer.make())
      const mailer = yield* SmtpMailer.make(options(plainUrl({ port })))
      const error = yield* Effect.flip(mailer.send(email))
      assert.strictEqual(error.reason, "transient")
      assert.strictEqual(causeOf(error).exception, "ECONNREFUSED")
    })
  )

  it.scopedLive("is transient if the host does not exist", () =>
    Effect.gen(function* () {
      const mailer = yield* SmtpMailer.make(options("smtps://mail.invalid"))
      const error = yield* Effect.flip(mailer.send(email))
      assert.strictEqual(error.reason, "transient")
      assert.match(causeOf(error).exception, /^(ENOTFOUND|EAI_AGAIN|EDNS|ETIMEOUT)$/)
    })
  )
})

/** Returns everything that a log, a trace or a debugger shows of a failure. */
const shown = (cause: Cause.Cause<unknown>) => {
  const lines: Array<string> = []
  const logger = Logger.make((entry) => lines.push(Logger.jsonLogger.log(entry), Logger.logfmtLogger.log(entry)))
  Effect.runSync(Effect.logError("failed", cause).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger))))
  const error = Cause.squash(cause)
  return [...lines, Cause.pretty(cause), inspect(error, { depth: 20, showHidden: true }), JSON.stringify(error)].join(
    "\n"
  )
}

const shownFailureOf = (script: ScriptedServer.Script) =>
  Effect.map(exitOf(script), ({ exit }) =>
    Exit.isFailure(exit) ? shown(exit.cause) : assert.fail("The email was accepted")
  )

const base64 = (text: string) => Buffer.from(text).toString("base64")
const words = [email.to, token, login.user, login.password, base64(`\0${login.user}\0${login.password}`)].join(" ")

describe("What a failure of SMTP shows", () => {
  for (const [step, code] of [
    ["greeting", "554"],
    ["EHLO", "421"],
    ["AUTH", "535"],
    ["MAIL", "550"],
    ["RCPT", "550"],
    ["DATA", "554"],
    ["end", "554"]
  ] as const) {
    it.scopedLive(`contains neither the email nor the login, even if the server quotes them: ${step}`, () =>
      Effect.gen(function* () {
        for (const reply of [`${code} 5.7.1 ${words}`, `${code}-5.7.1 ${words}\r\n${code} ${words}`, `${words}`]) {
          const text = yield* shownFailureOf({ [step]: reply, HELO: reply })
          const secrets = [
            login.user,
            login.password,
            base64(login.password),
            base64(`\0${login.user}\0${login.password}`)
          ]
          for (const privateText of [email.to, token, "Café", ...secrets]) assert.notInclude(text, privateText)
        }
      })
    )
  }

  it.scopedLive("is enough to find the reason: the command, the code and the enhanced code", () =>
    Effect.gen(function* () {
      const text = yield* shownFailureOf({ RCPT: "550 5.1.1 No such user" })
      assert.include(text, "EENVELOPE, RCPT TO, 550 5.1.1")
    })
  )
})

describe("The problem with a connection", () => {
  it.each([
    [{ code: "EAUTH", command: "AUTH PLAIN", response: "535 5.7.8 No", responseCode: 535 }, "login"],
    [{ code: "EAUTH", command: "AUTH PLAIN", response: "454 4.7.0 Later", responseCode: 454 }, "temporary"],
    [{ code: "LOGIN_NOT_OFFERED" }, "noLogin"],
    [{ code: "ESOCKET", originalCode: "ERR_TLS_CERT_ALTNAME_INVALID", command: "CONN" }, "name"],
    [{ code: "ESOCKET", originalCode: "CERT_HAS_EXPIRED", command: "CONN" }, "expired"],
    [{ code: "ESOCKET", originalCode: "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", command: "CONN" }, "untrusted"],
    [{ code: "ESOCKET", originalCode: "ERR_SSL_WRONG_VERSION_NUMBER", command: "CONN" }, "noTls"],
    [{ code: "ESOCKET", originalCode: "ERR_SSL_PACKET_LENGTH_TOO_LONG", command: "CONN" }, "noTls"],
    [{ code: "ESOCKET", originalCode: "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", command: "CONN" }, "oldTls"],
    [{ code: "ESOCKET", originalCode: "ERR_SSL_UNSUPPORTED_PROTOCOL", command: "CONN" }, "oldTls"],
    [{ code: "ETLS", command: "STARTTLS", response: "502 5.5.1 No", responseCode: 502 }, "noStartTls"],
    [{ code: "EDNS", originalCode: "ENOTFOUND", command: "CONN" }, "host"],
    [{ code: "ESOCKET", originalCode: "ECONNREFUSED", command: "CONN" }, "refused"],
    [{ code: "ETIMEDOUT", command: "CONN" }, "timeout"],
    [new Error("?"), "unknown"]
  ])("is found by its name and the reply: %j", (error, problem) => {
    assert.strictEqual(SmtpErrors.problemOf(SmtpErrors.toFailure(error)), problem)
  })
})
