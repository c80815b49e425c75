import * as SesMailer from "@latchkey/ses/SesMailer"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Endpoint from "./support/Endpoint.ts"
import { mail, options } from "./support/samples.ts"

const timeout = "300 millis"

const sendTo = (url: string) =>
  Effect.flatMap(SesMailer.make(options(url, { timeout })), ({ send }) => Effect.timed(Effect.flip(send(mail))))

/** Two tries of 300 ms, and a little for the pause between them and for a busy machine. */
const isTwoTries = (duration: Duration.Duration) => {
  assert.isAtLeast(Duration.toMillis(duration), 590)
  assert.isBelow(Duration.toMillis(duration), 2500)
}

const eventually = (condition: () => boolean) =>
  Effect.repeat(Effect.sync(condition), {
    schedule: Schedule.spaced("10 millis"),
    until: (isMet) => isMet
  }).pipe(Effect.timeout("5 seconds"))

describe("Timeouts", () => {
  it.scopedLive("an answer that never comes is transient after two tries", () =>
    Effect.gen(function* () {
      const { seen, url } = yield* Endpoint.make(() => {})
      const [duration, error] = yield* sendTo(url)
      assert.strictEqual(error.reason, "transient")
      isTwoTries(duration)
      assert.lengthOf(seen, 2)
      yield* eventually(() => seen.every((request) => request.gone))
    })
  )

  it.scopedLive("a body that never ends is transient as well", () =>
    Effect.gen(function* () {
      const { url } = yield* Endpoint.make((response) => {
        response.writeHead(200, { "content-type": "application/json" })
        response.write('{"MessageId":')
      })
      const [duration, error] = yield* sendTo(url)
      assert.strictEqual(error.reason, "transient")
      assert.isBelow(Duration.toMillis(duration), 2500)
    })
  )

  it.scopedLive("an answer whose headers trickle in for ever is transient after two tries", () =>
    Effect.gen(function* () {
      const { url } = yield* Endpoint.make((response) => {
        const { socket } = response
        socket?.write("HTTP/1.1 200 OK\r\nx-slow: ")
        const trickle = setInterval(() => socket?.write("."), 50)
        socket?.on("error", () => {}).on("close", () => clearInterval(trickle))
      })
      const [duration, error] = yield* sendTo(url)
      assert.strictEqual(error.reason, "transient")
      isTwoTries(duration)
    })
  )

  it.scopedLive("a slow answer is an answer", () =>
    Effect.gen(function* () {
      const { seen, url } = yield* Endpoint.make((response, attempt) => {
        setTimeout(() => Endpoint.accept(response, attempt), 600)
      })
      const mailer = yield* SesMailer.make(options(url))
      const [duration] = yield* Effect.timed(mailer.send(mail))
      assert.isAtLeast(Duration.toMillis(duration), 590)
      assert.lengthOf(seen, 1)
    })
  )

  it.scopedLive("three seconds are the limit of a try, unless the options say otherwise", () =>
    Effect.gen(function* () {
      const { url } = yield* Endpoint.make((response, attempt) => {
        if (attempt === 2) Endpoint.accept(response, attempt)
      })
      const mailer = yield* SesMailer.make(options(url))
      const [duration] = yield* Effect.timed(mailer.send(mail))
      assert.isAtLeast(Duration.toMillis(duration), 2990)
      assert.isBelow(Duration.toMillis(duration), 5000)
    })
  )

  it.scopedLive("an interruption aborts the request at once, and there is no second try", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const { seen, url } = yield* Endpoint.make(() => Deferred.unsafeDone(arrived, Effect.void))
      const mailer = yield* SesMailer.make(options(url))
      const fiber = yield* Effect.fork(mailer.send(mail))
      yield* Deferred.await(arrived)
      const [duration] = yield* Effect.timed(Fiber.interrupt(fiber))
      assert.isBelow(Duration.toMillis(duration), 1000)
      yield* eventually(() => seen[0]?.gone === true)
      yield* Effect.sleep("300 millis")
      assert.lengthOf(seen, 1)
    })
  )
})
