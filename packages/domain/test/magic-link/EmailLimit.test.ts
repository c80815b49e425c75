import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { MailerError } from "@latchkey/domain/core/Errors"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { mailBudget } from "../../src/magic-link/internal/MagicLinkDelivery.ts"
import { MagicLinkDispatcher } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import { Sent } from "@latchkey/memory/MemoryMailer"
import { ann, ben, limited, test } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { countOf } from "../support/Interception.ts"

const dispatch = Effect.flatMap(MagicLinkDispatcher, (dispatcher) => dispatcher.dispatch)
const transient = new MailerError({ reason: "transient", cause: new Error("no answer") })
const windowSeconds = 60

/** One link a minute may be asked for, so eleven mails a minute may go out. */
const tight = Effect.flatMap(Instances, ({ update: change }) =>
  change(defaultId, { rateLimits: { magicLinkPerEmail: { limit: 1, windowSeconds } } })
)

/** Every try fails, as one that may have been delivered all the same. */
const tryFor = (seconds: number) =>
  Effect.gen(function* () {
    for (let second = 0; second < seconds; second++) {
      yield* dispatch
      yield* TestClock.adjust("1 second")
    }
  })

describe("The budget of mails to one address", () => {
  test(
    "is what may be asked for and ten more, in the same window",
    Effect.sync(() => {
      assert.deepStrictEqual(mailBudget(defaultInstance), { limit: 15, windowSeconds: 900 })
      const largest = limited({ magicLinkPerEmail: { limit: 1000, windowSeconds } })
      assert.deepStrictEqual(mailBudget(largest), { limit: 1000, windowSeconds })
    })
  )

  test(
    "holds back tries beyond it, and lets them go when there is room again",
    Effect.gen(function* () {
      const instance = yield* tight
      const { failNext } = yield* Sent
      yield* failNext(1000, transient)
      for (let request = 0; request < 5; request++) {
        yield* (yield* Browser.make).at(limited({})).askForLink(ann)
      }
      yield* tryFor(59)
      assert.strictEqual(yield* countOf("Mailer.send"), mailBudget(instance).limit)
      yield* failNext(0, transient)
      yield* tryFor(70)
      assert.strictEqual((yield* (yield* Sent).sent).length, 5)
    })
  )

  test(
    "is each address's own",
    Effect.gen(function* () {
      yield* tight
      yield* (yield* Sent).failNext(11, transient)
      for (let request = 0; request < 5; request++) {
        yield* (yield* Browser.make).at(limited({})).askForLink(ann)
      }
      yield* tryFor(30)
      yield* (yield* Browser.make).askForLink(ben)
      yield* dispatch
      assert.deepStrictEqual(
        (yield* (yield* Sent).sent).map(({ to }) => to),
        [ben]
      )
    })
  )

  test(
    "drops a mail that would be too late by the time there is room",
    Effect.gen(function* () {
      yield* Effect.flatMap(Instances, ({ update: change }) =>
        change(defaultId, { rateLimits: { magicLinkPerEmail: { limit: 1, windowSeconds: 3600 } } })
      )
      yield* (yield* Sent).failNext(1000, transient)
      for (let request = 0; request < 5; request++) {
        yield* (yield* Browser.make).at(limited({})).askForLink(ann)
      }
      yield* tryFor(120)
      assert.strictEqual(yield* countOf("Mailer.send"), 11)
      assert.strictEqual(yield* countOf("MagicLinkOutbox.complete"), 5)
    })
  )
})
