import { assert, describe, it } from "@effect/vitest"
import * as SmtpErrors from "@latchkey/smtp/SmtpErrors"
import * as SmtpMailer from "@latchkey/smtp/SmtpMailer"
import * as ScriptedServer from "@latchkey/test-support/smtp/ScriptedServer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { eventually } from "./support/eventually.ts"
import { email, options, plainUrl, startTlsUrl, tlsUrl, withLogin } from "./support/samples.ts"

const timeout = "200 millis"

type Url = (server: { readonly port: number }) => string

const stalls: ReadonlyArray<readonly [string, Url, ScriptedServer.Script]> = [
  ["the handshake of TLS from the start", tlsUrl, { greeting: ScriptedServer.silence }],
  ["the greeting", plainUrl, { greeting: ScriptedServer.silence }],
  ["EHLO", plainUrl, { EHLO: ScriptedServer.silence }],
  ["STARTTLS", startTlsUrl, { STARTTLS: ScriptedServer.silence }],
  ["the handshake after STARTTLS", startTlsUrl, {}],
  ["AUTH", plainUrl, { AUTH: ScriptedServer.silence }],
  ["MAIL", plainUrl, { MAIL: ScriptedServer.silence }],
  ["RCPT", plainUrl, { RCPT: ScriptedServer.silence }],
  ["DATA", plainUrl, { DATA: ScriptedServer.silence }],
  ["the end of the email", plainUrl, { end: ScriptedServer.silence }]
]

describe("The timeout of SmtpMailer", () => {
  for (const [step, url, script] of stalls) {
    it.scopedLive(`ends a server that says nothing to ${step}, which is transient, and closes the connection`, () =>
      Effect.gen(function* () {
        const server = yield* ScriptedServer.make(script)
        const mailer = yield* SmtpMailer.make(options(withLogin(url(server)), { timeout }))
        const [duration, error] = yield* Effect.timed(Effect.flip(mailer.send(email)))
        assert.strictEqual(error.reason, "transient")
        assert.include(error.detail, "ETIMEDOUT")
        assert.isAtLeast(Duration.toMillis(duration), 190)
        assert.isBelow(Duration.toMillis(duration), 2500)
        yield* eventually(() => server.connections() === 0)
      })
    )
  }

  it.scopedLive("lets a slow server reply by default", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make({ end: ScriptedServer.silence })
      const mailer = yield* SmtpMailer.make(options(plainUrl(server)))
      const fiber = yield* Effect.fork(mailer.send(email))
      yield* Effect.sleep("600 millis")
      assert.isNull(fiber.unsafePoll())
      yield* Fiber.interrupt(fiber)
    })
  )
})

describe("Interrupting SmtpMailer", () => {
  for (const [step, url, script] of stalls) {
    it.scopedLive(`takes effect immediately and closes the connection, without a second attempt: ${step}`, () =>
      Effect.gen(function* () {
        const server = yield* ScriptedServer.make(script)
        const mailer = yield* SmtpMailer.make(options(withLogin(url(server))))
        const fiber = yield* Effect.fork(mailer.send(email))
        yield* eventually(() => server.connections() === 1)
        yield* Effect.sleep("50 millis")
        const [duration] = yield* Effect.timed(Fiber.interrupt(fiber))
        assert.isBelow(Duration.toMillis(duration), 1000)
        yield* eventually(() => server.connections() === 0)
        yield* Effect.sleep("250 millis")
        assert.strictEqual(server.accepted(), 1)
      })
    )
  }

  it.scopedLive("removes an email that waits for a connection, and leaves the others alone", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make({ DATA: [ScriptedServer.silence, "354 Go ahead"] })
      const mailer = yield* SmtpMailer.make(options(plainUrl(server), { connections: 1 }))
      const first = yield* Effect.fork(mailer.send(email))
      yield* eventually(() => server.lines.includes("DATA"))
      const second = yield* Effect.fork(mailer.send(email))
      const third = yield* Effect.fork(mailer.send(email))
      yield* Fiber.interrupt(second)
      yield* Fiber.interrupt(first)
      yield* Fiber.join(third)
      assert.lengthOf(
        server.lines.filter((line) => line === "DATA"),
        2
      )
    })
  )

  it.scopedLive("happens to all when the layer's scope closes", () =>
    Effect.gen(function* () {
      const server = yield* ScriptedServer.make({ end: ScriptedServer.silence })
      const [duration, error] = yield* Effect.gen(function* () {
        const mailer = yield* SmtpMailer.make(options(plainUrl(server)))
        const fiber = yield* Effect.forkDaemon(Effect.flip(mailer.send(email)))
        yield* eventually(() => server.lines.includes("DATA"))
        return fiber
      }).pipe(Effect.scoped, Effect.flatMap(Fiber.join), Effect.timed)
      assert.isBelow(Duration.toMillis(duration), 8000)
      assert.strictEqual(error.reason, "transient")
      assert.instanceOf(error.cause, SmtpErrors.SmtpFailure)
      yield* eventually(() => server.connections() === 0)
    })
  )
})
