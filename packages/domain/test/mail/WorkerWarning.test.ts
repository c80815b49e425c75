import { assert, describe, it } from "@effect/vitest"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { layerWorker } from "@latchkey/domain/mail/EmailDispatcher"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import {
  ann,
  email,
  justBefore,
  layer,
  linkTokenFor,
  newPassword,
  oneMilli,
  outage,
  rightPassword,
  signedUp
} from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { before, countOf, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

type Services = Layer.Layer.Success<typeof layer>

const request = Effect.flatMap(TestClient.make, (client) => client.requestLink(ann))
const worker = Layer.build(layerWorker("5 seconds"))

/** Returns the warnings about the worker that a process logs. */
const warningsOf = <A, E>(body: Effect.Effect<A, E, Services | Scope.Scope>) =>
  Effect.map(CapturedLogs.capture(Effect.provide(body, layer)), ({ entries }) =>
    entries.filter(({ message }) => String(message).includes("EmailDispatcher.layerWorker"))
  )

describe("An email that no worker takes", () => {
  it.scoped("is logged as a warning after ten seconds, without its address", () =>
    Effect.gen(function* () {
      const early = yield* warningsOf(Effect.zipRight(request, justBefore("10 seconds")))
      assert.deepStrictEqual(early, [])
      const warnings = yield* warningsOf(
        Effect.gen(function* () {
          yield* request
          yield* justBefore("10 seconds")
          yield* oneMilli
        })
      )
      assert.deepStrictEqual(
        warnings.map(({ level, annotations }) => [level, annotations["instance"], annotations["kind"]]),
        [["WARN", "default", "magic_link"]]
      )
      assert.deepStrictEqual(CapturedLogs.leaks(warnings, [ann]), [])
    })
  )

  it.scoped("is logged once a minute at most, however many requests there are", () =>
    Effect.gen(function* () {
      const warnings = yield* warningsOf(
        Effect.gen(function* () {
          for (let count = 0; count < 24; count++) {
            yield* (yield* TestClient.make).requestLink(email(`person${count}@example.com`))
            yield* TestClock.adjust("5 seconds")
          }
        })
      )
      assert.lengthOf(warnings, 2)
    })
  )

  it.scoped("is a notice about an account, too", () =>
    Effect.gen(function* () {
      const changed = Effect.gen(function* () {
        const client = yield* signedUp
        yield* client.verifyLink(yield* linkTokenFor(client, ann))
        yield* client.changePassword(newPassword, rightPassword)
      })
      const warnings = yield* warningsOf(Effect.zipRight(changed, TestClock.adjust("11 seconds")))
      assert.lengthOf(warnings, 1)
    })
  )

  it.scoped("is a link to set a new password, too", () =>
    Effect.gen(function* () {
      const forgotten = Effect.flatMap(TestClient.make, (client) => client.forgotPassword(ann))
      const warnings = yield* warningsOf(Effect.zipRight(forgotten, TestClock.adjust("10 seconds")))
      assert.lengthOf(warnings, 1)
    })
  )

  it.scoped("does not occur while a worker runs, also if the provider is slow or down", () =>
    Effect.gen(function* () {
      for (const send of [Effect.void, Effect.never, new MailerError({ reason: "transient", cause: "busy" })]) {
        const warnings = yield* warningsOf(
          Effect.gen(function* () {
            yield* before("Mailer.send", send)
            yield* worker
            yield* request
            yield* TestClock.adjust("11 seconds")
            assert.isAbove(yield* countOf("MailDeliveryLog.find"), 0)
          })
        )
        assert.deepStrictEqual(warnings, [])
      }
    })
  )

  it.scoped("is noticed after an outage of the store", () =>
    Effect.gen(function* () {
      const warnings = yield* warningsOf(
        Effect.gen(function* () {
          yield* before("MailDeliveryLog.find", outage)
          yield* request
          yield* TestClock.adjust("10 seconds")
          yield* release("MailDeliveryLog.find")
          yield* request
          yield* TestClock.adjust("10 seconds")
        })
      )
      assert.lengthOf(warnings, 1)
    })
  )
})
