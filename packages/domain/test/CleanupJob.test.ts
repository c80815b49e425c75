import { assert, describe } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { grace, CleanupJob, layerWorker, make } from "@latchkey/domain/CleanupJob"
import { defaultId, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { MagicLinkRepository, MagicLink } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { Transaction } from "@latchkey/domain/core/Transaction"
import {
  almost,
  ann,
  ben,
  endSessionsOf,
  limited,
  linkFor,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  test
} from "./support.ts"
import * as Browser from "./support/Browser.ts"
import { before, countOf, release } from "./support/Interception.ts"

const sweep = Effect.flatMap(CleanupJob, (cleanup) => cleanup.run)
/** Lets what is over at this moment wait until a sweep may take it, but for a millisecond. */
const almostGrace = almost(grace)
const signedUp = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))
/** Long enough for every budget to be free again, so that only what the test is about is left to sweep. */
const budgetsPass = Effect.zipRight(TestClock.adjust("1 hour"), sweep)

describe("A sweep", () => {
  test(
    "finds nothing where nothing is over",
    Effect.gen(function* () {
      assert.strictEqual(yield* sweep, 0)
      const browser = yield* signedUp
      const token = yield* linkFor(browser, ben)
      assert.strictEqual(yield* sweep, 0)
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
      assert.strictEqual(yield* outcome(browser.useLink(token)), "ok")
    })
  )

  test(
    "removes links a minute after their fifteen minutes, and no younger ones",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* linkFor(browser, ann)
      yield* TestClock.adjust("2 minutes")
      const younger = yield* linkFor(browser, ben)
      yield* TestClock.adjust("13 minutes")
      yield* almostGrace
      // The budget of the browser's address, which is free again after ten minutes.
      assert.strictEqual(yield* sweep, 1)
      yield* oneMilli
      // The link, and Ann's budgets for asking and for mails.
      assert.strictEqual(yield* sweep, 3)
      assert.strictEqual(yield* outcome(browser.useLink(younger)), "ok")
    })
  )

  test(
    "removes sessions that idled too long, to the millisecond",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* budgetsPass
      yield* browser.whoAmI
      yield* TestClock.adjust("7 days")
      yield* almostGrace
      assert.strictEqual(yield* sweep, 0)
      yield* oneMilli
      assert.strictEqual(yield* sweep, 1)
      assert.strictEqual(yield* endSessionsOf(ann), 0)
    })
  )

  test(
    "removes sessions whose time is over although they are used",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* budgetsPass
      for (let day = 1; day < 30; day++) {
        yield* TestClock.adjust("1 day")
        yield* browser.whoAmI
      }
      yield* TestClock.adjust("23 hours")
      yield* almostGrace
      assert.strictEqual(yield* sweep, 0)
      yield* oneMilli
      assert.strictEqual(yield* sweep, 1)
      assert.strictEqual(yield* endSessionsOf(ann), 0)
    })
  )

  test(
    "leaves a session alone that idles no longer than its own instance allows",
    Effect.gen(function* () {
      const { update: change } = yield* Instances
      const patient = new Instance({ ...otherInstance, hosts: ["patient.example"] })
      yield* (yield* InstanceRepository).insert(patient)
      yield* change(defaultId, { sessionConfig: { idleLifetimeSeconds: 3600 } })
      const browser = (yield* Browser.make).at(patient)
      yield* browser.signUp(ann, rightPassword)
      yield* TestClock.adjust("2 days")
      yield* sweep
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
    })
  )

  test(
    "removes browsers after their 400 days",
    Effect.gen(function* () {
      const browser = yield* signedUp
      yield* browser.signOut
      yield* budgetsPass
      yield* TestClock.adjust("399 days")
      yield* TestClock.adjust("23 hours")
      yield* almostGrace
      assert.strictEqual(yield* sweep, 0)
      yield* oneMilli
      assert.strictEqual(yield* sweep, 1)
    })
  )

  test(
    "removes budgets a minute after they are free again, and leaves those that are not",
    Effect.gen(function* () {
      const browser = (yield* Browser.make).at(
        limited({
          signInPerIp: { limit: 5, windowSeconds: 60 },
          signInPerEmail: { limit: 1, windowSeconds: 900 }
        })
      )
      yield* outcome(browser.signIn(ann, rightPassword))
      yield* TestClock.adjust("1 minute")
      yield* almostGrace
      assert.strictEqual(yield* sweep, 0)
      yield* oneMilli
      assert.strictEqual(yield* sweep, 1)
      assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "RateLimited")
      yield* TestClock.adjust("14 minutes")
      assert.strictEqual(yield* sweep, 1)
      assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "InvalidCredentials")
    })
  )

  test(
    "removes requests that nobody mailed, once nobody would",
    Effect.gen(function* () {
      const outbox = yield* MagicLinkOutbox
      yield* (yield* Browser.make).askForLink(ann)
      yield* TestClock.adjust("5 minutes")
      yield* almostGrace
      assert.strictEqual(yield* sweep, 0)
      yield* oneMilli
      assert.strictEqual(yield* sweep, 1)
      const now = yield* DateTime.now
      assert.deepStrictEqual(yield* outbox.lease({ now, until: now, limit: 1 }), [])
    })
  )

  test(
    "goes on in batches until nothing is left",
    Effect.gen(function* () {
      const links = yield* MagicLinkRepository
      const tokens = yield* TokenGenerator
      const expiresAt = yield* DateTime.now
      for (let count = 1; count <= 1001; count++) {
        const tokenHash = tokens.hash(yield* tokens.generate)
        const clientHash = Option.none()
        yield* links.insert(new MagicLink({ instanceId: defaultId, tokenHash, email: ann, clientHash, expiresAt }))
      }
      yield* TestClock.adjust(grace)
      assert.strictEqual(yield* sweep, 1001)
      assert.strictEqual(yield* countOf("MagicLinkRepository.deleteExpired"), 4)
    })
  )

  test(
    "leaves it to another process that is at it",
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const otherIsAtIt = Transaction.of({ ...transaction, runExclusive: () => Effect.succeedNone })
      yield* (yield* Browser.make).askForLink(ann)
      yield* TestClock.adjust("1 hour")
      const idle = yield* Effect.provideService(make, Transaction, otherIsAtIt)
      assert.strictEqual(yield* idle.run, 0)
      assert.strictEqual(yield* countOf("SessionRepository.deleteExpired"), 0)
      assert.isAbove(yield* sweep, 0)
    })
  )

  test(
    "says when the store is down",
    Effect.gen(function* () {
      yield* before("SessionRepository.deleteExpired", outage)
      assert.strictEqual(yield* outcome(sweep), "PersistenceError")
    })
  )
})

describe("The worker", () => {
  for (const [trouble, failure] of [
    ["an outage of the store", outage],
    ["a defect", Effect.die("a defect")]
  ] as const) {
    test(
      `sweeps every interval, also after ${trouble}`,
      Effect.gen(function* () {
        const sweeps = countOf("SessionRepository.deleteExpired")
        yield* Layer.build(layerWorker("1 hour"))
        yield* TestClock.adjust(0)
        assert.strictEqual(yield* sweeps, 1)
        yield* almost("1 hour")
        assert.strictEqual(yield* sweeps, 1)
        yield* oneMilli
        assert.strictEqual(yield* sweeps, 2)
        yield* before("SessionRepository.deleteExpired", failure)
        yield* TestClock.adjust("1 hour")
        yield* release("SessionRepository.deleteExpired")
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* sweeps, 4)
        assert.strictEqual(yield* countOf("RateLimitStore.deleteExpired"), 3)
      })
    )
  }
})
