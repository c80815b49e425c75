import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import * as DateTime from "effect/DateTime"
import { OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { outage, outcome, test } from "../support.ts"
import { deeds } from "../support/AuditTrail.ts"
import { before, release } from "../support/Interception.ts"

/** How many invitations and sessions there are once all of them are over. */
const left = Effect.gen(function* () {
  yield* TestClock.adjust("1 day")
  return yield* (yield* OperatorRepository).deleteExpired(yield* DateTime.now, 100)
})

describe("An invitation whose use cannot be finished", () => {
  for (const method of ["OperatorRepository.insertSession", "AuditLog.append"] as const) {
    test(
      `can be used again (${method})`,
      Effect.gen(function* () {
        const { authenticate, signInWithInvitation: enter, invite } = yield* OperatorSessions
        const token = Redacted.value(yield* invite("command_line"))
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(enter(token)), "PersistenceError")
        yield* release(method)
        const session = yield* enter(token)
        assert.strictEqual(yield* outcome(authenticate(Option.some(session))), "ok")
        assert.deepStrictEqual(yield* deeds, ["command_line operator_invited", "dashboard dashboard_opened invitation"])
        // The one session, and nothing of the first try.
        assert.strictEqual(yield* left, 1)
      })
    )
  }

  test(
    "is used all the same when only the browser hangs up",
    Effect.gen(function* () {
      const { signInWithInvitation: enter, invite } = yield* OperatorSessions
      const token = Redacted.value(yield* invite("command_line"))
      const entering = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      const wait = Effect.zipRight(Deferred.succeed(entering, undefined), Deferred.await(goOn))
      yield* before("OperatorRepository.insertSession", wait)
      const attempt = yield* Effect.fork(enter(token))
      yield* Deferred.await(entering)
      yield* Fiber.interruptFork(attempt)
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.await(attempt)
      assert.strictEqual(yield* outcome(enter(token)), "InvalidToken")
      assert.strictEqual((yield* deeds).at(-1), "dashboard dashboard_opened invitation")
      assert.strictEqual(yield* left, 1)
    })
  )
})

describe("What cannot be written into the audit log", () => {
  test(
    "is not done: nobody is invited, let in or sent away without a line",
    Effect.gen(function* () {
      const { authenticate, invite, signOut: leave, signInWithAdminKey: open } = yield* OperatorSessions
      const session = Option.some(yield* open)
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(invite("command_line")), "PersistenceError")
      assert.strictEqual(yield* outcome(open), "PersistenceError")
      assert.strictEqual(yield* outcome(leave(session)), "PersistenceError")
      assert.strictEqual(yield* outcome(authenticate(session)), "ok")
      assert.strictEqual(yield* left, 1)
    })
  )
})
