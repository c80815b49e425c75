import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { outcome, test } from "../support.ts"
import { countOf } from "../support/Interception.ts"
import { codeOf, optional, pendingClient, shown, userWithApp } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

describe("SecondFactorSignIn.complete: limits", () => {
  test(
    "allows five wrong codes in 15 minutes over all clients, and counts before it compares",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      const wrong = yield* shown(app, 6000)
      for (let tries = 0; tries < 5; tries++) {
        const { client } = yield* pendingClient()
        assert.strictEqual(yield* outcome(client.completeSignIn(wrong)), "InvalidToken")
      }
      const { client } = yield* pendingClient()
      const found = yield* countOf("SecondFactorRepository.find")
      assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app))), "RateLimited")
      assert.strictEqual(yield* countOf("SecondFactorRepository.find"), found)
      yield* TestClock.adjust("15 minutes")
      const later = yield* pendingClient()
      assert.strictEqual(yield* outcome(later.client.completeSignIn(yield* shown(app))), "ok")
    })
  )

  test(
    "allows twenty wrong codes a day",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      const outcomes: Array<string> = []
      for (let tries = 0; tries < 21; tries++) {
        const { client } = yield* pendingClient()
        outcomes.push(yield* outcome(client.completeSignIn(yield* shown(app, 6000))))
        yield* TestClock.adjust("5 minutes")
      }
      assert.deepStrictEqual(outcomes, [...Array.from({ length: 20 }, () => "InvalidToken"), "RateLimited"])
      yield* TestClock.adjust("1 day")
      const { client } = yield* pendingClient()
      assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app))), "ok")
    })
  )

  test(
    "takes back what a right code consumed, and nothing that wrong ones did",
    Effect.gen(function* () {
      const { app } = yield* userWithApp()
      for (let tries = 0; tries < 4; tries++) {
        const { client } = yield* pendingClient()
        yield* outcome(client.completeSignIn(yield* shown(app, 6000)))
      }
      const right = yield* pendingClient()
      yield* right.client.completeSignIn(yield* shown(app))
      const wrong = yield* pendingClient()
      assert.strictEqual(yield* outcome(wrong.client.completeSignIn(yield* shown(app, 6000))), "InvalidToken")
      assert.strictEqual(yield* outcome(wrong.client.completeSignIn(yield* shown(app, 6000))), "RateLimited")
    })
  )

  test(
    "never keeps the owner from using a recovery code, and using one does not reset the count",
    Effect.gen(function* () {
      const { app, recoveryCodes } = yield* userWithApp()
      for (let tries = 0; tries < 5; tries++) {
        const { client } = yield* pendingClient()
        yield* outcome(client.completeSignIn(yield* shown(app, 6000)))
      }
      const owner = yield* pendingClient()
      assert.strictEqual(yield* outcome(owner.client.completeSignIn(codeOf(recoveryCodes[0] ?? ""))), "ok")
      const { client } = yield* pendingClient()
      assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app))), "RateLimited")
    })
  )

  test(
    "counts per IP address as sign-ins are, also without a pending sign-in",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(optional)
      for (let tries = 0; tries < 30; tries++) {
        assert.strictEqual(yield* outcome(client.completeSignIn(codeOf("492817"))), "Unauthenticated")
      }
      assert.strictEqual(yield* outcome(client.completeSignIn(codeOf("492817"))), "RateLimited")
    })
  )
})
