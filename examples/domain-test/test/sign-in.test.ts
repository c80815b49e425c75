/**
 * Ada signs up with a password, and signs in with a magic link from an email. The tests need no server, no email
 * provider and no database. The 15 minutes of a magic link pass immediately.
 */
import { assert, describe, it } from "@effect/vitest"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"

const ada = "ada@example.com"

describe("Sign-in with a password", () => {
  it.effect("signs the user in until the session has been idle for 7 days", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest

      // `cookie` is the Cookie header that her client sends from now on.
      const { cookie, userId } = yield* auth.signUp({ email: ada, password: "a long enough one" })
      const session = Option.getOrThrow(yield* auth.sessionOf(cookie))
      assert.strictEqual(session.userId, userId)
      assert.isFalse(session.emailVerified)

      yield* TestClock.adjust("7 days")
      assert.isTrue(Option.isNone(yield* auth.sessionOf(cookie)))
    }).pipe(Effect.provide(AuthTest.layer))
  )
})

describe("Sign-in with a magic link", () => {
  it.effect("verifies the address, and accepts the link once", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      const before = yield* auth.signUp({ email: ada })

      // The user opens the link on the client that signed up. Without `before.cookie` it would be a new client.
      yield* auth.requestMagicLink(ada)
      const link = yield* auth.lastMagicLink(ada)
      const after = yield* auth.signInWithMagicLink(link, before.cookie)

      assert.strictEqual(after.userId, before.userId)
      assert.isTrue(Option.getOrThrow(yield* auth.sessionOf(after.cookie)).emailVerified)

      const error = yield* Effect.flip(auth.signInWithMagicLink(link))
      assert.strictEqual(error._tag, "InvalidToken")
    }).pipe(Effect.provide(AuthTest.layer))
  )

  it.effect("expires after 15 minutes, to the millisecond", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      const started = performance.now()

      yield* auth.requestMagicLink(ada)
      const expired = yield* auth.lastMagicLink(ada)
      yield* TestClock.adjust("15 minutes")
      const error = yield* Effect.flip(auth.signInWithMagicLink(expired))
      assert.strictEqual(error._tag, "InvalidToken")

      yield* auth.requestMagicLink(ada)
      const valid = yield* auth.lastMagicLink(ada)
      yield* TestClock.adjust("14 minutes")
      yield* TestClock.adjust("59999 millis")
      yield* auth.signInWithMagicLink(valid)

      // Half an hour passed on the test clock, and only milliseconds in real time.
      assert.isBelow(performance.now() - started, 5_000)
    }).pipe(Effect.provide(AuthTest.layer))
  )
})
