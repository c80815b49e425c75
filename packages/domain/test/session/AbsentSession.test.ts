import { assert, describe } from "@effect/vitest"
import { makeRecorder } from "@latchkey/test-support/Recorder"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as TestClock from "effect/TestClock"
import { ann, otherInstance, outcome, revokeSessionsOf, signedUp, test } from "../support.ts"
import { countOf } from "../support/Interception.ts"

/** Runs an effect, and returns the reasons that it logged. */
const reasonsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const recorder = makeRecorder()
    return Effect.map(Effect.provide(effect, recorder.layer as Layer.Layer<never>), () =>
      recorder.lines().flatMap((line) => {
        const [, reason] = /^log .*"No active session","([^"]+)"/.exec(line) ?? []
        return reason === undefined ? [] : [reason]
      })
    )
  })

describe("At the level Debug, Sessions logs why both cookies are no active session", () => {
  test(
    "it has expired",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* TestClock.adjust("7 days")
      const [reason, another] = yield* reasonsOf(outcome(client.authenticate))
      assert.match(reason ?? "", /has expired/)
      assert.isUndefined(another)
    })
  )

  test(
    "it is of another instance",
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      yield* instances.insertIfAbsent(otherInstance)
      yield* instances.insertIfAbsent(defaultInstance)
      const client = yield* signedUp
      const [reason] = yield* reasonsOf(outcome(client.at(otherInstance).authenticate))
      assert.include(reason, `of the instance default, and the host of the request belongs to ${otherInstance.id}`)
    })
  )

  test(
    "it was revoked, or is of another client",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* revokeSessionsOf(ann)
      const [reason] = yield* reasonsOf(outcome(client.authenticate))
      assert.include(reason, "was revoked or replaced by a later sign-in")
    })
  )

  test(
    "an active one has no line, and without the level Debug there is no query for the reason",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.deepStrictEqual(yield* reasonsOf(client.authenticate), [])
      yield* TestClock.adjust("7 days")
      const before = yield* countOf("SessionRepository.findActive")
      yield* Logger.withMinimumLogLevel(outcome(client.authenticate), LogLevel.Info)
      assert.strictEqual((yield* countOf("SessionRepository.findActive")) - before, 1)
    })
  )
})
