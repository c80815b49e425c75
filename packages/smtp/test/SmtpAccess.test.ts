import { assert, describe, it } from "@effect/vitest"
import { assertNone, assertSome } from "@effect/vitest/utils"
import * as SmtpAccess from "@latchkey/smtp/SmtpAccess"
import * as SmtpErrors from "@latchkey/smtp/SmtpErrors"
import * as certificates from "@latchkey/test-support/certificates"
import * as MailServer from "@latchkey/test-support/smtp/MailServer"
import * as ScriptedServer from "@latchkey/test-support/smtp/ScriptedServer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { eventually } from "./support/eventually.ts"
import { certificate, login, options, plainUrl, startTlsUrl, tlsUrl, withLogin } from "./support/samples.ts"

const problemAt = (url: string) =>
  Effect.map(Effect.flip(SmtpAccess.inspect(options(url, { timeout: "500 millis" }))), (error) =>
    error instanceof SmtpErrors.SmtpFailure ? SmtpErrors.problemOf(error) : assert.fail("The sender is not valid")
  )

describe("SmtpAccess", () => {
  it.scopedLive.each([
    [true, tlsUrl],
    [false, startTlsUrl]
  ] as const)("logs in over TLS and sends nothing", ([secure, url]) =>
    Effect.gen(function* () {
      const server = yield* MailServer.make({ ...certificate, secure, login })
      const report = yield* SmtpAccess.inspect(options(withLogin(url(server))))
      assertSome(report.protocol, "TLSv1.3")
      assert.isTrue(report.isLoggedIn)
      assert.isEmpty(server.emails)
      yield* eventually(() => server.connections() === 0)
    })
  )

  it.scopedLive("says goodbye after the login, and no command of an email", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make()
      const report = yield* SmtpAccess.inspect(options(withLogin(plainUrl(server))))
      assertNone(report.protocol)
      yield* eventually(() => server.connections() === 0)
      assert.deepStrictEqual(
        server.lines.map((line) => line.split(" ", 1)[0]),
        ["EHLO", "AUTH", "QUIT"]
      )
    })
  )

  it.scopedLive("only connects without credentials", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make()
      const { isLoggedIn } = yield* SmtpAccess.inspect(options(plainUrl(server)))
      assert.isFalse(isLoggedIn)
      assert.notInclude(server.lines.join(), "AUTH")
    })
  )

  it.scopedLive.each([
    ["a wrong password", "login", { AUTH: "535 5.7.8 No" }, plainUrl],
    ["a server that is busy", "temporary", { greeting: "421 4.3.2 Too busy" }, plainUrl],
    ["a server that offers no login", "noLogin", { EHLO: "250 mail.example.com" }, plainUrl],
    ["a server without STARTTLS", "noStartTls", { STARTTLS: "502 5.5.1 No" }, startTlsUrl],
    ["a port that begins with plain text", "noTls", {}, tlsUrl],
    ["a port that begins with TLS", "timeout", { greeting: ScriptedServer.silence }, startTlsUrl],
    ["a server that does not reply to the login", "timeout", { AUTH: ScriptedServer.silence }, plainUrl],
    ["a server that closes the connection", "unknown", { greeting: ScriptedServer.hangUp }, plainUrl],
    ["a server that closes it during the login", "unknown", { AUTH: ScriptedServer.hangUp }, plainUrl]
  ] as const)("finds %s", ([_name, problem, script, url]) =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make(script)
      assert.strictEqual(yield* problemAt(withLogin(url(server))), problem)
      yield* eventually(() => server.connections() === 0)
    })
  )

  it.scopedLive("finds a certificate that is not trusted, and a port where no program listens", () =>
    Effect.gen(function* () {
      const server = yield* MailServer.make({ ...certificates.selfSigned("localhost"), secure: true, login })
      assert.strictEqual(yield* problemAt(withLogin(tlsUrl(server))), "untrusted")
      const { port } = yield* Effect.scoped(ScriptedServer.make())
      assert.strictEqual(yield* problemAt(plainUrl({ port })), "refused")
    })
  )

  it.scopedLive("ends after the timeout in total, even if each reply comes in time", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make({}, { delayMillis: 250 })
      const inspection = SmtpAccess.inspect(options(withLogin(plainUrl(server)), { timeout: "600 millis" }))
      const [duration, error] = yield* Effect.timed(Effect.flip(inspection))
      assert.include(error.message, "ETIMEDOUT")
      assert.isAtLeast(Duration.toMillis(duration), 590)
      assert.isBelow(Duration.toMillis(duration), 2500)
    })
  )

  it.scopedLive("closes the connection when it is interrupted", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make({ AUTH: ScriptedServer.silence })
      const fiber = yield* Effect.fork(SmtpAccess.inspect(options(withLogin(plainUrl(server)))))
      yield* eventually(() => server.connections() === 1)
      yield* Fiber.interrupt(fiber)
      yield* eventually(() => server.connections() === 0)
    })
  )

  it.effect("fails with InvalidSender without a valid sender, like the mailer", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(SmtpAccess.inspect(options("smtp://localhost:1", { from: "Example" })))
      assert.instanceOf(error, SmtpErrors.InvalidSender)
    })
  )
})
