/**
 * Ada signs up with a password, and signs in by a link that was mailed to her. No server runs, no mail is sent, no
 * database is there, and the quarter of an hour that a link is good for passes at once.
 */
import { assert, describe, it } from "@effect/vitest"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"

const ada = "ada@example.com"

describe("Signing in", () => {
  it.effect("by password: signing up signs in, for as long as the session lives", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest

      // `cookie` is the Cookie header that her browser sends from now on.
      const { cookie, userId } = yield* auth.signUp({ email: ada, password: "a long enough one" })
      const session = Option.getOrThrow(yield* auth.sessionOf(cookie))
      assert.strictEqual(session.userId, userId)
      assert.isFalse(session.emailVerified)

      // A session that nobody uses is over after 7 days.
      yield* TestClock.adjust("7 days")
      assert.isTrue(Option.isNone(yield* auth.sessionOf(cookie)))
    }).pipe(Effect.provide(AuthTest.layer))
  )

  it.effect("by link: it works once, and it proves the address", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      const before = yield* auth.signUp({ email: ada })

      // She opens it in the browser that she signed up with. `useLink(link)` would be a browser that is new to Latchkey.
      yield* auth.askForLink(ada)
      const link = yield* auth.lastLink(ada)
      const after = yield* auth.useLink(link, before.cookie)

      assert.strictEqual(after.userId, before.userId)
      assert.isTrue(Option.getOrThrow(yield* auth.sessionOf(after.cookie)).emailVerified)

      const again = yield* Effect.flip(auth.useLink(link))
      assert.strictEqual(again._tag, "InvalidToken")
    }).pipe(Effect.provide(AuthTest.layer))
  )

  it.effect("by link: it is over after 15 minutes, to the millisecond", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      const started = performance.now()

      yield* auth.askForLink(ada)
      const tooLate = yield* auth.lastLink(ada)
      yield* TestClock.adjust("15 minutes")
      const error = yield* Effect.flip(auth.useLink(tooLate))
      assert.strictEqual(error._tag, "InvalidToken")

      yield* auth.askForLink(ada)
      const inTime = yield* auth.lastLink(ada)
      yield* TestClock.adjust("14 minutes")
      yield* TestClock.adjust("59999 millis")
      yield* auth.useLink(inTime)

      // Half an hour has passed for Latchkey, and hardly any time for you.
      assert.isBelow(performance.now() - started, 5_000)
    }).pipe(Effect.provide(AuthTest.layer))
  )
})
