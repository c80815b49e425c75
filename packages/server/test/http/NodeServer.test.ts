import * as HttpServer from "@effect/platform/HttpServer"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import * as NodeServer from "../../src/http/NodeServer.ts"

describe("The drain of a server", () => {
  it.scoped("aborts what does not finish within 18 seconds", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      yield* HttpServer.serveEffect(Effect.zipRight(Deferred.succeed(arrived, undefined), Effect.never))
      const url = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const reply = yield* Effect.fork(Effect.tryPromise(() => fetch(url)))
      yield* Deferred.await(arrived)

      const drained = yield* Effect.fork(Effect.flatten(NodeServer.Drain))
      yield* TestClock.adjust("17999 millis")
      assert.strictEqual((yield* Fiber.poll(drained))._tag, "None")
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(drained)
      assert.strictEqual((yield* Effect.exit(Fiber.join(reply)))._tag, "Failure")
    }).pipe(Effect.provide(NodeServer.layer({ host: "127.0.0.1", port: 0 })))
  )
})
