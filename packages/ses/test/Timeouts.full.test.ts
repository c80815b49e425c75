import { assert, describe, it } from "@effect/vitest"
import * as SesMailer from "@latchkey/ses/SesMailer"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Endpoint from "@latchkey/test-support/ses/Endpoint"
import { email, options } from "./support/samples.ts"

const timeout = "300 millis"

const sendTo = (url: string) =>
  Effect.flatMap(SesMailer.make(options(url, { timeout })), ({ send }) => Effect.timed(Effect.flip(send(email))))

/** Two attempts of 300 ms, and some time for the pause between them and for a busy machine. */
const assertTwoAttempts = (duration: Duration.Duration) => {
  assert.isAtLeast(Duration.toMillis(duration), 590)
  assert.isBelow(Duration.toMillis(duration), 2500)
}

const eventually = (condition: () => boolean) =>
  Effect.repeat(Effect.sync(condition), {
    schedule: Schedule.spaced("10 millis"),
    until: (isMet) => isMet
  }).pipe(Effect.timeout("5 seconds"))

describe("The timeout of SesMailer", () => {
  it.scopedLive("makes a missing response transient, after two attempts", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* Endpoint.make(() => {})
      const [duration, error] = yield* sendTo(url)
      assert.strictEqual(error.reason, "transient")
      assertTwoAttempts(duration)
      assert.lengthOf(requests, 2)
      yield* eventually(() => requests.every((request) => request.isAborted))
    })
  )

  it.scopedLive("makes a body that never ends transient", () =>
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

  it.scopedLive("makes headers that never end transient, after two attempts", () =>
    Effect.gen(function* () {
      const { url } = yield* Endpoint.make((response) => {
        const { socket } = response
        socket?.write("HTTP/1.1 200 OK\r\nx-slow: ")
        const trickle = setInterval(() => socket?.write("."), 50)
        socket?.on("error", () => {}).on("close", () => clearInterval(trickle))
      })
      const [duration, error] = yield* sendTo(url)
      assert.strictEqual(error.reason, "transient")
      assertTwoAttempts(duration)
    })
  )

  it.scopedLive("accepts a slow response", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* Endpoint.make((response, attempt) => {
        setTimeout(() => Endpoint.accept(response, attempt), 600)
      })
      const mailer = yield* SesMailer.make(options(url))
      const [duration] = yield* Effect.timed(mailer.send(email))
      assert.isAtLeast(Duration.toMillis(duration), 590)
      assert.lengthOf(requests, 1)
    })
  )

  it.scopedLive("is three seconds for each attempt by default", () =>
    Effect.gen(function* () {
      const { url } = yield* Endpoint.make((response, attempt) => {
        if (attempt === 2) Endpoint.accept(response, attempt)
      })
      const mailer = yield* SesMailer.make(options(url))
      const [duration] = yield* Effect.timed(mailer.send(email))
      assert.isAtLeast(Duration.toMillis(duration), 2990)
      assert.isBelow(Duration.toMillis(duration), 5000)
    })
  )

  it.scopedLive("does not delay an interruption, which aborts the request and makes no second attempt", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const { requests, url } = yield* Endpoint.make(() => Deferred.unsafeDone(arrived, Effect.void))
      const mailer = yield* SesMailer.make(options(url))
      const fiber = yield* Effect.fork(mailer.send(email))
      yield* Deferred.await(arrived)
      const [duration] = yield* Effect.timed(Fiber.interrupt(fiber))
      assert.isBelow(Duration.toMillis(duration), 1000)
      yield* eventually(() => requests[0]?.isAborted === true)
      yield* Effect.sleep("300 millis")
      assert.lengthOf(requests, 1)
    })
  )
})
