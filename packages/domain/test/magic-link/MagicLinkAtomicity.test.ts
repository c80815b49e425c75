import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import {
  ann,
  endSessionsOf,
  linkFor,
  mailedToken,
  outage,
  outcome,
  rightPassword,
  storedUser,
  test
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, beforeNext, release } from "../support/Interception.ts"

const useElsewhere = (token: string) => Effect.flatMap(Browser.make, (browser) => outcome(browser.useLink(token)))

describe("Of many at once", () => {
  test(
    "with one token exactly one signs in",
    Effect.gen(function* () {
      const token = yield* linkFor(yield* Browser.make, ann)
      const crowd = Array.from({ length: 50 }, () => useElsewhere(token))
      const outcomes = yield* Effect.all(crowd, { concurrency: "unbounded" })
      assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 49 }, () => "InvalidToken"), "ok"])
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )

  test(
    "with the links of one address exactly one signs in",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const tokens = [yield* linkFor(browser, ann), yield* linkFor(browser, ann)]
      const outcomes = yield* Effect.all(tokens.map(useElsewhere), { concurrency: "unbounded" })
      assert.deepStrictEqual(outcomes.sort(), ["InvalidToken", "ok"])
    })
  )
})

describe("A verification that cannot be finished", () => {
  test(
    "uses nothing up and makes no account",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      const sibling = yield* linkFor(browser, ann)
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(browser.useLink(token)), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      yield* release("SessionRepository.issue")
      assert.strictEqual(yield* outcome(browser.useLink(sibling)), "ok")
    })
  )

  test(
    "leaves password and sessions of an unproven account as they are",
    Effect.gen(function* () {
      const first = yield* Browser.make
      yield* first.signUp(ann, rightPassword)
      const token = yield* linkFor(yield* Browser.make, ann)
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* useElsewhere(token), "PersistenceError")
      yield* release("SessionRepository.issue")
      assert.strictEqual(yield* outcome(first.whoAmI), "ok")
      assert.strictEqual(yield* outcome(first.signIn(ann, rightPassword)), "ok")
    })
  )

  for (const method of ["MagicLinkRepository.consume", "UserRepository.findByEmailForUpdate"] as const) {
    test(
      `says that the store is down, not that the token is wrong (${method})`,
      Effect.gen(function* () {
        const browser = yield* Browser.make
        const token = yield* linkFor(browser, ann)
        yield* beforeNext(method, outage)
        assert.strictEqual(yield* outcome(browser.useLink(token)), "PersistenceError")
        assert.strictEqual(yield* outcome(browser.useLink(token)), "ok")
      })
    )
  }

  test(
    "is finished all the same when the browser hangs up meanwhile",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      const consuming = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      yield* before(
        "MagicLinkRepository.consume",
        Effect.zipRight(Deferred.succeed(consuming, undefined), Deferred.await(goOn))
      )
      const attempt = yield* Effect.fork(browser.useLink(token))
      yield* Deferred.await(consuming)
      yield* Fiber.interruptFork(attempt)
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.await(attempt)
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )
})

describe("A sign-up in the middle of a verification", () => {
  test(
    "does not stop it, and is taken over like any unproven account",
    Effect.gen(function* () {
      const owner = yield* Browser.make
      const attacker = yield* Browser.make
      yield* owner.askForLink(ann)
      const token = yield* mailedToken(ann)
      yield* beforeNext("UserRepository.insert", attacker.signUp(ann, rightPassword))
      assert.strictEqual(yield* outcome(owner.useLink(token)), "ok")
      assert.strictEqual(yield* outcome(attacker.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(attacker.signIn(ann, rightPassword)), "InvalidCredentials")
    })
  )
})
